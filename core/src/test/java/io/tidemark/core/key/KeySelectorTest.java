package io.tidemark.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeySelectorTest {
  private static final List<Object> KEYS =
      List.of("", "a", "device-42", 0L, -1L, 1_000_000_007L, true, 2.5, List.of("a", 7L));

  private static List<Integer> groups(int groups) {
    return KEYS.stream().map(key -> KeySelector.group(key, groups)).toList();
  }

  /** Where a key is counted is part of the durable state: these numbers are for ever. */
  @Test
  void aKeyIsInTheGroupItAlwaysWasIn() {
    assertThat(groups(8)).containsExactly(0, 1, 7, 0, 0, 7, 0, 1, 6);
    assertThat(groups(7)).containsExactly(0, 3, 5, 0, 0, 1, 2, 4, 1);
    assertThat(groups(1)).containsOnly(0);
  }
}
