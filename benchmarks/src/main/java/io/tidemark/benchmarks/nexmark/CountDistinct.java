package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Field;
import java.util.HashSet;
import java.util.Set;

/**
 * How many different values there are, exactly: all of them are kept.
 *
 * @param field null is no value
 */
record CountDistinct<T>(String name, Field<T, Long> field)
    implements Aggregate<T, CountDistinct.Seen> {
  private static final Codec<Seen> CODEC = Codecs.of(Seen.class);

  /** The values; the set is the accumulator's own, and grows. */
  record Seen(Set<Long> values) {}

  @Override
  public Seen create() {
    return new Seen(new HashSet<>());
  }

  @Override
  public void add(Seen accumulator, T element) {
    Long value = field.of(element);
    if (value != null) {
      accumulator.values.add(value);
    }
  }

  @Override
  public void merge(Seen into, Seen from) {
    into.values.addAll(from.values);
  }

  @Override
  public Object result(Seen accumulator) {
    return (long) accumulator.values.size();
  }

  @Override
  public Codec<Seen> codec() {
    return CODEC;
  }
}
