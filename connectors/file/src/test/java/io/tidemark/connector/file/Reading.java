package io.tidemark.connector.file;

import io.tidemark.core.row.Row;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a test read from a partition, record by record. */
record Reading(List<Item> items, List<Integer> checksums, Offset end, boolean ended) {
  /** A record and where it starts. */
  record Item(Offset offset, Object value) {}

  /** Everything from the start, by one reader, in batches of at most the size. */
  static Reading all(Source<?> source, int partition, int batchSize) throws IOException {
    try (PartitionReader reader = source.open(partition)) {
      return rest(reader, Offset.START, batchSize);
    }
  }

  /** Everything of the only or first partition. */
  static Reading all(Source<?> source) throws IOException {
    return all(source, 0, 1000);
  }

  /** What the reader has from the offset on. */
  static Reading rest(PartitionReader reader, Offset from, int batchSize) throws IOException {
    List<Item> items = new ArrayList<>();
    List<Integer> checksums = new ArrayList<>();
    Offset at = from;
    while (true) {
      RecordBatch batch = reader.read(at, batchSize);
      addTo(items, batch);
      at = batch.end();
      if (batch.size() > 0) {
        checksums.add(batch.checksum());
      }
      if (batch.size() == 0 || batch.endOfInput()) {
        return new Reading(items, checksums, at, batch.endOfInput());
      }
    }
  }

  /** Everything from the start, each batch by a reader of its own, as after a crash. */
  static Reading allByNewReaders(Source<?> source, int partition, int batchSize)
      throws IOException {
    List<Item> items = new ArrayList<>();
    List<Integer> checksums = new ArrayList<>();
    Offset at = Offset.START;
    while (true) {
      try (PartitionReader reader = source.open(partition)) {
        RecordBatch batch = reader.read(at, batchSize);
        addTo(items, batch);
        at = batch.end();
        if (batch.size() > 0) {
          checksums.add(batch.checksum());
        }
        if (batch.size() == 0 || batch.endOfInput()) {
          return new Reading(items, checksums, at, batch.endOfInput());
        }
      }
    }
  }

  private static void addTo(List<Item> items, RecordBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      items.add(new Item(new Offset(batch.file(), batch.position(i)), batch.value(i)));
    }
  }

  List<Object> values() {
    return items.stream().map(Item::value).toList();
  }

  List<Long> positions() {
    return items.stream().map(item -> item.offset().position()).toList();
  }

  /** The values of the rows, column by column; bad records by their kind. */
  List<List<@Nullable Object>> cells() {
    List<List<@Nullable Object>> cells = new ArrayList<>();
    for (Item item : items) {
      List<@Nullable Object> of = new ArrayList<>();
      if (item.value() instanceof Row row) {
        for (int column = 0; column < row.schema().size(); column++) {
          of.add(row.get(column));
        }
      } else if (item.value() instanceof BadRecord bad) {
        of.add(bad.kind());
      }
      cells.add(of);
    }
    return cells;
  }

  /** The records as they stand in the file. */
  List<String> texts() {
    return items.stream()
        .map(
            item ->
                item.value() instanceof Row row ? row.text() : ((BadRecord) item.value()).text())
        .toList();
  }

  List<BadRecord> bad() {
    return items.stream()
        .map(Item::value)
        .filter(BadRecord.class::isInstance)
        .map(BadRecord.class::cast)
        .toList();
  }

  /** Writes a file, its folders included. */
  static Path write(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
