package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that count readings by sensor and sum their values; times are ticks. */
final class ReadingWindows {
  record Reading(String sensor, @Nullable Long value) {}

  static WindowStep<String, Reading> step(Windows windows) {
    return new WindowStep<>(
        "readings",
        windows,
        KeySelector.ofValues(Reading::sensor),
        List.of(Aggregates.count(), Aggregates.sumOfLongs(Reading::value)));
  }

  static WindowStep<String, Reading> tumbling(long size) {
    return step(new FixedWindows(size, size, 0, Closed.LEFT));
  }

  static WindowStep<String, Reading> hopping(long size, long hop) {
    return step(new FixedWindows(size, hop, 0, Closed.LEFT));
  }

  static void put(WindowStep<String, Reading> step, String sensor, long... times) {
    for (long micros : times) {
      step.accept(micros, new Reading(sensor, micros));
    }
  }

  /** The rows as {@code start..end key count}. */
  static List<String> fire(WindowStep<String, Reading> step, long progressMicros) {
    return print(step.fire(progressMicros, 1_000));
  }

  static List<String> print(List<WindowResult<String>> rows) {
    List<String> printed = new ArrayList<>();
    for (WindowResult<String> row : rows) {
      printed.add(
          bound(row.startMicros())
              + ".."
              + bound(row.endMicros())
              + " "
              + row.key()
              + " "
              + row.values().get(0));
    }
    return printed;
  }

  private static String bound(long micros) {
    return Time.isFinite(micros) ? Long.toString(micros) : Time.format(micros);
  }

  static byte[] all(WindowStep<String, Reading> step) {
    return Bytes.write(step::writeAll);
  }

  static byte[] delta(WindowStep<String, Reading> step) {
    return Bytes.write(step::writeDelta);
  }

  static void read(WindowStep<String, Reading> step, byte[] bytes) {
    Bytes.<Object>read(
        bytes,
        in -> {
          step.readInto(in);
          return step;
        });
  }

  private ReadingWindows() {}
}
