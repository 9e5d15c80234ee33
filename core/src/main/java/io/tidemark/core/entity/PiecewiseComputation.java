package io.tidemark.core.entity;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.message.Placed;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A computation of one key group that takes what is made of elements in place of these. Elements
 * travel as they are, once to each group; here the things are made again and those of other groups
 * left out.
 *
 * <p>So nothing but elements is sent, recorded and acknowledged, in forms that are known, where
 * their pieces may be of any class. It costs a second call for each group, and an element that
 * waits for progress is written with each of its pieces.
 */
public final class PiecewiseComputation extends ForwardingComputation {
  private final Map<String, Part> parts;
  private final int group;
  private final int groups;

  /**
   * What comes of one source or stream.
   *
   * @param pieces what is made of its elements
   * @param key of a {@link Piece}
   */
  public record Part(Pieces pieces, Function<Object, @Nullable Object> key) {}

  /**
   * Takes ownership of the computation.
   *
   * @param parts by {@link EntityId#origin}; none where elements are taken as they are
   * @param group the number of the computation's key group
   * @param groups how many there are
   */
  public PiecewiseComputation(
      Computation computation, Map<String, Part> parts, int group, int groups) {
    super(computation);
    this.parts = Map.copyOf(parts);
    this.group = group;
    this.groups = groups;
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    Part part = parts.get(EntityId.origin(from));
    if (part == null) {
      computation.accept(from, assignedMicros, element);
      return;
    }
    for (Piece piece : part.pieces.pieces(Placed.bare(element))) {
      Object key = part.key.apply(piece);
      if (key != null && key != KeySelector.NOWHERE && KeySelector.group(key, groups) == group) {
        Object taken = element instanceof Placed at ? new Placed(at.origin(), piece) : piece;
        computation.accept(from, assignedMicros, taken);
      }
    }
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    if (!parts.containsKey(EntityId.origin(from))) {
      computation.accept(from, slice);
      return;
    }
    for (int i = 0; i < slice.size(); i++) {
      accept(from, slice.timeMicros(i), slice.value(i));
    }
  }
}
