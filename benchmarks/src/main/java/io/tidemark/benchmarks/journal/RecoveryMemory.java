package io.tidemark.benchmarks.journal;

import io.tidemark.persistence.journal.JournalSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long a large journal takes to be opened and all its entities to recover, and what memory that
 * takes. Arguments: a directory, {@code write} or {@code recover}, events, entities, bytes of an
 * event. Write and recover in processes of their own, the second with {@code -Xmx256m}.
 */
public final class RecoveryMemory {
  private RecoveryMemory() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    PersistRate.Load load =
        new PersistRate.Load(
            Integer.parseInt(args[3]), Integer.parseInt(args[4]), Integer.parseInt(args[2]));
    OwnJournal place = new OwnJournal(directory, JournalSettings.defaults().withFsync(false));
    boolean write = args[1].equals("write");
    long began = System.nanoTime();
    PersistRate.run(place, load, write);
    long events = write ? load.events() : PersistRate.RECOVERED.sum();
    System.out.printf(
        Locale.ROOT,
        "%s: %d events of %d bytes, %d entities, %d MB on disk: %.1f s with start and end, heap at most %d MB, process at most %s%n",
        args[1],
        events,
        load.eventBytes(),
        load.entities(),
        size(directory) >> 20,
        (System.nanoTime() - began) / 1e9,
        heap() >> 20,
        process());
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static long heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong((MemoryPoolMXBean pool) -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** What Linux says of the process's largest size; empty elsewhere. */
  private static String process() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return "?";
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.substring("VmHWM:".length()).strip())
        .findFirst()
        .orElse("?");
  }
}
