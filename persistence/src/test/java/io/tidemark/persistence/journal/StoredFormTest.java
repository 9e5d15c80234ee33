package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static io.tidemark.persistence.journal.Script.fenced;
import static io.tidemark.persistence.journal.Script.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.persistence.journal.FenceRule.Fence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every record of the store, and the file beside it, is written as it always was: each line of the
 * golden file is a record's kind, its key and its value.
 */
final class StoredFormTest {
  private static final String GOLDEN = "/golden/store-1.txt";
  private static final String HISTORY = "/golden/store-1-history.txt";
  private static final Damage DAMAGE = new Damage("here", () -> "");
  private static final HexFormat HEX = HexFormat.of();

  @TempDir private Path directory;

  private static Ledger ledger(Store store) {
    return new Ledger(store, DAMAGE, CommitChain.verify(store, Optional.empty(), DAMAGE), 100);
  }

  /** Two entities, events deleted below one of two snapshots, a fence, two commits. */
  private static Store written() {
    Store store = new MemoryStore();
    Ledger ledger = ledger(store);
    ledger.append(fenced("p", 1, List.of(new Fence("p", 3, true)), "one", "two"));
    ledger.append(append("key/ä", 1, "other"));
    ledger.saveSnapshot("p", 2, 1_700_000_000_000L, snapshot("state"), false);
    ledger.commit(true);
    Serialized extra = new Serialized(2, "", new byte[] {-1});
    Serialized payload = new Serialized(84_001, "text", new byte[] {1, 2});
    ledger.append(
        new Append(
            "p",
            3,
            List.of(new EventRecord(1_700_000_000_001L, "me", "adapter", payload, extra).encode()),
            List.of()));
    ledger.saveSnapshot(
        "p", 3, 1_700_000_000_002L, new SnapshotRecord(payload, extra).encode(), false);
    ledger.commit(true);
    return store;
  }

  /** The same, and an entity whose events below its snapshots stay. */
  private static Store writtenWithHistory() {
    Store store = written();
    Ledger ledger = ledger(store);
    ledger.append(append("kept", 1, "one", "two"));
    ledger.commit(true);
    ledger.saveSnapshot("kept", 1, 1_700_000_000_003L, snapshot("state"), true);
    ledger.saveSnapshot("kept", 2, 1_700_000_000_004L, snapshot("more"), true);
    ledger.commit(true);
    return store;
  }

  private static Map<String, String> records(Store store) {
    Map<String, String> records = new TreeMap<>();
    store.scan(
        new byte[] {0},
        new byte[] {-1},
        (key, value) ->
            records.put((char) key[0] + " " + HEX.formatHex(key), HEX.formatHex(value)) == null);
    return records;
  }

  private static Map<String, String> golden(String file) throws IOException {
    Map<String, String> records = new LinkedHashMap<>();
    try (InputStream in = StoredFormTest.class.getResourceAsStream(file)) {
      assertThat(in).as("the golden file").isNotNull();
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .forEach(
              line ->
                  records.put(
                      line.substring(0, line.lastIndexOf(' ')),
                      line.substring(line.lastIndexOf(' ') + 1)));
    }
    return records;
  }

  private static String text(Map<String, String> records) {
    StringBuilder text = new StringBuilder();
    records.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    return text.toString();
  }

  private Map<String, String> now() throws IOException {
    Map<String, String> now = records(written());
    try (Mark mark = Mark.open(directory, new Mark.Position(7, 9))) {
      mark.advance(new Mark.Position(8, -9));
    }
    byte[] file = Files.readAllBytes(directory.resolve(Mark.FILE));
    now.put("mark 0000", HEX.formatHex(Arrays.copyOf(file, 24)));
    now.put("mark 1000", HEX.formatHex(Arrays.copyOfRange(file, 4096, file.length)));
    return now;
  }

  @Test
  void everyRecordIsWrittenAsItAlwaysWas() throws IOException {
    assertThat(text(now())).isEqualTo(text(golden(GOLDEN)));
  }

  @Test
  void everyRecordIsReadAsItOnceWasWritten() throws IOException {
    Store store = new MemoryStore();
    Store.Batch batch = store.batch();
    for (Map.Entry<String, String> record : golden(GOLDEN).entrySet()) {
      String[] kindAndKey = record.getKey().split(" ", 2);
      if (kindAndKey[0].length() == 1) {
        batch.put(HEX.parseHex(kindAndKey[1]), HEX.parseHex(record.getValue()));
      }
    }
    store.write(batch, true);

    Ledger ledger = ledger(store);

    assertThat(ledger.head("p")).isEqualTo(ledger(written()).head("p"));
    ledger.append(fenced("p", 4, List.of(new Fence("p", 3, false)), "four"));
    ledger.append(append("key/ä", 2, "more"));
    assertThat(ledger.commit(true).number()).isEqualTo(3);
  }

  @Test
  void aHistoryIsWrittenAndReadAsItAlwaysWas() throws IOException {
    Map<String, String> records = records(writtenWithHistory());
    records.keySet().removeIf(key -> !key.contains(HEX.formatHex(Keys.name("kept"))));

    assertThat(text(records)).isEqualTo(text(golden(HISTORY)));
    assertThat(ledger(writtenWithHistory()).head("kept").history()).isPositive();
  }
}
