package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JournalTest {
  private static final JournalSettings SETTINGS = JournalSettings.defaults();

  private final Path directory;

  JournalTest(@TempDir Path folder) {
    this.directory = folder.resolve("journal");
  }

  private void writeThree(Engine engine) {
    try (Journal journal = Journal.open(directory, SETTINGS.withEngine(engine))) {
      new Script(journal).write("a", 1, "x", "y", "z");
      new Script(journal).write("b", 1, "u");
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void isReadByTheOtherEngine(Engine engine) {
    writeThree(engine);
    Engine other = engine == Engine.NATIVE ? Engine.JAVA : Engine.NATIVE;
    try (Journal journal = Journal.open(directory, SETTINGS.withEngine(other))) {
      Script script = new Script(journal);
      assertThat(script.recover("a")).containsExactly("x", "y", "z");
      script.write("a", 4, "zz");
      assertThat(script.recover("a")).containsExactly("x", "y", "z", "zz");
    }
  }

  @Test
  void readsFromTheMiddleAndToTheEndOnly() {
    writeThree(Engine.NATIVE);
    try (Journal journal = Journal.open(directory, SETTINGS)) {
      Script script = new Script(journal);
      assertThat(script.replay("a", 3)).containsExactly("z");
      assertThat(script.replay("a", 4)).isEmpty();
      assertThat(script.replay("nobody", 1)).isEmpty();
    }
  }

  @Test
  void leavesNoFileInTheTempFolder() throws IOException {
    writeThree(Engine.NATIVE);
    Path temp = Path.of(System.getProperty("java.io.tmpdir"));
    String prefix = "tidemark-leveldbjni-" + ProcessHandle.current().pid() + "-";
    try (var files = Files.list(temp)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .noneMatch(name -> name.startsWith(prefix));
    }
  }

  @Test
  void isRefusedToASecondUserInTheSameProcess() {
    try (Journal journal = Journal.open(directory, SETTINGS)) {
      assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
          .isInstanceOf(JournalException.Held.class)
          .hasMessageContaining("directory=" + journal.place())
          .hasMessageContaining("pid=" + ProcessHandle.current().pid());
    }
    Journal.open(directory, SETTINGS).close();
  }

  @Test
  void isRefusedWithoutItsMark() throws IOException {
    writeThree(Engine.NATIVE);
    Files.delete(directory.resolve(Mark.FILE));
    assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("file=MARK, found=no such file, but 2 commits");
  }

  @Test
  void survivesOneDamagedSlotOfTheMarkButNotTwo() throws IOException {
    writeThree(Engine.NATIVE);
    byte[] mark = Files.readAllBytes(directory.resolve(Mark.FILE));
    mark[3]++;
    Files.write(directory.resolve(Mark.FILE), mark);
    Journal.open(directory, SETTINGS).close();
    mark[4096 + 3]++;
    Files.write(directory.resolve(Mark.FILE), mark);
    assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("file=MARK");
  }

  @Test
  void isNotReplacedByANewOneWhenLevelDbsEntryFileIsGone() throws IOException {
    writeThree(Engine.NATIVE);
    Files.delete(directory.resolve("CURRENT"));
    assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("file=CURRENT, found=no such file, but file MARK");
    Files.delete(directory.resolve(Mark.FILE));
    assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("file=CURRENT, found=no such file, but file 0");
  }

  @Test
  void dropsAnUnfinishedEndBeyondTheMark() throws IOException {
    writeThree(Engine.NATIVE);
    Path log = newest(".log");
    byte[] whole = Files.readAllBytes(log);
    byte[] torn = new byte[whole.length + 100];
    System.arraycopy(whole, 0, torn, 0, whole.length);
    // The start of a record, as a kill in the middle of a copy leaves it.
    System.arraycopy(whole, 0, torn, whole.length, 20);
    Files.write(log, torn);
    try (Journal journal = Journal.open(directory, SETTINGS)) {
      assertThat(new Script(journal).recover("a")).containsExactly("x", "y", "z");
    }
  }

  @Test
  void namesTheLogThatEndsBelowTheMark() throws IOException {
    writeThree(Engine.NATIVE);
    Path log = newest(".log");
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("file=" + log.getFileName() + ", offset=")
        .hasMessageContaining("the end after commit 1, but file MARK names commit 2");
    assertThat(Files.size(log)).isEqualTo(whole.length - 1);
  }

  @Nested
  class OfATable {
    private final Path table;
    private final byte[] bytes;

    OfATable() throws IOException {
      try (Journal journal = Journal.open(directory, SETTINGS)) {
        for (int n = 1; n <= 100; n++) {
          new Script(journal).write("a", n, "x".repeat(1000));
        }
      }
      // Opening moves the log into a table.
      Journal.open(directory, SETTINGS).close();
      table = newest(".sst");
      bytes = Files.readAllBytes(table);
    }

    private void assertRefused(String found) {
      assertThatThrownBy(() -> Journal.open(directory, SETTINGS))
          .isInstanceOf(JournalException.Damaged.class)
          .hasMessageContaining("file=" + table.getFileName())
          .hasMessageContaining(found);
    }

    @Test
    void namesTheEventsOfADamagedBlock() throws IOException {
      bytes[bytes.length / 2]++;
      Files.write(table, bytes);
      try (Journal journal = Journal.open(directory, SETTINGS)) {
        assertThatThrownBy(() -> new Script(journal).recover("a"))
            .isInstanceOf(JournalException.Damaged.class)
            .hasMessageContaining("entity=a, event=")
            .hasMessageContaining("damaged files=[" + table.getFileName() + " at offset ");
      }
    }

    @Test
    void refusesADamagedIndex() throws IOException {
      bytes[bytes.length - 60]++;
      Files.write(table, bytes);
      assertRefused("found=index with a wrong checksum");
    }

    @Test
    void refusesADamagedFooter() throws IOException {
      bytes[bytes.length - 1]++;
      Files.write(table, bytes);
      assertRefused("found=no footer");
    }

    @Test
    void refusesACutTable() throws IOException {
      Files.write(table, Arrays.copyOf(bytes, bytes.length - 1));
      assertRefused("but the manifest names " + bytes.length);
    }

    @Test
    void missesATable() throws IOException {
      Files.delete(table);
      assertRefused("found=no such file, but the manifest names it");
    }
  }

  private Path newest(String ending) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }

  @Test
  void showsWhatIsInIt() {
    try (Journal journal = Journal.open(directory, SETTINGS)) {
      Script script = new Script(journal);
      for (int n = 1; n <= 5; n++) {
        script.write("a", n, "event " + n);
        if (n % 2 == 0) {
          script.saveSnapshot("a", n, "state " + n);
        }
      }
      script.write("b", 1, "x");
      assertThatThrownBy(() -> JournalContents.open(directory))
          .isInstanceOf(JournalException.Held.class)
          .hasMessageContaining("pid=");
    }
    try (JournalContents contents = JournalContents.open(directory)) {
      List<JournalContents.Entity> entities = contents.entities();
      assertThat(entities)
          .extracting(JournalContents.Entity::persistenceId)
          .containsExactly("a", "b");
      JournalContents.Entity a = entities.get(0);
      assertThat(a.events()).isEqualTo(3);
      assertThat(a.highest()).isEqualTo(5);
      assertThat(a.snapshot()).isEqualTo(Optional.of(4L));
      assertThat(a.bytes()).isEqualTo(3L * Script.event("event 1").length);
      assertThat(entities.get(1).snapshot()).isEmpty();
      List<JournalContents.Event> events = new ArrayList<>();
      contents.forEachEvent("a", events::add);
      assertThat(events).extracting(JournalContents.Event::sequenceNr).containsExactly(3L, 4L, 5L);
      assertThat(events.get(0))
          .satisfies(
              event -> {
                assertThat(event.payload()).asString().isEqualTo("event 3");
                assertThat(event.manifest()).isEqualTo("text");
                assertThat(event.writer()).isEqualTo("writer");
                assertThat(event.serializerId()).isEqualTo(1);
              });
    }
  }

  @Test
  void hasNoContentsWhereThereIsNone() {
    assertThatThrownBy(() -> JournalContents.open(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no journal in this directory: directory=" + directory);
  }
}
