package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several aggregates side by side; an accumulator holds theirs in order. */
final class Composite<T> implements Aggregate<T, Object[]> {
  private final String name;
  private final Aggregate<T, Object>[] parts;
  private final Codec<Object[]> codec;

  @SuppressWarnings("unchecked")
  Composite(String name, List<? extends Aggregate<? super T, ?>> parts) {
    this.name = name;
    this.parts = (Aggregate<T, Object>[]) parts.toArray(new Aggregate<?, ?>[0]);
    this.codec = new PartsCodec();
  }

  /** The aggregates of a row as one: the only one, or all side by side. */
  @SuppressWarnings("unchecked")
  static <T> Aggregate<T, Object> of(List<? extends Aggregate<? super T, ?>> aggregates) {
    Aggregate<? super T, ?> one =
        aggregates.size() == 1 ? aggregates.get(0) : new Composite<T>("values", aggregates);
    return (Aggregate<T, Object>) one;
  }

  /** The parts, in order. */
  List<Aggregate<T, Object>> parts() {
    return List.of(parts);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Object[] create() {
    Object[] accumulators = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      accumulators[i] = parts[i].create();
    }
    return accumulators;
  }

  @Override
  public void add(Object[] accumulators, T element) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].add(accumulators[i], element);
    }
  }

  @Override
  public boolean isOrdered() {
    return parts().stream().anyMatch(Aggregate::isOrdered);
  }

  @Override
  public void add(Object[] accumulators, T element, Position position) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].add(accumulators[i], element, position);
    }
  }

  @Override
  public void merge(Object[] into, Object[] from) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].merge(into[i], from[i]);
    }
  }

  @Override
  public @Nullable Retraction<Object[]> retraction() {
    List<Retraction<Object>> all = new ArrayList<>();
    for (Aggregate<T, Object> part : parts) {
      Retraction<Object> retraction = part.retraction();
      if (retraction == null) {
        return null;
      }
      all.add(retraction);
    }
    return (from, part) -> {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).retract(from[i], part[i]);
      }
    };
  }

  @Override
  public Object result(Object[] accumulators) {
    List<@Nullable Object> values = new ArrayList<>(parts.length);
    for (int i = 0; i < parts.length; i++) {
      values.add(parts[i].result(accumulators[i]));
    }
    return Collections.unmodifiableList(values);
  }

  @Override
  public Codec<Object[]> codec() {
    return codec;
  }

  private final class PartsCodec implements Codec<Object[]> {
    @Override
    public void write(Object[] accumulators, DataOutput out) throws IOException {
      for (int i = 0; i < parts.length; i++) {
        parts[i].codec().write(accumulators[i], out);
      }
    }

    @Override
    public Object[] read(DataInput in) throws IOException {
      Object[] accumulators = new Object[parts.length];
      for (int i = 0; i < parts.length; i++) {
        accumulators[i] = parts[i].codec().read(in);
      }
      return accumulators;
    }
  }
}
