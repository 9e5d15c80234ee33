package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damages a journal as a crashed process left it, at seeded random places, and looks for silence:
 * either the damage is reported, or every entity recovers exactly what was acknowledged.
 */
final class JournalDamageTest {
  private static final int CASES = Integer.getInteger("tidemark.damage.cases", 12);
  private static final long SEED = Long.getLong("tidemark.damage.seed", 20260329L);
  private static final int ENTITIES = 20;

  private final Path original;
  private final Path copy;
  private final Map<String, List<String>> expected = new TreeMap<>();

  JournalDamageTest(@TempDir Path folder) {
    this.original = folder.resolve("original");
    this.copy = folder.resolve("copy");
  }

  private enum Outcome {
    REFUSED_ON_OPENING,
    REFUSED_ON_RECOVERY,
    NOTHING_LOST
  }

  private enum Damaging {
    FLIP {
      @Override
      void damage(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[random.nextInt(usedBytes(bytes))] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
      }
    },
    CUT {
      @Override
      void damage(Path file, Random random) throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
          cut.setLength(random.nextInt(usedBytes(Files.readAllBytes(file))));
        }
      }
    },
    ZERO_4_KB {
      @Override
      void damage(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = random.nextInt(usedBytes(bytes));
        for (int i = from; i < Math.min(bytes.length, from + 4096); i++) {
          bytes[i] = 0;
        }
        Files.write(file, bytes);
      }
    },
    DELETE {
      @Override
      void damage(Path file, Random random) throws IOException {
        Files.delete(file);
      }
    },
    /** Another file of the directory stands in its place as well. */
    DUPLICATE {
      @Override
      void damage(Path file, Random random) throws IOException {
        List<Path> others;
        try (Stream<Path> all = Files.list(file.toAbsolutePath().getParent())) {
          others = all.filter(other -> !other.equals(file)).sorted().toList();
        }
        Files.write(file, Files.readAllBytes(others.get(random.nextInt(others.size()))));
      }
    };

    abstract void damage(Path file, Random random) throws IOException;
  }

  /** Four openings, so that there are tables and a log, and a crash at the end. */
  private void writeOriginal(Engine engine) throws IOException {
    Path running = original.resolveSibling("running");
    JournalSettings settings = JournalSettings.defaults().withFsync(false).withEngine(engine);
    Map<String, Integer> highest = new LinkedHashMap<>();
    Random random = new Random(SEED);
    for (int opening = 0; opening < 4; opening++) {
      try (Journal journal = Journal.open(running, settings)) {
        Script script = new Script(journal);
        for (int step = 0; step < 800; step++) {
          String entity = "entity-" + random.nextInt(ENTITIES);
          int number = highest.merge(entity, 1, Integer::sum);
          script.write(entity, number, entity + "/" + number + "x".repeat(random.nextInt(400)));
          if (number % 50 == 0) {
            script.saveSnapshot(entity, number, entity + " at " + number);
          }
        }
        if (opening == 3) {
          copy(running, original);
          for (String entity : highest.keySet()) {
            expected.put(entity, script.recover(entity));
          }
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> old = Files.list(to)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void isNeverSilent(Engine engine) throws IOException {
    writeOriginal(engine);
    Map<Damaging, Map<Outcome, Integer>> outcomes = new EnumMap<>(Damaging.class);
    for (int number = 0; number < CASES; number++) {
      for (Damaging damaging : Damaging.values()) {
        Outcome outcome = outcome(engine, damaging, new Random(SEED + number));
        outcomes
            .computeIfAbsent(damaging, d -> new EnumMap<>(Outcome.class))
            .merge(outcome, 1, Integer::sum);
      }
    }
    System.out.println("damage, engine " + engine + ", seed " + SEED + ": " + outcomes);
    // Each kind of damage does harm, so that "nothing lost" is not all that was seen.
    for (Damaging damaging : Damaging.values()) {
      assertThat(outcomes.get(damaging)).as("%s", damaging).containsKey(Outcome.REFUSED_ON_OPENING);
    }
  }

  private Outcome outcome(Engine engine, Damaging damaging, Random random) throws IOException {
    copy(original, copy);
    Path file = victim(random);
    damaging.damage(file, random);
    String what = damaging + " of " + file.getFileName();
    try (Journal journal = Journal.open(copy, JournalSettings.defaults().withEngine(engine))) {
      return recoverAll(new Script(journal), what);
    } catch (JournalException.Damaged e) {
      assertThat(e).as(what).hasMessageContaining("directory=" + copy);
      return Outcome.REFUSED_ON_OPENING;
    }
  }

  /** Without the zeros that a log is filled with in advance, where damage would hit nothing. */
  private static int usedBytes(byte[] bytes) {
    int used = bytes.length;
    while (used > 0 && bytes[used - 1] == 0) {
      used--;
    }
    return used;
  }

  /** Larger files are hit more often, but every file now and then. */
  private Path victim(Random random) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(copy)) {
      for (Path file : all.sorted().toList()) {
        int size = usedBytes(Files.readAllBytes(file));
        for (long share = 0; share <= 20L * size / (1 << 20) && size > 0; share++) {
          files.add(file);
        }
      }
    }
    return files.get(random.nextInt(files.size()));
  }

  private Outcome recoverAll(Script script, String what) {
    Outcome outcome = Outcome.NOTHING_LOST;
    for (Map.Entry<String, List<String>> entity : expected.entrySet()) {
      try {
        assertThat(script.recover(entity.getKey())).as(what).isEqualTo(entity.getValue());
      } catch (JournalException.Damaged e) {
        assertThat(e).as(what).hasMessageContaining("entity=" + entity.getKey());
        outcome = Outcome.REFUSED_ON_RECOVERY;
      }
    }
    return outcome;
  }
}
