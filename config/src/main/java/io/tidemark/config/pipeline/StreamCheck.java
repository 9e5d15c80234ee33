package io.tidemark.config.pipeline;

import io.tidemark.config.expression.ExpressionFault;
import io.tidemark.config.expression.ParsedExpression;
import io.tidemark.config.expression.Reference;
import io.tidemark.config.expression.Reference.Side;
import io.tidemark.config.pipeline.Selection.Function;
import io.tidemark.config.program.ProgramTransform;
import io.tidemark.core.row.ColumnType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows columns through one stream. */
final class StreamCheck {
  private final ColumnCheck check;
  private final StreamSettings stream;
  private final String path;

  /** The result's columns, as far as they are told. */
  private final Map<String, ColumnType> types = new LinkedHashMap<>();

  private final Set<String> untold = new HashSet<>();
  private final Set<String> lists = new HashSet<>();

  StreamCheck(ColumnCheck check, StreamSettings stream) {
    this.check = check;
    this.stream = stream;
    this.path = "pipeline.streams." + stream.name();
  }

  /** A type, and whether it means something. */
  private record Typed(ColumnType type, boolean told) {}

  /** The columns of the results; of no meaning where problems were reported. */
  Columns result() {
    if (stream.work() instanceof StreamSettings.Joined joined) {
      return joined(joined);
    }
    Columns input = input();
    if (stream.where() != null) {
      condition(stream.where(), input);
    }
    if (stream.work() instanceof StreamSettings.Windowed windowed) {
      return windowed(windowed, input);
    } else if (stream.work() instanceof StreamSettings.Rows rows) {
      return rows(rows, input);
    } else if (stream.work() instanceof StreamSettings.Transformed transformed) {
      return transformed(transformed, input);
    }
    throw new AssertionError("no such work: " + stream.work());
  }

  // ---- what is read

  private Columns input() {
    List<String> froms = stream.froms();
    Columns first = check.columns(froms.get(0));
    Map<String, String> seen = new HashMap<>();
    for (String from : froms) {
      Columns other = check.columns(from);
      boolean told = first.areTold() && other.areTold();
      if (told && !first.shown().equals(other.shown())) {
        check.report(
            path + ".from",
            froms.toString(),
            froms.get(0)
                + " and "
                + from
                + " have other columns: "
                + froms.get(0)
                + "=["
                + first.shown()
                + "], "
                + from
                + "=["
                + other.shown()
                + "]",
            "give both the same names and types in one order, with streams that select them");
      }
      for (String origin : check.origins(from)) {
        @Nullable String also = seen.put(origin, from);
        if (also != null) {
          check.report(
              path + ".from",
              froms.toString(),
              also + " and " + from + " both hand on rows of " + origin,
              "a row comes once: one stream with one where, or a window or join between");
        }
      }
    }
    return first;
  }

  private void condition(Term where, Columns input) {
    Typed typed = term(path + ".where", where, Map.of(Side.ROW, input));
    if (typed.told() && typed.type() != ColumnType.BOOLEAN) {
      check.report(
          path + ".where",
          where.text(),
          "no condition: type=" + Words.COLUMN_TYPE.print().apply(typed.type()),
          "an expression that is true or false, such as value > 0.0");
    }
  }

  // ---- what is made of it

  private Columns windowed(StreamSettings.Windowed windowed, Columns input) {
    put(StreamColumns.WINDOW_START, ColumnType.TIMESTAMP);
    put(StreamColumns.WINDOW_END, ColumnType.TIMESTAMP);
    keys(windowed.keyBy(), ".key-by", input);
    for (String column : windowed.keyBy()) {
      put(column, input.type(column).orElse(ColumnType.STRING));
      if (!input.hasType(column)) {
        untold.add(column);
      }
    }
    WindowSettings.@Nullable Mark mark = windowed.window().mark();
    if (mark != null) {
      put(mark.column(), mark.type());
    }
    for (Selection selection : windowed.select()) {
      selection(selection, input);
    }
    return new Columns(types, untold, lists, Columns.Others.NONE);
  }

  private void keys(List<String> keyBy, String key, Columns input) {
    keyBy.forEach(column -> check.require(path + key, column, input));
  }

  private void selection(Selection selection, Columns input) {
    Term term = selection.term();
    if (term == null) {
      put(selection.name(), ColumnType.LONG);
      return;
    }
    Typed typed = term(path + ".select", term, Map.of(Side.ROW, input));
    boolean number = typed.type() == ColumnType.LONG || typed.type() == ColumnType.DOUBLE;
    Function function = selection.function();
    if (function.isOfNumbers() && !number && typed.told()) {
      String type = Words.COLUMN_TYPE.print().apply(typed.type());
      check.report(
          path + ".select",
          selection.print(),
          (term.isColumn() ? "the column " + term.text() : term.text())
              + " is no number: type="
              + type,
          term.isColumn()
              ? "declare it in the source: columns { " + term.text() + " = double }, or long"
              : function.word() + " takes a long or a double");
    }
    put(
        selection.name(),
        switch (function) {
          case AVG, STDDEV, STDDEV_POPULATION -> ColumnType.DOUBLE;
          case COUNT, COUNT_DISTINCT -> ColumnType.LONG;
          default -> typed.type();
        });
    if (function.givesLists()) {
      lists.add(selection.name());
    } else if (!typed.told()) {
      untold.add(selection.name());
    }
  }

