package io.tidemark.config.assembly;

import io.tidemark.config.assembly.Relation.Column;
import io.tidemark.config.assembly.Relation.Part;
import io.tidemark.config.expression.ColumnValue;
import io.tidemark.config.expression.Expression;
import io.tidemark.config.expression.ExpressionFault;
import io.tidemark.config.expression.ParsedExpression;
import io.tidemark.config.expression.Reference;
import io.tidemark.config.pipeline.Computed;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.Term;
import io.tidemark.config.program.ProgramTransform;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.window.WindowResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sources and streams of a pipeline as their readers see them. */
final class Relations {
  private final PipelineFile file;
  private final OpenedSources opened;

  Relations(PipelineFile file, OpenedSources opened) {
    this.file = file;
    this.opened = opened;
  }

  /** What readers of the source or stream see. */
  Relation of(String name) {
    StreamSettings stream = file.stream(name).orElse(null);
    Schema schema = opened.schema(name);
    if (stream == null) {
      return Relation.ofRows(name, schema);
    } else if (stream.work() instanceof StreamSettings.Windowed) {
      return ofWindows(stream, schema);
    } else if (stream.work() instanceof StreamSettings.Joined) {
      return computed(name, schema, index -> held -> ((Row) ((Derived) held).value()).get(index));
    } else if (stream.work() instanceof StreamSettings.Transformed transformed) {
      ProgramTransform program = ProgramTransform.load(transformed.className());
      return computed(name, schema, index -> held -> program.row(held).get(index));
    } else if (stream.work() instanceof StreamSettings.Rows rows) {
      return ofRows(rows, schema, input(stream));
    }
    throw new AssertionError("no such work: " + stream.work());
  }

  /** What the stream, which is no join, computes over: the rows that it reads and that count. */
  Relation input(StreamSettings stream) {
    List<Part> parts = new ArrayList<>();
    List<Relation> read = stream.froms().stream().map(this::of).toList();
    Schema schema = read.get(0).schema();
    Term where = stream.where();
    for (Relation relation : read) {
      for (Part part : relation.parts()) {
        if (where == null) {
          parts.add(part);
        } else {
          ColumnValue condition = value(where, relation, part);
          parts.add(part.where(held -> Boolean.TRUE.equals(condition.of(held))));
        }
      }
    }
    return new Relation(schema, parts);
  }

  private static Relation ofRows(StreamSettings.Rows rows, Schema schema, Relation input) {
    List<Computed> select = rows.select();
    if (select == null) {
      return input;
    }
    List<Part> parts = new ArrayList<>();
    for (Part part : input.parts()) {
      List<Column> columns = new ArrayList<>();
      for (Computed computed : select) {
        Term term = computed.term();
        columns.add(
            term.isColumn()
                ? part.columns().get(input.index(term.text()))
                : new Column(value(term, input, part), null));
      }
      parts.add(new Part(part.from(), part.where(), columns));
    }
    return new Relation(schema, parts);
  }

  /** The results of a windowed stream: window_start, window_end, keys, mark, selected. */
  private static Relation ofWindows(StreamSettings stream, Schema schema) {
    int keys = stream.keyBy().size();
    return computed(
        stream.name(),
        schema,
        index -> {
          int part = index - 2;
          if (index == 0) {
            return held -> instant(((WindowResult<?>) held).startMicros());
          } else if (index == 1) {
            return held -> instant(((WindowResult<?>) held).endMicros());
          }
          return part < keys
              ? held -> Relation.keyParts(((WindowResult<?>) held).key(), keys).get(part)
              : held -> ((WindowResult<?>) held).values().get(part - keys);
        });
  }

  private static @Nullable Instant instant(long micros) {
    return Time.isFinite(micros) ? Time.instant(micros) : null;
  }

  /** What a stream computes, with the columns by their places. */
  private static Relation computed(
      String name, Schema schema, Function<Integer, ColumnValue> value) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      columns.add(new Column(value.apply(i), schema.columns().get(i).name()));
    }
    return new Relation(schema, List.of(new Part(name, null, columns)));
  }

  /** The term's value of elements of the part. */
  static ColumnValue value(Term term, Relation relation, Part part) {
    return over(
        term,
        reference -> type(relation.schema(), reference.column()),
        reference -> part.columns().get(relation.index(reference.column())).value());
  }

  /** The type of the term's values. */
  static ColumnType type(Term term, Relation relation) {
    return expression(term, reference -> type(relation.schema(), reference.column())).type();
  }

  static ColumnType type(Schema schema, String column) {
    return schema.columns().get(schema.indexOf(column)).type();
  }

  /** The term's value, given the types and values of the columns that it names. */
  static ColumnValue over(
      Term term, Function<Reference, ColumnType> types, Function<Reference, ColumnValue> values) {
    try {
      ParsedExpression parsed = term.parsed();
      return parsed.typed(types).over(parsed.references().stream().map(values).toList());
    } catch (ExpressionFault e) {
      throw new AssertionError("an expression that was checked is none: " + term.text(), e);
    }
  }

  private static Expression expression(Term term, Function<Reference, ColumnType> types) {
    try {
      return term.parsed().typed(types);
    } catch (ExpressionFault e) {
      throw new AssertionError("an expression that was checked is none: " + term.text(), e);
    }
  }
}
