package io.tidemark.config.assembly;

import io.tidemark.config.assembly.Relation.Part;
import io.tidemark.config.expression.ColumnValue;
import io.tidemark.config.pipeline.JoinSettings;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Selection;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.Term;
import io.tidemark.config.program.ProgramTransform;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.RowCodec;
import io.tidemark.core.row.Schema;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Makes core's streams of those of a pipeline file that compute something. */
final class Streams {
  private final PipelineFile file;
  private final OpenedSources opened;
  private final Relations relations;
  private final Predicate<StreamSettings> bySubstream;
  private final List<StreamSpec> specs = new ArrayList<>();

  /**
   * The streams of a pipeline.
   *
   * @param bySubstream whether a stream is keyed by the substream key of what it reads
   */
  Streams(PipelineFile file, OpenedSources opened, Predicate<StreamSettings> bySubstream) {
    this.file = file;
    this.opened = opened;
    this.relations = new Relations(file, opened);
    this.bySubstream = bySubstream;
  }

  /** Those that compute something, each after what it reads. Called once. */
  List<StreamSpec> specs() {
    for (StreamSettings stream : file.streams()) {
      if (stream.work() instanceof StreamSettings.Windowed windowed) {
        specs.add(windowed(stream, windowed, relations.input(stream)));
      } else if (stream.work() instanceof StreamSettings.Transformed transformed) {
        specs.add(transformed(stream, transformed, relations.input(stream)));
      } else if (stream.work() instanceof StreamSettings.Joined joined) {
        specs.add(joined(stream, joined.join()));
      }
    }
    return List.copyOf(specs);
  }

  private StreamSpec windowed(
      StreamSettings stream, StreamSettings.Windowed windowed, Relation input) {
    boolean inside = bySubstream.test(stream);
    boolean one = input.parts().size() == 1;
    Map<String, Function<Object, Object>> views = new HashMap<>();
    List<StreamSpec.Input> inputs = new ArrayList<>();
    for (Part part : input.parts()) {
      inputs.add(new StreamSpec.Input(part.from(), input.keysOfRows(part, windowed.keyBy())));
      if (!one) {
        views.put(part.from(), untyped(input.rows(part)));
      } else if (inside && part.where() != null) {
        // Elsewhere the key leaves elements out; substreams have their key already.
        views.put(part.from(), Relation.rowsAsHeld(part));
      }
    }
    // Of one part, keys and aggregates look at elements as they are held: no object between.
    Relation seen = one ? input : Relation.ofRows(stream.name(), input.schema());
    Part part = seen.parts().get(0);
    List<Aggregate<Object, ?>> aggregates = new ArrayList<>();
    for (Selection selection : windowed.select()) {
      aggregates.add(aggregate(selection, seen, part));
    }
    WindowWork work =
        new WindowWork(
            seen.keys(part, windowed.keyBy()),
            WindowKinds.of(windowed.window()),
            aggregates,
            views);
    return new StreamSpec(stream.name(), inputs, inside, work);
  }

  private StreamSpec transformed(
      StreamSettings stream, StreamSettings.Transformed transformed, Relation input) {
    ProgramTransform program = ProgramTransform.load(transformed.className());
    Map<String, Function<Object, Object>> views = new HashMap<>();
    List<StreamSpec.Input> inputs = new ArrayList<>();
    for (Part part : input.parts()) {
      inputs.add(new StreamSpec.Input(part.from(), input.keysOfRows(part, transformed.keyBy())));
      views.put(part.from(), untyped(input.rows(part)));
    }
    TransformWork work =
        new TransformWork(
            Relation.ofRows(stream.name(), input.schema()).keysOfObjects(transformed.keyBy()),
            program.transform(),
            key -> key,
            views,
            program.states(),
            List.of(program.values()),
            program.rules());
    return new StreamSpec(stream.name(), inputs, bySubstream.test(stream), work);
  }

  private StreamSpec joined(StreamSettings stream, JoinSettings join) {
    Joins joins = new Joins(join, relations.of(join.left()), relations.of(join.right()));
    Schema results = opened.schema(stream.name());
    return joins.stream(stream, results, bySubstream.test(stream), this::heldCodec);
  }

  /** How elements of a source or computed stream are written. */
  private Codec<Object> heldCodec(String from) {
    return specs.stream()
        .filter(spec -> spec.name().equals(from))
        .findFirst()
        .map(spec -> spec.work().results())
        .orElseGet(() -> new RowCodec(opened.schema(from)));
  }

  /** What is left out is null, which a function's type does not say. */
  @SuppressWarnings("unchecked")
  private static Function<Object, Object> untyped(Function<Object, ?> rows) {
    return (Function<Object, Object>) rows;
  }

  private static Aggregate<Object, ?> aggregate(Selection selection, Relation seen, Part part) {
    Term term = selection.term();
    if (term == null) {
      return Aggregates.count();
    }
    ColumnValue value = Relations.value(term, seen, part);
    boolean longs = Relations.type(term, seen) == ColumnType.LONG;
    BigDecimal number = selection.number() == null ? BigDecimal.ONE : selection.number();
    return switch (selection.function()) {
      case COUNT -> throw new AssertionError("count takes no column: " + selection);
      case SUM ->
          longs ? Aggregates.sumOfLongs(field(value)) : Aggregates.sumOfDoubles(field(value));
      case AVG ->
          longs
              ? Aggregates.averageOfLongs(field(value))
              : Aggregates.averageOfDoubles(field(value));
      case MIN -> Aggregates.min(field(value));
      case MAX -> Aggregates.max(field(value));
      case STDDEV ->
          longs ? Aggregates.stddevOfLongs(field(value)) : Aggregates.stddevOfDoubles(field(value));
      case STDDEV_POPULATION ->
          longs
              ? Aggregates.stddevPopulationOfLongs(field(value))
              : Aggregates.stddevPopulationOfDoubles(field(value));
      case PERCENTILE -> Aggregates.percentile(number.doubleValue(), field(value));
      case COUNT_DISTINCT -> Aggregates.countDistinct(field(value));
      case TOP -> Aggregates.topN(number.intValueExact(), field(value));
      case COLLECT -> Aggregates.collect(field(value));
      case FIRST -> Aggregates.first(field(value));
      case LAST -> Aggregates.last(field(value));
    };
  }

  /** The column's values as what its type says they are. */
  @SuppressWarnings("unchecked")
  private static <V> Field<Object, V> field(ColumnValue value) {
    return element -> (V) value.of(element);
  }
}
