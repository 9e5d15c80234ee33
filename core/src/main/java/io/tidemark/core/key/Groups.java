package io.tidemark.core.key;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * In place of a key: the key groups of all that is made of one element, to each of which the
 * element goes once. Immutable once handed on.
 */
public final class Groups {
  private final BitSet groups = new BitSet();

  private Groups() {}

  /**
   * The groups of keys.
   *
   * @param keys null and {@link KeySelector#NOWHERE} are taken as they are for single keys
   * @param count how many groups there are, 1 or more
   * @return groups; {@link KeySelector#NOWHERE} where there is no key, null where one is missing
   */
  public static @Nullable Object of(Iterable<? extends @Nullable Object> keys, int count) {
    Groups groups = new Groups();
    for (Object key : keys) {
      if (key == null) {
        return null;
      } else if (key != KeySelector.NOWHERE) {
        groups.groups.set(KeySelector.group(key, count));
      }
    }
    return groups.groups.isEmpty() ? KeySelector.NOWHERE : groups;
  }

  /** How many there are. */
  public int count() {
    return groups.cardinality();
  }

  /** The first group at or after this one; -1 where there is none. */
  public int next(int group) {
    return groups.nextSetBit(group);
  }

  @Override
  public String toString() {
    return "groups " + groups;
  }
}
