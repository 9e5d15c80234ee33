package io.tidemark.config.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputFilesTest {
  @TempDir Path folder;

  private Output output(String sink, String file) {
    return new Output(sink, folder.resolve(file), false, null);
  }

  private List<String> conflicts(Output... outputs) {
    return new OutputFiles(List.of(outputs))
        .conflicts(List.of(folder.resolve("in.csv")), folder.resolve("state")).stream()
            .map(Problem::toString)
            .map(problem -> problem.replace(folder + "/", ""))
            .toList();
  }

  @Nested
  class Paths {
    @Test
    void mayBeNewFilesInNewFolders() {
      assertThat(conflicts(output("a", "x/y/a.csv"), output("b", "x/y/b.csv"))).isEmpty();
    }

    @Test
    void areNotWrittenByTwoSinks() {
      assertThat(conflicts(output("a", "out.csv"), output("b", "x/../out.csv")))
          .singleElement()
          .asString()
          .startsWith("pipeline.sinks.b.path = x/../out.csv: the sink a writes there too");
    }

    @Test
    void areNotWrittenByTwoSinksThroughALink() throws IOException {
      Files.createDirectory(folder.resolve("real"));
      Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));

      assertThat(conflicts(output("a", "real/out.csv"), output("b", "link/out.csv")))
          .singleElement()
          .asString()
          .contains("the sink a writes there too");
    }

    @ParameterizedTest
    @CsvSource({"out.csv, link.csv", "link.csv, out.csv"})
    void areNotWrittenByTwoSinksThroughALinkToAFileThatIsNotThereYet(String a, String b)
        throws IOException {
      Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("other.csv"));
      Files.createSymbolicLink(folder.resolve("other.csv"), Path.of("./out.csv"));

      assertThat(conflicts(output("a", a), output("b", b)))
          .singleElement()
          .asString()
          .contains("the sink a writes there too");
    }

    @Test
    void areNotTwoNamesOfOneFile() throws IOException {
      Files.createLink(
          folder.resolve("hard.csv"), Files.writeString(folder.resolve("out.csv"), ""));
      Files.createLink(
          folder.resolve("copy.csv"), Files.writeString(folder.resolve("in.csv"), "t\n"));

      assertThat(
              conflicts(output("a", "out.csv"), output("b", "hard.csv"), output("c", "copy.csv")))
          .hasSize(2)
          .anyMatch(problem -> problem.contains("sinks.b.path = hard.csv: the sink a writes there"))
          .anyMatch(
              problem -> problem.contains("sinks.c.path = copy.csv: the run reads this file"));
    }

    @Test
    void mayBeLinksInACircleWhichTheWriterFindsOut() throws IOException {
      Files.createSymbolicLink(folder.resolve("x.csv"), Path.of("y.csv"));
      Files.createSymbolicLink(folder.resolve("y.csv"), Path.of("x.csv"));

      assertThat(conflicts(output("a", "x.csv"))).isEmpty();
    }

    @Test
    void areNotAnInput() throws IOException {
      Files.writeString(folder.resolve("in.csv"), "t\n");

      assertThat(conflicts(output("a", "in.csv")))
          .singleElement()
          .asString()
          .contains("the run reads this file");
    }

    @Test
    void areNotPartOfTheState() {
      assertThat(conflicts(output("a", "state/run.json"), output("b", "state/journal/x")))
          .hasSize(2);
      assertThat(conflicts(output("a", "state/out.csv"))).isEmpty();
    }

    @Test
    void areNoFolder() throws IOException {
      Files.createDirectory(folder.resolve("out"));

      assertThat(conflicts(output("a", "out"))).singleElement().asString().contains("is a folder");
    }

    @Test
    void doNotLieBelowAFile() throws IOException {
      Files.writeString(folder.resolve("file"), "");

      assertThat(conflicts(output("a", "file/x/out.csv")))
          .singleElement()
          .asString()
          .contains("cannot be created: file is no folder");
    }
  }

  @Nested
  class WhatStandsThere {
    private List<Problem> strangers(Output output, Set<Path> own, boolean fresh) {
      return new OutputFiles(List.of(output)).strangers(own, fresh);
    }

    @Test
    void isNotReplacedWhereNobodyKnowsIt() throws IOException {
      Path file = Files.writeString(folder.resolve("out.csv"), "mine");

      assertThat(strangers(output("a", "out.csv"), Set.of(), false))
          .singleElement()
          .asString()
          .startsWith(file + ": exists, and no run that this state knows of wrote it: sink=a");
    }

    @Test
    void isReplacedByARunOfItsOwnOrOnDemand() throws IOException {
      Path file = Files.writeString(folder.resolve("out.csv"), "mine");

      assertThat(strangers(output("a", "out.csv"), Set.of(file), false)).isEmpty();
      assertThat(strangers(output("a", "out.csv"), Set.of(), true)).isEmpty();
      assertThat(strangers(new Output("a", file, true, null), Set.of(), false)).isEmpty();
    }

    @Test
    void doesNotMatterWhereThereIsNothing() {
      assertThat(strangers(output("a", "out.csv"), Set.of(), false)).isEmpty();
    }
  }

  @Test
  void createsTheFoldersOfItsFiles() throws Refused {
    new OutputFiles(List.of(output("a", "x/y/a.csv"), output("b", "x/b.csv"), output("c", "c.csv")))
        .createFolders();

    assertThat(folder.resolve("x/y")).isDirectory();
    assertThat(folder.resolve("x/y/a.csv")).doesNotExist();
  }
}
