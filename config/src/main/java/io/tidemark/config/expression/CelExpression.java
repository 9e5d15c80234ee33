package io.tidemark.config.expression;

import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program of the library. */
final class CelExpression extends Expression {
  private final CelRuntime.Program program;
  private final Map<String, Integer> variables;

  /**
   * A program.
   *
   * @param variables which column each variable of the program is
   */
  CelExpression(ColumnType type, CelRuntime.Program program, Map<String, Integer> variables) {
    super(type);
    this.program = program;
    this.variables = Map.copyOf(variables);
  }

  @Override
  public ColumnValue over(List<ColumnValue> columns) {
    List<ColumnValue> inputs = List.copyOf(columns);
    return element -> evaluate(element, inputs);
  }

  private @Nullable Object evaluate(Object element, List<ColumnValue> columns) {
    try {
      return value(program.eval(name -> variable(name, element, columns)));
    } catch (CelEvaluationException | RuntimeException e) {
      // Whatever an expression cannot compute is an empty value: no row ends a run.
      return null;
    }
  }

  private Optional<Object> variable(String name, Object element, List<ColumnValue> columns) {
    Integer index = variables.get(name);
    if (index == null) {
      return Optional.empty();
    }
    Object value = columns.get(index).of(element);
    return Optional.of(value == null ? NullValue.NULL_VALUE : value);
  }

  /** The value as a row holds it. */
  private static @Nullable Object value(@Nullable Object value) {
    if (value instanceof Double number) {
      return Double.isFinite(number) ? number : null;
    }
    if (value instanceof Instant instant) {
      long micros = Time.micros(instant);
      return Time.isFinite(micros) ? Time.instant(micros) : null;
    }
    return value == NullValue.NULL_VALUE ? null : value;
  }
}
