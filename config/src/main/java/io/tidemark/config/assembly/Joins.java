package io.tidemark.config.assembly;

import io.tidemark.config.assembly.Relation.Part;
import io.tidemark.config.expression.ColumnValue;
import io.tidemark.config.expression.Reference;
import io.tidemark.config.expression.Reference.Side;
import io.tidemark.config.pipeline.Computed;
import io.tidemark.config.pipeline.JoinSettings;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.join.Interval;
import io.tidemark.core.join.IntervalJoin;
import io.tidemark.core.join.JoinState;
import io.tidemark.core.join.Pairing;
import io.tidemark.core.join.Parts;
import io.tidemark.core.join.VersionedJoin;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.RowCodec;
import io.tidemark.core.row.Schema;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes core's joins of those of a pipeline file: pairs of rows become rows. */
final class Joins {
  private final JoinSettings join;
  private final Relation left;
  private final Relation right;

  /**
   * A join.
   *
   * @param left what its left side sees
   * @param right what its right side sees
   */
  Joins(JoinSettings join, Relation left, Relation right) {
    this.join = join;
    this.left = left;
    this.right = right;
  }

  /** Two rows that meet, of which one may be missing. */
  private record Pair(@Nullable Row left, @Nullable Row right) {}

  /**
   * The join as a stream.
   *
   * @param results the columns of its results
   * @param held how elements of a source or stream are written
   */
  StreamSpec stream(
      StreamSettings stream,
      Schema results,
      boolean bySubstream,
      Function<String, Codec<Object>> held) {
    Parts parts = parts(stream.name(), held);
    List<StreamSpec.Input> inputs = new ArrayList<>();
    Map<String, Function<Object, Object>> views = new HashMap<>();
    for (int i = 0; i < parts.all().size(); i++) {
      int part = i;
      String from = parts.all().get(part).from();
      inputs.add(
          new StreamSpec.Input(from, Relation.selector(element -> parts.key(part, element))));
      views.put(from, element -> parts.sided(part, element));
    }
    KeySelector<Object, Object> keys = left.keysOfObjects(join.leftKey());
    TransformWork work =
        new TransformWork(
            keys,
            transform(pairing(((StreamSettings.Joined) stream.work()).select(), results)),
            key -> key,
            views,
            untyped(JoinState.codec(parts)),
            List.of(new RowCodec(results)),
            Rules.defaults());
    return new StreamSpec(stream.name(), inputs, bySubstream && inputs.size() == 1, work);
  }

  /** Each source or stream once, though both sides may come from it. */
  private Parts parts(String stream, Function<String, Codec<Object>> held) {
    TreeSet<String> froms = new TreeSet<>();
    left.parts().forEach(part -> froms.add(part.from()));
    right.parts().forEach(part -> froms.add(part.from()));
    List<Parts.Part> parts = new ArrayList<>();
    for (String from : froms) {
      parts.add(
          new Parts.Part(
              from,
              held.apply(from),
              side(left, join.leftKey(), from),
              side(right, join.rightKey(), from)));
    }
    return new Parts(stream, parts);
  }

  // A compiler before 17.0.19 does not tell NullAway which of core's functions take or give null.
  @SuppressWarnings("NullAway")
  private static Parts.Side side(Relation relation, List<String> key, String from) {
    for (Part part : relation.parts()) {
      if (part.from().equals(from)) {
        return new Parts.Side(relation.rows(part), relation.keysOfRows(part, key).key());
      }
    }
    return Parts.Side.nothing();
  }

  // A compiler before 17.0.19 does not tell NullAway which of core's functions take or give null.
  @SuppressWarnings("NullAway")
  private Transform<Object, Object, Object, Object> transform(
      Pairing<@Nullable Object, @Nullable Object, Object> pairing) {
    if (join.asOf()) {
      return untyped(new VersionedJoin(join.type() == JoinSettings.Type.LEFT, pairing));
    }
    JoinSettings.Within within = join.within();
    Interval interval =
        within == null ? Interval.UNBOUNDED : Interval.between(within.lower(), within.upper());
    return untyped(new IntervalJoin(interval, kind(), pairing));
  }

  private IntervalJoin.Kind kind() {
    return switch (join.type()) {
      case INNER -> IntervalJoin.Kind.INNER;
      case LEFT -> IntervalJoin.Kind.LEFT;
      case FULL -> IntervalJoin.Kind.FULL;
      case ANTI -> IntervalJoin.Kind.ANTI;
    };
  }

  private Pairing<@Nullable Object, @Nullable Object, Object> pairing(
      List<Computed> select, Schema results) {
    List<ColumnValue> columns = new ArrayList<>();
    for (Computed computed : select) {
      columns.add(
          Relations.over(
              computed.term(),
              reference -> Relations.type(relation(reference).schema(), reference.column()),
              this::column));
    }
    return (leftRow, rightRow) -> {
      Pair pair = new Pair((Row) leftRow, (Row) rightRow);
      Object[] values = new Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        Relation.put(values, i, columns.get(i).of(pair));
      }
      return new Row(results, values, null);
    };
  }

  private Relation relation(Reference reference) {
    return reference.side() == Side.LEFT ? left : right;
  }

  private ColumnValue column(Reference reference) {
    int index = relation(reference).index(reference.column());
    boolean ofLeft = reference.side() == Side.LEFT;
    return pair -> {
      Row row = ofLeft ? ((Pair) pair).left() : ((Pair) pair).right();
      return row == null ? null : row.get(index);
    };
  }

  @SuppressWarnings("unchecked") // The parts give what it takes.
  private static Transform<Object, Object, Object, Object> untyped(Transform<?, ?, ?, ?> join) {
    return (Transform<Object, Object, Object, Object>) join;
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> untyped(Codec<?> codec) {
    return (Codec<Object>) codec;
  }
}
