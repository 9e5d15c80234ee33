package io.tidemark.config.expression;

import dev.cel.checker.CelStandardDeclarations;
import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.checker.CelStandardDeclarations.StandardFunction.Overload.Conversions;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelMutableAst;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelMathExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.tidemark.core.row.ColumnType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The language and its library, as far as pipelines have it: the operators and functions of the
 * standard, functions of texts and of numbers. Left out are macros, which are loops; what turns a
 * value into one of no known type; and a double's text, which depends on the Java runtime.
 */
final class Cel {
  private static final CelOptions OPTIONS = CelOptions.current().build();

  private static final CelMathExtensions MATH =
      CelExtensions.math(
          CelMathExtensions.Function.ABS,
          CelMathExtensions.Function.CEIL,
          CelMathExtensions.Function.FLOOR,
          CelMathExtensions.Function.ROUND,
          CelMathExtensions.Function.SIGN,
          CelMathExtensions.Function.SQRT,
          CelMathExtensions.Function.TRUNC);

  private static final CelStringExtensions TEXTS = CelExtensions.strings();

  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.plannerRuntimeBuilder().addLibraries(MATH, TEXTS).build();

  private Cel() {}

  static ParsedExpression parse(String text, boolean sides) throws ExpressionFault {
    CelValidationResult parsed = compiler(Map.of()).parse(text);
    CelAbstractSyntaxTree tree = tree(parsed, text, Map.of());
    CelMutableAst copy = CelMutableAst.fromCelAst(tree);
    ColumnNames names = new ColumnNames(sides, tree.getSource().getPositionsMap());
    names.replace(copy.expr());
    return new Parsed(text, tree, copy.toParsedAst(), names.found());
  }

  private static final class Parsed extends ParsedExpression.Understood {
    private final String text;
    private final Map<Long, Integer> places;
    private final CelAbstractSyntaxTree tree;
    private final Map<Reference, Integer> positions;

    /** What was read, and the same with variables in the place of names. */
    Parsed(
        String text,
        CelAbstractSyntaxTree read,
        CelAbstractSyntaxTree tree,
        Map<Reference, Integer> positions) {
      super(new ArrayList<>(positions.keySet()));
      this.text = text;
      this.places = read.getSource().getPositionsMap();
      this.tree = tree;
      this.positions = Map.copyOf(positions);
    }

    @Override
    public int position(Reference reference) {
      return positions.getOrDefault(reference, 0);
    }

    @Override
    public Expression typed(Function<Reference, ColumnType> types) throws ExpressionFault {
      Map<String, CelType> variables = new HashMap<>();
      Map<String, Integer> indexes = new HashMap<>();
      for (int i = 0; i < references().size(); i++) {
        CelType type = celType(types.apply(references().get(i)));
        variables.put(ColumnNames.variable(i), NullableType.create(type));
        indexes.put(ColumnNames.variable(i), i);
      }
      CelAbstractSyntaxTree checked = tree(compiler(variables).check(tree), text, places);
      try {
        return new CelExpression(
            columnType(checked.getResultType()), RUNTIME.createProgram(checked), indexes);
      } catch (CelEvaluationException e) {
        throw new ExpressionFault(String.valueOf(e.getMessage()), 0);
      }
    }
  }

  private static CelCompiler compiler(Map<String, CelType> variables) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardEnvironmentEnabled(false)
            .setStandardDeclarations(
                CelStandardDeclarations.newBuilder()
                    .filterFunctions(
                        (function, overload) ->
                            function != StandardFunction.DYN
                                && function != StandardFunction.TYPE
                                && overload != Conversions.DOUBLE_TO_STRING)
                    .build())
            .addLibraries(MATH, TEXTS);
    variables.forEach(builder::addVar);
    return builder.build();
  }

  private static CelAbstractSyntaxTree tree(
      CelValidationResult result, String text, Map<Long, Integer> places) throws ExpressionFault {
    if (!result.hasError()) {
      try {
        return result.getAst();
      } catch (CelValidationException e) {
        throw new AssertionError("an error and no error", e);
      }
    }
    // The first is the one to mend: what follows it is often its echo.
    CelIssue first = result.getErrors().iterator().next();
    Integer place = places.get(first.getExprId());
    int position = place == null ? position(first, text) : place;
    throw new ExpressionFault(FaultWords.of(first.getMessage()), position);
  }

  private static int position(CelIssue issue, String text) {
    CelSource source = CelSource.newBuilder(text).build();
    return source.getLocationOffset(issue.getSourceLocation()).orElse(text.length());
  }

  private static CelType celType(ColumnType type) {
    return switch (type) {
      case STRING -> SimpleType.STRING;
      case LONG -> SimpleType.INT;
      case DOUBLE -> SimpleType.DOUBLE;
      case BOOLEAN -> SimpleType.BOOL;
      case TIMESTAMP -> SimpleType.TIMESTAMP;
    };
  }

  private static ColumnType columnType(CelType type) throws ExpressionFault {
    return switch (type.kind()) {
      case STRING -> ColumnType.STRING;
      case INT -> ColumnType.LONG;
      case DOUBLE -> ColumnType.DOUBLE;
      case BOOL -> ColumnType.BOOLEAN;
      case TIMESTAMP -> ColumnType.TIMESTAMP;
      default ->
          throw new ExpressionFault(
              "its value is a "
                  + FaultWords.typeName(type.name())
                  + ", which no column holds"
                  + hint(type),
              0);
    };
  }

  private static String hint(CelType type) {
    return type.kind() == CelKind.DURATION ? "; DURATION.getSeconds() is a long" : "";
  }
}
