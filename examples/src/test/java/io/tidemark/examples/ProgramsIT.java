package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as programs, over copies of their folders: the same bytes as their files give. */
class ProgramsIT {
  @TempDir Path folder;

  @Test
  void tollbooth() throws Exception {
    ExampleFolder copy = ExampleFolder.copy("tollbooth", folder);

    Tollbooth.main(new String[] {folder.toString()});

    copy.hasWritten("java", "tollbooth");
  }

  @Test
  void traffic() throws Exception {
    ExampleFolder copy = ExampleFolder.copy("traffic", folder);

    Traffic.main(new String[] {folder.toString()});

    copy.hasWritten("java", "traffic");
  }

  @Test
  void standInTheReadmeAsTheyAre() throws Exception {
    String program = Files.readString(Path.of("src/main/java/io/tidemark/examples/Tollbooth.java"));
    int from = program.indexOf("  record Crossing(");
    int to = program.indexOf("\n\n  /** Runs it over");

    assertThat(Files.readString(Path.of("../README.md")))
        .contains("```java\n" + program.substring(from, to).stripIndent() + "\n```");
  }
}
