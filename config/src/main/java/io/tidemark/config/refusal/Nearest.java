package io.tidemark.config.refusal;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * The known word a mistyped one probably stands for: the one with the smallest edit distance
 * (insert, delete, replace or swap two neighbours, each 1), if it is small for the word's length.
 */
public final class Nearest {
  private Nearest() {}

  /** The nearest of the known words, the first one of equals; empty where none is near. */
  public static Optional<String> to(String word, Collection<String> known) {
    String wanted = fold(word);
    String nearest = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      String name = fold(candidate);
      int distance = distance(wanted, name);
      if (distance < least && distance <= tolerance(wanted, name)) {
        nearest = candidate;
        least = distance;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** {@code did you mean X?}, or nothing where no known word is near. */
  public static String hint(String word, Collection<String> known) {
    return to(word, known).map(near -> "did you mean " + near + "? ").orElse("");
  }

  private static String fold(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static int tolerance(String a, String b) {
    return Math.min(a.length() - 1, Math.max(1, Math.max(a.length(), b.length()) / 3));
  }

  private static int distance(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        table[i][j] = cell(table, a, b, i, j);
      }
    }
    return table[a.length()][b.length()];
  }

  private static int cell(int[][] table, String a, String b, int i, int j) {
    if (i == 0 || j == 0) {
      return i + j;
    }
    int replace = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replace, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
  }
}
