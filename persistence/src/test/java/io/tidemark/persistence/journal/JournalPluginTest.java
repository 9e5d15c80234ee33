package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalPluginTest {
  private final Path directory;

  JournalPluginTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void recoversWhatWasPersistedAcrossAnotherSystemAndAnotherOpening() {
    try (Journal journal = Journal.open(directory, JournalSettings.defaults());
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      assertThat(system.next()).isEqualTo(new Meter.Recovered(new Meter.Total(0, 0)));
      for (int i = 1; i <= 35; i++) {
        assertThat(system.ask(meter, i))
            .isEqualTo(new Meter.Now(new Meter.Total(i * (i + 1L) / 2, i)));
      }
      system.stop(meter);
      system.start("m-1");
      assertThat(system.next()).isEqualTo(new Meter.Recovered(new Meter.Total(630, 35)));
    }
    try (Journal journal = Journal.open(directory, JournalSettings.defaults());
        MeterSystem system = MeterSystem.on(journal)) {
      system.start("m-1");
      assertThat(system.next()).isEqualTo(new Meter.Recovered(new Meter.Total(630, 35)));
    }
  }
}
