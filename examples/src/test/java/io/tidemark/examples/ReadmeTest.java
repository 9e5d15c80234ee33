package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What READMEs show of outputs is in the expected files, which {@link PipelineFilesIT} gets. */
class ReadmeTest {
  private static final Path TOLLBOOTH = Path.of("tollbooth");
  private static final Path TRAFFIC = Path.of("traffic");

  private static String readme(Path folder) throws IOException {
    return Readme.of(folder.resolve("README.md"));
  }

  private static String expected(Path example, String file) throws IOException {
    return Files.readString(example.resolve("expected").resolve(file));
  }

  private static List<String> rows(Path example, String file) throws IOException {
    return expected(example, file).lines().skip(1).toList();
  }

  @Test
  void showsTheCountsOfTheTollbooth() throws IOException {
    String counts = expected(TOLLBOOTH, "tollbooth/counts.csv");
    String command = "\n$ cat examples/tollbooth/out/tollbooth/counts.csv\n";

    assertThat(readme(Path.of(".."))).contains(command + counts + "```\n");
    assertThat(readme(TOLLBOOTH)).contains(command + "```\n```\n" + counts + "```\n");
  }

  @Test
  void showsWhatTheTollboothRejects() throws IOException {
    assertThat(readme(TOLLBOOTH))
        .contains("```\n" + expected(TOLLBOOTH, "tollbooth/rejected.csv") + "```\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tollbooth", "no-early", "substreams", "substreams-no-early"})
  void tabulatesWhatEachTollboothCountsAndRejects(String pipeline) throws IOException {
    long cars =
        rows(TOLLBOOTH, pipeline + "/counts.csv").stream()
            .mapToLong(row -> Long.parseLong(row.substring(row.lastIndexOf(',') + 1)))
            .sum();
    Map<String, Long> rules =
        rows(TOLLBOOTH, pipeline + "/rejected.csv").stream()
            .collect(Collectors.groupingBy(row -> row.split(",", -1)[3], Collectors.counting()));
    String rejected =
        Stream.of("early", "order", "late")
            .filter(rules::containsKey)
            .map(rule -> rules.get(rule) + (rule.equals("order") ? " out of order" : " " + rule))
            .collect(Collectors.joining(", "));

    assertThat(readme(TOLLBOOTH).lines())
        .anyMatch(
            line ->
                line.startsWith("| `" + pipeline + ".conf` |")
                    && line.endsWith(" | " + cars + " cars | " + rejected + " |"));
  }

  @Test
  void showsTheFirstHoursOfTraffic() throws IOException {
    String head =
        expected(TRAFFIC, "traffic/hourly.csv").lines().limit(4).collect(Collectors.joining("\n"));

    assertThat(readme(TRAFFIC))
        .contains("$ head -4 examples/traffic/out/traffic/hourly.csv\n" + head + "\n$ ");
  }

  @Test
  void saysThatPatienceGivesTheTableOfTraffic() throws IOException {
    assertThat(readme(TRAFFIC))
        .contains("$ cmp examples/traffic/out/traffic/hourly.csv")
        .contains("examples/traffic/out/patient/hourly.csv\n");
    assertThat(expected(TRAFFIC, "patient/hourly.csv"))
        .isEqualTo(expected(TRAFFIC, "traffic/hourly.csv"));
  }

  @Test
  void saysHowManyReadingsHasteDropsAndMoves() throws IOException {
    // The assigned time, empty for a row that was dropped, comes before the row, which is quoted.
    Map<Boolean, Long> dropped =
        rows(TRAFFIC, "hasty/rejected.csv").stream()
            .map(row -> row.substring(0, row.indexOf('"')))
            .collect(Collectors.partitioningBy(row -> row.endsWith(",,"), Collectors.counting()));

    assertThat(readme(TRAFFIC))
        .contains(
            dropped.get(true)
                + " readings are dropped, "
                + dropped.get(false)
                + " counted at a later time");
  }
}
