package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.join.CoGroup;
import io.tidemark.core.join.Interval;
import io.tidemark.core.join.IntervalJoin;
import io.tidemark.core.join.IntervalJoin.Kind;
import io.tidemark.core.join.JoinState;
import io.tidemark.core.join.Pairing;
import io.tidemark.core.join.Parts;
import io.tidemark.core.join.VersionedJoin;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Two keyed stages, of which elements with one key are put together. Immutable.
 *
 * @param <L> the type of the elements of the left side
 * @param <R> the type of the elements of the right side
 * @param <K> the type of the keys
 */
public final class JoinStage<L, R, K> {
  private final KeyedStage<L, K> left;
  private final KeyedStage<R, K> right;

  JoinStage(KeyedStage<L, K> left, KeyedStage<R, K> right) {
    this.left = left;
    this.right = right;
  }

  /**
   * Elements that lie within an interval of each other: the time of the right one, less that of the
   * left one, is from {@code lower} to {@code upper}, both included.
   *
   * @param lower negative where the right one may come first
   * @param upper not below the other, or the join is refused with an {@code
   *     IllegalArgumentException}
   */
  public Within<L, R, K> within(Duration lower, Duration upper) {
    return new Within<>(this, lower, upper);
  }

  /**
   * Elements with one key whatever their times are. All of them are kept for ever: of use where
   * there are few for each key. There is no outer one: nobody would ever know that nothing follows.
   *
   * @param stream the name of the results, which have the later time of the two
   */
  public <O extends Record> TransformedStage<O> unbounded(
      String stream, Class<O> results, Pairing<? super L, ? super R, O> pairing) {
    return add(stream, results, new IntervalJoin(Interval.UNBOUNDED, Kind.INNER, untyped(pairing)));
  }

  /**
   * Each element of the left side with the latest version on the right side: the last element there
   * whose time is not after its own. The results have the time of the left side's element. Those
   * before the first version are left out.
   */
  public <O extends Record> TransformedStage<O> asOf(
      String stream, Class<O> results, Pairing<? super L, ? super R, O> pairing) {
    return add(stream, results, new VersionedJoin(false, untyped(pairing)));
  }

  /** As {@link #asOf}, with null on the right for elements before the first version. */
  public <O extends Record> TransformedStage<O> asOfOrNone(
      String stream, Class<O> results, Pairing<? super L, ? super @Nullable R, O> pairing) {
    return add(stream, results, new VersionedJoin(true, untyped(pairing)));
  }

  /**
   * The elements of both sides in each window together.
   *
   * @param windows tumbling, hopping or of a calendar; sessions are refused
   * @param stream the name of the results, which have the time of their window
   */
  public <O extends Record> TransformedStage<O> coGroup(
      String stream,
      Windows windows,
      Class<O> results,
      CoGroup.Grouping<? super K, ? super L, ? super R, ? extends O> grouping) {
    return add(stream, results, new CoGroup(windows, untyped(grouping)));
  }

  /** Elements within an interval of each other; what the results are is not said yet. */
  public static final class Within<L, R, K> {
    private final JoinStage<L, R, K> join;
    private final Duration lower;
    private final Duration upper;

    private Within(JoinStage<L, R, K> join, Duration lower, Duration upper) {
      this.join = join;
      this.lower = lower;
      this.upper = upper;
    }

    /**
     * Pairs, each with the later time of the two.
     *
     * @param stream the name of the results, unique among the sources and streams of the pipeline
     * @param results their record class, whose components are the columns of an output
     */
    public <O extends Record> TransformedStage<O> inner(
        String stream, Class<O> results, Pairing<? super L, ? super R, O> pairing) {
      return add(stream, results, Kind.INNER, pairing);
    }

    /**
     * Pairs, and elements of the left side that met nothing, with null on the right: their time is
     * that of the element plus the upper bound, where that is above zero.
     */
    public <O extends Record> TransformedStage<O> left(
        String stream, Class<O> results, Pairing<? super L, ? super @Nullable R, O> pairing) {
      return add(stream, results, Kind.LEFT, pairing);
    }

    /**
     * Pairs, and elements of either side that met nothing: those of the right side at their time
     * less the lower bound, where that is below zero.
     */
    public <O extends Record> TransformedStage<O> full(
        String stream,
        Class<O> results,
        Pairing<? super @Nullable L, ? super @Nullable R, O> pairing) {
      return add(stream, results, Kind.FULL, pairing);
    }

    /** Elements of the left side that met nothing, at the times of {@link #left}. */
    public <O extends Record> TransformedStage<O> anti(
        String stream, Class<O> results, Function<? super L, O> result) {
      Pairing<L, @Nullable R, O> pairing = (found, nothing) -> result.apply(found);
      return add(stream, results, Kind.ANTI, pairing);
    }

