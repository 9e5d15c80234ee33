package io.tidemark.config.pipeline;

import java.time.Duration;

/**
 * A stream's windows: {@code [s, s + size)} or {@code (s, s + size]} for every start {@code s =
 * offset + n·hop}.
 *
 * @param size above zero
 * @param hop above zero; equal to the size where windows tumble
 * @param offset of any sign
 * @param endInclusive whether a window holds its end rather than its start
 */
public record WindowSettings(Duration size, Duration hop, Duration offset, boolean endInclusive) {
  /** Whether every time lies in exactly one window. */
  public boolean tumbles() {
    return size.equals(hop);
  }
}
