package io.tidemark.benchmarks.boundaries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The table as {@code docs/boundaries.md} has it: what was observed when it was written. */
public final class Page {
  private final List<List<String>> rows;

  private Page(List<List<String>> rows) {
    this.rows = rows;
  }

  /** Reads the page. */
  public static Page read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return new Page(lines.filter(line -> line.startsWith("| ")).map(Page::cells).toList());
    }
  }

  /**
   * The cell of that row in the column of the subject.
   *
   * @throws IllegalStateException where the page has no such row or column
   */
  public String cell(Subject subject, Boundary boundary) {
    List<String> head = row("where", "steps");
    int column = head.indexOf(subject.name());
    if (column < 0) {
      throw new IllegalStateException(
          "the page has no such column: name=" + subject.name() + ", columns=" + head);
    }
    return row(boundary.where(), "`" + boundary.text() + "`").get(column);
  }

  private List<String> row(String first, String second) {
    return rows.stream()
        .filter(row -> row.get(0).equals(first) && row.get(1).equals(second))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the page has no such row: where=" + first + ", steps=" + second));
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
        .map(String::strip)
        .toList();
  }
}