    private <O extends Record> TransformedStage<O> add(
        String stream, Class<O> results, Kind kind, Pairing<?, ?, O> pairing) {
      Interval interval = Interval.between(stream, lower, upper);
      return join.add(stream, results, new IntervalJoin(interval, kind, untyped(pairing)));
    }
  }

  // ---- as entities see it

  @SuppressWarnings("unchecked") // The parts give elements of the sides' types.
  private static Pairing<@Nullable Object, @Nullable Object, Object> untyped(
      Pairing<?, ?, ?> pairing) {
    return (Pairing<@Nullable Object, @Nullable Object, Object>) pairing;
  }

  @SuppressWarnings("unchecked") // Likewise.
  private static CoGroup.Grouping<Object, Object, Object, Object> untyped(
      CoGroup.Grouping<?, ?, ?, ?> grouping) {
    return (CoGroup.Grouping<Object, Object, Object, Object>) grouping;
  }

  private <O extends Record> TransformedStage<O> add(
      String stream, Class<O> results, Transform<Object, Object, JoinState, Object> join) {
    RecordForm<O> form = RecordForm.of(results);
    Parts parts = parts(stream);
    KeySelector<Object, Object> keys = left.key.selector();
    List<StreamSpec.Input> inputs = new ArrayList<>();
    Map<String, Function<Object, Object>> views = new HashMap<>();
    for (int i = 0; i < parts.all().size(); i++) {
      int part = i;
      String from = parts.all().get(part).from();
      inputs.add(new StreamSpec.Input(from, keyOf(parts, part, keys), pieces(stream, from)));
      views.put(from, held -> parts.sided(part, held));
    }
    TransformWork work =
        new TransformWork(
            keys,
            Untyped.transform(join),
            left.key::typed,
            views,
            Untyped.codec(JoinState.codec(parts)),
            List.of(Untyped.codec(RecordCodec.of(form))),
            Rules.defaults());
    boolean bySubstream = inputs.size() == 1 && left.bySubstream && right.bySubstream;
    left.draft.add(new StreamSpec(stream, inputs, bySubstream, work));
    return new TransformedStage<>(left.draft, stream, form, Rules.defaults());
  }

  // Nullness of the function's result is lost in the record's type.
  @SuppressWarnings("NullAway")
  private static KeySelector<Object, Object> keyOf(
      Parts parts, int part, KeySelector<Object, Object> keys) {
    Codec<Object> codec = keys.codec();
    return new KeySelector<>(held -> parts.key(part, held), codec, keys.order());
  }

  /** Each source or stream once, though both sides may come from it. */
  private Parts parts(String stream) {
    List<Parts.Part> parts = new ArrayList<>();
    TreeSet<String> froms = new TreeSet<>();
    left.parts.forEach(part -> froms.add(part.from()));
    right.parts.forEach(part -> froms.add(part.from()));
    for (String from : froms) {
      Codec<Object> held = left.draft.heldCodec(from);
      Pieces pieces = pieces(stream, from);
      Codec<Object> codec = pieces == null ? held : Piece.codec(held, pieces);
      parts.add(new Parts.Part(from, codec, side(left, from), side(right, from)));
    }
    return new Parts(stream, parts);
  }

  /** What is made of the elements of a source or stream before they are joined. */
  private @Nullable Pieces pieces(String stream, String from) {
    Part<L> ofLeft = part(left, from);
    Part<R> ofRight = part(right, from);
    Pieces onLeft = ofLeft == null ? null : ofLeft.view().pieces();
    Pieces onRight = ofRight == null ? null : ofRight.view().pieces();
    if (ofLeft != null && ofRight != null && onLeft != onRight) {
      throw new IllegalArgumentException(
          "both sides of a join come from one source or stream, and a flatMap is on one of them:"
              + " stream="
              + stream
              + ", from="
              + from
              + "; filter what one flatMap gives for either side, or give one side to a transform"
              + " first");
    }
    return onLeft == null ? onRight : onLeft;
  }

  private static <T, K> @Nullable Part<T> part(KeyedStage<T, K> stage, String from) {
    for (Part<T> part : stage.parts) {
      if (part.from().equals(from)) {
        return part;
      }
    }
    return null;
  }

  private static <T, K> Parts.Side side(KeyedStage<T, K> stage, String from) {
    Part<T> part = part(stage, from);
    if (part == null) {
      return Parts.Side.nothing();
    }
    Function<Object, @Nullable Object> view = part.view().nullable();
    KeySelector<Object, Object> key = part.view().key(stage.key.selector());
    return new Parts.Side(view == null ? held -> held : view, key.key());
  }
}
