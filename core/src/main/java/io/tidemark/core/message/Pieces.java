package io.tidemark.core.message;

import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a step makes of one element that may make several things of it. */
@FunctionalInterface
public interface Pieces {
  /** So many things are made of one element at most; one more ends the pipeline. */
  int MOST = 1_000_000;

  /**
   * What is made of an element, in order: a function of the element alone.
   *
   * @param held the element as it is held
   */
  Iterable<?> of(Object held);

  /**
   * What is made of an element, numbered; made one by one, as they are asked for.
   *
   * @throws IllegalStateException beyond {@link #MOST} of them
   */
  default Iterable<Piece> pieces(Object held) {
    return () -> new Numbered(held, of(held).iterator());
  }

  /** A step over pieces. */
  @FunctionalInterface
  interface Step {
    /** What is made of one, in order. */
    Iterable<?> of(Object piece);
  }

  /** What the step makes of each piece, one after the other. */
  default Pieces then(Step step) {
    return held -> () -> new Chained(pieces(held).iterator(), step);
  }

  /** All that a step makes of pieces. */
  final class Chained implements Iterator<@Nullable Object> {
    private final Iterator<Piece> pieces;
    private final Step step;
    private Iterator<?> values = Collections.emptyIterator();

    private Chained(Iterator<Piece> pieces, Step step) {
      this.pieces = pieces;
      this.step = step;
    }

    @Override
    public boolean hasNext() {
      while (!values.hasNext() && pieces.hasNext()) {
        values = step.of(pieces.next()).iterator();
      }
      return values.hasNext();
    }

    @Override
    public @Nullable Object next() {
      return hasNext() ? values.next() : Collections.emptyIterator().next();
    }
  }

  /** Numbers what comes. */
  final class Numbered implements Iterator<Piece> {
    private final Object held;
    private final Iterator<?> values;
    private int next;

    private Numbered(Object held, Iterator<?> values) {
      this.held = held;
      this.values = values;
    }

    @Override
    public boolean hasNext() {
      return values.hasNext();
    }

    @Override
    public Piece next() {
      if (next == MOST) {
        throw new IllegalStateException(
            "too much is made of one element: expected=at most " + MOST + ", element=" + held);
      }
      @Nullable Object value = values.next();
      return new Piece(
          held, next++, Objects.requireNonNull(value, "a flatMap gives something or leaves out"));
    }
  }
}
