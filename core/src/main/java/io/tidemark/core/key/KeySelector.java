package io.tidemark.core.key;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.row.ValueOrder;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which key an element belongs to, and how keys are written, ordered and spread.
 *
 * @param key the key of an element; null is bad input ({@code null-key}), {@link #NOWHERE} leaves
 *     the element out. Keys have {@code equals} and {@code hashCode}, and a hash code that is the
 *     same on every JVM (strings, boxed numbers, instants and lists of these have one)
 * @param codec deterministic: equal keys give equal bytes
 * @param order the order in which results of different keys are written
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public record KeySelector<T, K>(Function<T, @Nullable K> key, Codec<K> codec, Comparator<K> order) {

  /** In place of a key: the computation does not take the element. */
  public static final Object NOWHERE =
      new Object() {
        @Override
        public String toString() {
          return "nowhere";
        }
      };

  /** A selector of keys that are values a row can hold, or lists of these. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <T, K> KeySelector<T, K> ofValues(Function<T, @Nullable K> key) {
    return new KeySelector<>(key, (Codec) ValueCodec.INSTANCE, (Comparator) ValueOrder.INSTANCE);
  }

  /** The key group of a key among {@code groups}; a function of the key's hash code alone. */
  public static int group(Object key, int groups) {
    return groupOf(key.hashCode(), groups);
  }

  /** The key group of a key with this hash code. */
  public static int groupOf(int hashCode, int groups) {
    int hash = hashCode;
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
    hash ^= hash >>> 16;
    // The same number without a division where it can be had.
    return (groups & (groups - 1)) == 0 ? hash & (groups - 1) : Math.floorMod(hash, groups);
  }
}
