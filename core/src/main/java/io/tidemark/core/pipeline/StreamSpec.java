package io.tidemark.core.pipeline;

import io.tidemark.core.key.Groups;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A keyed computation over sources and other streams.
 *
 * @param name unique among the sources and streams of the pipeline
 * @param inputs at least one; no source or stream twice
 * @param keyedBySubstream whether the key is the substream key of the one source it reads
 * @param work what is computed for each key
 */
public record StreamSpec(String name, List<Input> inputs, boolean keyedBySubstream, Work work) {
  /**
   * What a stream reads.
   *
   * @param from name of a source or stream
   * @param key of the computation, over what {@code from} hands on: elements of a source, results
   *     of a stream; where something is made of these, over each {@link Piece}
   * @param pieces what is made of them; null where they are taken as they are
   */
  public record Input(String from, KeySelector<Object, Object> key, @Nullable Pieces pieces) {
    /** What is handed on, as it is. */
    public Input(String from, KeySelector<Object, Object> key) {
      this(from, key, null);
    }

    /**
     * What an element is sent by: its key; or, where things are made of it, their {@link Groups}.
     * Gives null, and {@link KeySelector#NOWHERE}, as a key does.
     *
     * @param groups how many key groups there are
     */
    // A compiler before 17.0.19 does not tell NullAway that a selector's function may give null.
    @SuppressWarnings("NullAway")
    public Function<Object, @Nullable Object> routing(int groups) {
      Pieces made = pieces;
      Function<Object, @Nullable Object> ofOne = key.key();
      return made == null ? ofOne : held -> Groups.of(() -> keys(made, ofOne, held), groups);
    }

    private static Iterator<@Nullable Object> keys(
        Pieces made, Function<Object, @Nullable Object> ofOne, Object held) {
      Iterator<Piece> pieces = made.pieces(held).iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return pieces.hasNext();
        }

        @Override
        public @Nullable Object next() {
          return ofOne.apply(pieces.next());
        }
      };
    }
  }

  /** Copies the list; refuses none, and one name twice. */
  public StreamSpec {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("a stream is over nothing: stream=" + name);
    }
    Set<String> names = new HashSet<>();
    for (Input input : inputs) {
      if (!names.add(input.from)) {
        throw new IllegalArgumentException(
            "a stream reads the same twice: stream=" + name + ", from=" + input.from);
      }
    }
    refuseArrivalOrder(name, inputs, work);
  }

  /** Refuses several inputs of what takes elements as they come: they come in no order. */
  private static void refuseArrivalOrder(String name, List<Input> inputs, Work work) {
    boolean asTheyCome =
        work instanceof TransformWork transform && transform.rules().arrivalOrder();
    if (asTheyCome && inputs.size() > 1) {
      throw new IllegalArgumentException(
          "elements of several sources or streams come in no order: stream="
              + name
              + ", from="
              + inputs.stream().map(Input::from).toList()
              + "; leave arrivalOrder() out, or transform one of them");
    }
  }

  /** Aggregates over the windows of each key of one source or stream. */
  public static StreamSpec windowed(
      String name, String from, boolean keyedBySubstream, WindowWork work) {
    return new StreamSpec(name, List.of(new Input(from, work.key())), keyedBySubstream, work);
  }

  /** The names of what it reads. */
  public List<String> froms() {
    return inputs.stream().map(Input::from).toList();
  }

  /** Whether it reads the source or stream of the name. */
  public boolean reads(String from) {
    return inputs.stream().anyMatch(input -> input.from.equals(from));
  }

  /** What it reads of the source or stream of the name. */
  public Input input(String from) {
    return inputs.stream()
        .filter(input -> input.from.equals(from))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("stream " + name + " does not read " + from));
  }
}
