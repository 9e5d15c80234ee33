package io.tidemark.config.unit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts of bytes as people write them: an integer and {@code B}, {@code kB MB GB TB} (powers of
 * 1000) or {@code KiB MiB GiB TiB} (powers of 1024).
 */
public final class Sizes {
  /** What is allowed, for messages. */
  public static final String FORM =
      "an integer and B, kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 256MB";

  private static final Pattern PATTERN =
      Pattern.compile("([0-9]+) ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)");

  private static final List<Unit> LARGEST_FIRST =
      List.of(
          new Unit("TiB", 1L << 40),
          new Unit("TB", 1_000_000_000_000L),
          new Unit("GiB", 1L << 30),
          new Unit("GB", 1_000_000_000L),
          new Unit("MiB", 1L << 20),
          new Unit("MB", 1_000_000L),
          new Unit("KiB", 1L << 10),
          new Unit("kB", 1_000L),
          new Unit("B", 1L));

  private Sizes() {}

  private record Unit(String name, long bytes) {}

  /**
   * The number of bytes that the text means.
   *
   * @throws IllegalArgumentException where it means none, or more than a {@code long} holds; the
   *     message says what is wrong with the value and does not repeat it
   */
  public static long parseBytes(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a size");
    }
    String unit = matcher.group(2).equals("KB") ? "kB" : matcher.group(2);
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(unit).bytes());
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("a size beyond what 64 bits hold", e);
    }
  }

  /** The size in the largest unit that divides it: {@code 256MB}. */
  public static String print(long bytes) {
    for (Unit unit : LARGEST_FIRST) {
      if (bytes != 0 && bytes % unit.bytes() == 0) {
        return bytes / unit.bytes() + unit.name();
      }
    }
    return bytes + "B";
  }

  private static Unit unit(String name) {
    return LARGEST_FIRST.stream()
        .filter(unit -> unit.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no unit has the name " + name));
  }
}
