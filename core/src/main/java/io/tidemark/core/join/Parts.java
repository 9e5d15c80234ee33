package io.tidemark.core.join;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a join reads, and which side of it that is. Elements are kept as they are held, in the form
 * that their source or stream has for them, so that a join needs no codec of its own. Immutable.
 */
public final class Parts {
  private final String stream;
  private final List<Part> parts;

  /**
   * One source or stream.
   *
   * @param from its name
   * @param codec of its elements as they are held
   * @param left elements of the left side; gives null for those that are none
   * @param right elements of the right side; gives null for those that are none
   */
  public record Part(String from, Codec<Object> codec, Side left, Side right) {}

  /**
   * One side of what comes from a source or stream.
   *
   * @param view an element as one of the side, null for one that is none
   * @param key of such an element; null for one that is none
   */
  public record Side(
      Function<Object, @Nullable Object> view, Function<Object, @Nullable Object> key) {
    /** The side of which there is nothing. */
    public static Side nothing() {
      return new Side(Side::none, Side::none);
    }

    private static @Nullable Object none(Object held) {
      return null;
    }
  }

  /**
   * What is read.
   *
   * @param stream the join, for messages
   */
  public Parts(String stream, List<Part> parts) {
    this.stream = stream;
    this.parts = List.copyOf(parts);
  }

  /** The parts. */
  public List<Part> all() {
    return parts;
  }

  /** An element as the join takes it. */
  public Sided sided(int part, Object held) {
    Part of = parts.get(part);
    return new Sided(part, held, of.left.view.apply(held), of.right.view.apply(held));
  }

  /**
   * The key of an element as it is held; {@link KeySelector#NOWHERE} of one that belongs to neither
   * side, null of one that lacks it.
   */
  public @Nullable Object key(int part, Object held) {
    Part of = parts.get(part);
    boolean onLeft = of.left.view.apply(held) != null;
    boolean onRight = of.right.view.apply(held) != null;
    if (!onLeft && !onRight) {
      return KeySelector.NOWHERE;
    }
    Object left = onLeft ? of.left.key.apply(held) : null;
    Object right = onRight ? of.right.key.apply(held) : null;
    if (onLeft && onRight && left != null && right != null && !left.equals(right)) {
      throw new IllegalStateException(
          "an element belongs to both sides of a join under two keys: stream="
              + stream
              + ", element="
              + held
              + ", left="
              + left
              + ", right="
              + right
              + "; give one side to a stream of its own first");
    }
    return left == null ? right : left;
  }

  void write(Kept kept, DataOutput out) throws IOException {
    out.writeLong(kept.timeMicros);
    Bytes.writeVarInt(kept.part, out);
    out.writeBoolean(kept.matched);
    parts.get(kept.part).codec.write(kept.held, out);
  }

  Kept read(boolean asLeft, DataInput in) throws IOException {
    long timeMicros = in.readLong();
    int part = Bytes.readVarInt(in);
    boolean matched = in.readBoolean();
    Object held = parts.get(part).codec.read(in);
    Sided sided = sided(part, held);
    Object seen = asLeft ? sided.left() : sided.right();
    if (seen == null) {
      throw new IOException("an element is no longer of its side of the join: " + held);
    }
    Kept kept = new Kept(timeMicros, part, held, seen);
    kept.matched = matched;
    return kept;
  }
}