  private Columns rows(StreamSettings.Rows rows, Columns input) {
    return rows.select() == null ? input : computed(rows.select(), Map.of(Side.ROW, input));
  }

  private Columns computed(List<Computed> select, Map<Side, Columns> inputs) {
    for (Computed computed : select) {
      Typed typed = term(path + ".select", computed.term(), inputs);
      put(computed.name(), typed.type());
      if (!typed.told()) {
        untold.add(computed.name());
      }
    }
    return new Columns(types, untold, lists, Columns.Others.NONE);
  }

  private Columns joined(StreamSettings.Joined joined) {
    JoinSettings join = joined.join();
    Columns left = check.columns(join.left());
    Columns right = check.columns(join.right());
    String block = join.asOf() ? ".as-of" : ".join";
    boolean on = join.leftKey().equals(join.rightKey());
    keys(join.leftKey(), block + (on ? ".on" : ".left-key"), left);
    keys(join.rightKey(), block + (on ? ".on" : ".right-key"), right);
    for (int i = 0; i < join.leftKey().size(); i++) {
      String ofLeft = join.leftKey().get(i);
      String ofRight = join.rightKey().get(i);
      boolean told = left.hasType(ofLeft) && right.hasType(ofRight);
      if (told && !left.type(ofLeft).equals(right.type(ofRight))) {
        check.report(
            path + block + (on ? ".on" : ".right-key"),
            ofRight,
            "of another type on the left side: left="
                + left.type(ofLeft).map(Words.COLUMN_TYPE.print()).orElse("")
                + ", right="
                + right.type(ofRight).map(Words.COLUMN_TYPE.print()).orElse(""),
            "declare both alike");
      }
    }
    if (join.type() == JoinSettings.Type.ANTI) {
      return computed(joined.select(), Map.of(Side.LEFT, left));
    }
    return computed(joined.select(), Map.of(Side.LEFT, left, Side.RIGHT, right));
  }

  private Columns transformed(StreamSettings.Transformed transformed, Columns input) {
    keys(transformed.keyBy(), ".key-by", input);
    try {
      ProgramTransform.load(transformed.className())
          .results()
          .columns()
          .forEach(column -> put(column.name(), column.type()));
    } catch (IllegalArgumentException e) {
      check.report(
          path + ".transform", transformed.className(), String.valueOf(e.getMessage()), "");
    }
    return new Columns(types, untold, lists, Columns.Others.NONE);
  }

  private void put(String column, ColumnType type) {
    types.put(column, type);
  }

  // ---- expressions

  private Typed term(String setting, Term term, Map<Side, Columns> inputs) {
    try {
      ParsedExpression parsed = term.parsed();
      boolean told = true;
      for (Reference reference : parsed.references()) {
        told &= reference(setting, term, parsed, reference, inputs);
      }
      if (!told && !term.isColumn()) {
        return new Typed(ColumnType.STRING, false);
      }
      return new Typed(parsed.typed(column -> type(column, inputs)).type(), told);
    } catch (ExpressionFault e) {
      check.report(
          setting, term.text(), "at character " + (e.position() + 1) + ": " + e.what(), "");
      return new Typed(ColumnType.STRING, false);
    }
  }

  private static ColumnType type(Reference reference, Map<Side, Columns> inputs) {
    Columns input = inputs.get(reference.side());
    return input == null
        ? ColumnType.STRING
        : input.type(reference.column()).orElse(ColumnType.STRING);
  }

  /** Whether the column is there, as far as is known, and its type means something. */
  private boolean reference(
      String setting,
      Term term,
      ParsedExpression parsed,
      Reference reference,
      Map<Side, Columns> inputs) {
    Columns input = inputs.get(reference.side());
    if (input == null) {
      check.report(setting, term.text(), "an anti join has no right side", "columns of left");
      return false;
    }
    if (term.isColumn() && !term.ofSides()) {
      check.require(setting, reference.column(), input);
    } else if (input.type(reference.column()).isEmpty()) {
      check.report(
          setting,
          term.text(),
          "at character "
              + (parsed.position(reference) + 1)
              + ": no such column: "
              + reference.column(),
          input.allowed(reference.column()));
    } else if (input.lists().contains(reference.column())) {
      check.report(
          setting,
          term.text(),
          "a column of lists: " + reference.column(),
          "only a sink takes those");
    }
    return input.hasType(reference.column()) && !input.lists().contains(reference.column());
  }
}
