package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSearchTest {
  @TempDir Path root;
  private Path base = Path.of("");

  @BeforeEach
  void writeFiles() throws IOException {
    base = root.resolve("base");
    for (String name :
        List.of(
            "base/a.csv",
            "base/B.csv",
            "base/d/é.csv",
            "base/d/z.csv",
            "base/d/e/x[1].csv",
            "base/d/readme",
            "beside/q.csv",
            "base/\uD83D\uDE00.csv",
            "base/\uFFFD.csv")) {
      Reading.write(root, name, "");
    }
  }

  private List<String> find(String... patterns) throws IOException {
    return List.copyOf(new FileSearch(base).find(List.of(patterns)).keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv|a.csv",
        "./d/../a.csv|a.csv",
        "?.csv|B.csv a.csv \uFFFD.csv \uD83D\uDE00.csv",
        "d/*.csv|d/z.csv d/é.csv",
        "*/*|d/readme d/z.csv d/é.csv",
        "d/**|d/e/x[1].csv d/readme d/z.csv d/é.csv",
        "**/x*|d/e/x[1].csv",
        "d/e/x[1].csv|d/e/x[1].csv",
        "{d,d/e}/[xz]*.csv|d/e/x[1].csv d/z.csv",
        "../beside/*.csv|../beside/q.csv",
      })
  void findsFilesInTheOrderOfTheirPathsBytes(String pattern, String expected) throws IOException {
    assertThat(String.join(" ", find(pattern))).isEqualTo(expected);
  }

  @Test
  void saysWhatTheNameIsWhereItIsNoFile() throws Exception {
    Path pipe = base.resolve("pipe.csv");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> find("d"))
        .hasMessageStartingWith("a folder, where its files are to be named, as in folder/*.csv: ");
    assertThatThrownBy(() -> find("pipe.csv")).hasMessageStartingWith("not a regular file: ");
    assertThatThrownBy(() -> find("nix.csv")).hasMessageStartingWith("no file matches: ");
    assertThatThrownBy(() -> find("nix.csv", "a.csv", "pipe.csv"))
        .hasMessageStartingWith(
            "no file matches: pattern=nix.csv, and not a regular file: pattern=pipe.csv, base=");
  }

  @Test
  void takesAbsolutePatternsAndNamesTheirFilesRelativeToTheBase() throws IOException {
    assertThat(find(base + "/?.csv", root + "/beside/*")).contains("a.csv", "../beside/q.csv");
  }

  @Test
  void findsAFileOnceWhicheverPatternsMatch() throws IOException {
    assertThat(find("a.csv", "[ab].csv", "a.*")).containsExactly("a.csv");
  }

  @Test
  void refusesEveryPatternThatMatchesNothing() {
    for (String pattern : List.of("x.csv", "d", "d/*.txt", "nowhere/*", "nowhere/**")) {
      assertThatThrownBy(() -> find("a.csv", pattern))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("pattern=" + pattern);
    }
  }

  @Test
  void refusesWhatIsNoPattern() {
    assertThatThrownBy(() -> find("[a.csv"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a path pattern")
        .hasMessageContaining("[a.csv");
  }
}
