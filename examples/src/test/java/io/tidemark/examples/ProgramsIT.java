package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as programs, over copies of their folders: the same bytes as their files give. */
class ProgramsIT {
  @TempDir Path folder;

  /** What the program prints, but for the time it took. */
  private static String printed(ThrowingCallable program) throws Throwable {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      program.call();
    } finally {
      System.setOut(before);
    }
    return Readme.timeless(out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void tollbooth() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("tollbooth", folder);

    String printed = printed(() -> Tollbooth.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "tollbooth");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Tollbooth\n" + printed + "$ cmp ");
  }

  @Test
  void traffic() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("traffic", folder);

    String printed = printed(() -> Traffic.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "traffic");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Traffic\n" + printed + "$ cmp ");
  }

  @Test
  void ads() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("ads", folder);

    String printed = printed(() -> Ads.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "ads");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Ads\n" + printed + "$ cmp ");
  }

  @Test
  void heartbeats() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("heartbeats", folder);

    String printed = printed(() -> Heartbeats.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "heartbeats");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Heartbeats\n" + printed + "$ cmp ");
  }

  @Test
  void rates() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("rates", folder);

    String printed = printed(() -> Rates.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "rates");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Rates\n" + printed + "$ cmp ");
  }

  @Test
  void sessions() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("sessions", folder);

    String printed = printed(() -> Sessions.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "sessions");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Sessions\n" + printed + "$ cmp ");
  }

  @Test
  void products() throws Throwable {
    ExampleFolder copy = ExampleFolder.copy("products", folder);

    String printed = printed(() -> Products.main(new String[] {folder.toString()}));

    copy.hasWritten("java", "products");
    assertThat(Readme.of(folder.resolve("README.md")))
        .contains("io.tidemark.examples.Products\n" + printed + "$ cmp ");
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
