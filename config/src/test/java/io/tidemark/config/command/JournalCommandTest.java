package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look into the journal that a run left. */
class JournalCommandTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void showsTheEventsOfAnEntityWithTheirTimes() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "t\n2024-01-01T00:00:00Z\n");
    Path file = Files.writeString(folder.resolve("p.conf"), RunFolder.COUNTS);
    assertThat(Invocation.of("run", file.toString()).status()).isZero();

    Invocation show = Invocation.of("journal", "show", file.toString(), "sink/out");

    assertThat(show.status()).as(show.err()).isZero();
    assertThat(show.out().lines())
        .first()
        .asString()
        .matches("entity +number +written +event +version +writer +bytes +what");
    assertThat(show.out().lines().skip(1))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "p/sink/out +\\d+ +20\\d\\d-\\d\\d-\\d\\dT\\S+Z +(generation taken|sink"
                            + " committed) +[12] +\\S+ +\\d+ +(generation|until) .*"));
  }
}
