package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline file that names a shared journal. */
final class SharedJournalTest {
  @TempDir private Path folder = Path.of("");

  private Path pipeline(String journal) throws IOException {
    Files.writeString(folder.resolve("a.csv"), "t\n2024-01-01T00:00:00Z\n");
    return Files.writeString(
        folder.resolve("p.conf"),
        RunFolder.COUNTS.replace("pipeline {", "pipeline {\n  journal { " + journal + " }"));
  }

  @Test
  void initMakesTheTablesOnce() throws IOException {
    try (PostgresServer server = PostgresServer.start("fsync = off")) {
      Path file =
          pipeline("type = postgresql, url = \"%s\", user = tidemark".formatted(server.url()));

      Invocation before = Invocation.of("journal", "ls", file.toString());
      Invocation first = Invocation.of("journal", "init", file.toString());
      Invocation second = Invocation.of("journal", "init", file.toString());
      Invocation ls = Invocation.of("journal", "ls", file.toString());
      Invocation withState = Invocation.of("journal", "ls", file.toString(), "--state", "nowhere");

      assertThat(before.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(before.err()).contains("`tidemark journal init PIPELINE.conf`");
      assertThat(first.status()).as(first.err()).isZero();
      assertThat(first.out())
          .isEqualTo("schema tidemark is created: " + server.url() + ", user tidemark\n");
      assertThat(second.status()).isZero();
      assertThat(second.out()).startsWith("schema tidemark is there already: ");
      assertThat(ls.status()).as(ls.err()).isZero();
      assertThat(ls.out()).startsWith("entity");
      assertThat(withState).isEqualTo(ls);
    }
  }

  @Test
  void checkShowsUrlAndUserAndWhereThePasswordIsButNotThePassword() throws IOException {
    Files.writeString(folder.resolve("secret"), "hunter2\n");
    Path file =
        pipeline(
            "type = postgresql, url = \"jdbc:postgresql://db:5432/t\", user = tm, password-file = secret");

    Invocation check = Invocation.of("check", file.toString());

    assertThat(check.status()).as(check.err()).isZero();
    assertThat(check.out())
        .contains("pipeline.journal.url = jdbc:postgresql://db:5432/t")
        .contains("pipeline.journal.user = tm")
        .contains("pipeline.journal.password-file = secret")
        .contains("pipeline.journal.patience = 1m")
        .doesNotContain("hunter2");
  }

  @Test
  void aPasswordInTheUrlIsRefusedAndNotShown() throws IOException {
    Path file =
        pipeline(
            "type = postgresql, user = tm, url = \"jdbc:postgresql://db:5432/t?password=hunter2\"");

    Invocation check = Invocation.of("check", file.toString());

    assertThat(check.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(check.err())
        .contains("pipeline.journal.url: user or password in the URL")
        .contains("password-env")
        .doesNotContain("hunter2");
  }

  @Test
  void initOfAJournalInAFolderIsRefused() throws IOException {
    Invocation init = Invocation.of("journal", "init", pipeline("fsync = on").toString());

    assertThat(init.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(init.err())
        .startsWith("tidemark: " + folder.resolve("p.conf") + ": pipeline.journal.type = leveldb: ")
        .contains("type = postgresql");
  }

  @Test
  void initWaitsForADatabaseAsLongAsItIsToldTo() throws IOException {
    Path file =
        pipeline(
            "type = postgresql, url = \"jdbc:postgresql://127.0.0.1:1/t\", user = tm, patience = 2s");

    Invocation init = Invocation.of("journal", "init", file.toString());

    assertThat(init.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(init.err())
        .contains("cannot be used", "127.0.0.1:1", "tried for=", "raise journal.patience (2 s)");
  }

  @Test
  void aPasswordThatIsNotSetIsNamedByItsVariable() throws IOException {
    Path file =
        pipeline(
            "type = postgresql, url = \"jdbc:postgresql://db:5432/t\", user = tm, password-env = TIDEMARK_NOT_SET");

    Invocation init = Invocation.of("journal", "init", file.toString());

    assertThat(init.status()).isEqualTo(ExitStatus.REFUSED);
    assertThat(init.err()).contains("environment variable=TIDEMARK_NOT_SET");
  }
}
