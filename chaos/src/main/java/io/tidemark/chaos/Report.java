package io.tidemark.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rounds as a table in Markdown. */
final class Report {
  private Report() {}

  static String of(List<Round> rounds, long seed) {
    StringBuilder text = new StringBuilder();
    text.append("| fault | rounds | time without output, median | worst | output identical |\n");
    text.append("|---|---|---|---|---|\n");
    for (Fault fault : Fault.values()) {
      List<Round> ofFault = rounds.stream().filter(round -> round.fault() == fault).toList();
      if (!ofFault.isEmpty()) {
        List<Duration> silences =
            new ArrayList<>(ofFault.stream().map(Round::silence).sorted().toList());
        long right = ofFault.stream().filter(Round::isRight).count();
        text.append(
            String.format(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s |%n",
                fault.words(),
                ofFault.size(),
                seconds(silences.get((silences.size() - 1) / 2)),
                seconds(silences.get(silences.size() - 1)),
                right == ofFault.size() ? "yes" : "NO: " + (ofFault.size() - right)));
      }
    }
    long right = rounds.stream().filter(Round::isRight).count();
    text.append(
        "\nSeed %d, %d rounds: output identical to the undisturbed run in %d.\n"
            .formatted(seed, rounds.size(), right));
    return text.toString();
  }

  static String line(Round round) {
    return String.format(
        Locale.ROOT,
        "round %d: %s after %s: %s without output, %d restarts, ended after %s: %s",
        round.number(),
        round.fault().words(),
        seconds(round.after()),
        seconds(round.silence()),
        round.restarts(),
        seconds(round.took()),
        round.isRight() ? "output identical" : "WRONG: " + round.wrong());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
