package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.fenced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.persistence.journal.FenceRule.Fence;
import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Damages the files of a stopped server in which the journal's tables, their indexes and their
 * large values are, at seeded random places, and looks for silence: either the damage is reported,
 * or every entity recovers exactly what was acknowledged.
 */
final class PostgresDamageTest {
  private static final int CASES = Integer.getInteger("tidemark.damage.cases", 6);
  private static final long SEED = Long.getLong("tidemark.damage.seed", 20261130L);
  private static final int PAGE = 8192;
  private static final int ENTITIES = 12;

  private final PostgresServer server = PostgresServer.start("fsync = off", "autovacuum = off");
  private final SharedJournal shared = SharedJournal.on(server, "damaged");
  private final Map<String, List<String>> expected = new TreeMap<>();

  @AfterEach
  void stop() {
    server.close();
  }

  private enum Outcome {
    REFUSED_ON_OPENING,
    REFUSED_ON_RECOVERY,
    NOTHING_LOST
  }

  private enum Damaging {
    FLIP {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      }
    },
    CUT {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
    },
    CUT_BETWEEN_PAGES {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length / PAGE) * PAGE);
      }
    },
    ZERO_A_PAGE {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        int page = random.nextInt(bytes.length / PAGE) * PAGE;
        Arrays.fill(bytes, page, page + PAGE, (byte) 0);
        return bytes;
      }
    },
    DUPLICATE_A_PAGE {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        int pages = bytes.length / PAGE;
        int from = random.nextInt(pages);
        // Beyond the end where there is one page only.
        int to = pages == 1 ? 1 : (from + 1 + random.nextInt(pages - 1)) % pages;
        byte[] longer = Arrays.copyOf(bytes, Math.max(bytes.length, (to + 1) * PAGE));
        System.arraycopy(bytes, from * PAGE, longer, to * PAGE, PAGE);
        return longer;
      }
    },
    DELETE {
      @Override
      byte[] damage(byte[] bytes, Random random) {
        return new byte[0];
      }
    };

    /** What the file is then; nothing for none. */
    abstract byte[] damage(byte[] bytes, Random random);
  }

  private void writeOriginal() {
    Random random = new Random(SEED);
    try (Journal journal = shared.open()) {
      Script script = new Script(journal);
      for (int n = 1; n <= 60; n++) {
        for (int e = 0; e < ENTITIES; e++) {
          String entity = "p/entity-" + e;
          int length = random.nextInt(30) == 0 ? 9_000 : random.nextInt(400);
          StringBuilder text = new StringBuilder(entity + "/" + n + " ");
          random.ints(length, 'a', 'z').forEach(letter -> text.append((char) letter));
          Fence fence = new Fence(entity, n, true);
          Script.await(script.submit(fenced(entity, n, List.of(fence), text.toString())));
          if (n % 25 == 0) {
            script.saveSnapshot(entity, n, entity + " at " + n + text);
          }
        }
      }
      for (int e = 0; e < ENTITIES; e++) {
        expected.put("p/entity-" + e, script.recover("p/entity-" + e));
      }
    }
  }

  /**
   * The files of tables, of their indexes, and of what is too large for a row, with their names.
   */
  private Map<Path, String> files() {
    Map<Path, String> files = new TreeMap<>();
    String listed =
        shared.ask(
            """
            WITH ours AS (
              SELECT c.oid, c.relname, c.reltoastrelid FROM pg_class c
              WHERE c.relnamespace = 'damaged'::regnamespace AND c.relkind = 'r'),
            heaps AS (
              SELECT oid, relname FROM ours
              UNION ALL SELECT reltoastrelid, relname || ' (large)' FROM ours WHERE reltoastrelid <> 0),
            everything AS (
              SELECT oid, relname FROM heaps
              UNION ALL SELECT i.indexrelid, h.relname || ' (index)' FROM heaps h JOIN pg_index i ON i.indrelid = h.oid)
            SELECT string_agg(pg_relation_filepath(oid) || '=' || relname, ';') FROM everything
            WHERE pg_relation_size(oid) > 0""");
    for (String file : listed.split(";", -1)) {
      String[] pathAndName = file.split("=", 2);
      files.put(server.data().resolve(pathAndName[0]), pathAndName[1]);
    }
    return files;
  }

  @Test
  void isNeverSilent() throws IOException {
    writeOriginal();
    Map<Path, String> files = files();
    server.stop();
    Map<Damaging, Map<Outcome, Integer>> outcomes = new EnumMap<>(Damaging.class);
    for (int number = 0; number < CASES; number++) {
      for (Damaging damaging : Damaging.values()) {
        Random random = new Random(SEED + 1000L * number + damaging.name().hashCode());
        Path file = new ArrayList<>(files.keySet()).get(random.nextInt(files.size()));
        byte[] original = Files.readAllBytes(file);
        byte[] damaged = damaging.damage(original.clone(), random);
        String what = damaging + " of " + files.get(file) + ", case " + number + ", seed " + SEED;
        put(file, damaged);
        server.restart();
        Outcome outcome = outcome(what);
        server.kill();
        put(file, original);
        server.restart();
        server.stop();
        outcomes
            .computeIfAbsent(damaging, d -> new EnumMap<>(Outcome.class))
            .merge(outcome, 1, Integer::sum);
      }
    }
    System.out.println("damage, PostgreSQL, seed " + SEED + ": " + outcomes);
    assertThat(outcomes.values())
        .as("each kind of damage does harm")
        .allSatisfy(
            counts ->
                assertThat(counts)
                    .containsAnyOf(
                        Map.entry(
                            Outcome.REFUSED_ON_OPENING,
                            counts.getOrDefault(Outcome.REFUSED_ON_OPENING, -1)),
                        Map.entry(
                            Outcome.REFUSED_ON_RECOVERY,
                            counts.getOrDefault(Outcome.REFUSED_ON_RECOVERY, -1))));
    server.restart();
    assertThat(outcome("undamaged")).isEqualTo(Outcome.NOTHING_LOST);
  }

  /** In the place of the old one, so that its owner stays. */
  private static void put(Path file, byte[] bytes) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".aside");
    if (bytes.length == 0) {
      Files.move(file, aside);
    } else {
      if (Files.exists(aside)) {
        Files.move(aside, file);
      }
      Files.write(file, bytes);
    }
  }

  private Outcome outcome(String what) {
    Outcome outcome = Outcome.NOTHING_LOST;
    try (Journal journal = shared.open()) {
      Script script = new Script(journal);
      for (Map.Entry<String, List<String>> entity : expected.entrySet()) {
        try {
          assertThat(script.recover(entity.getKey())).as(what).isEqualTo(entity.getValue());
        } catch (JournalException.Damaged e) {
          assertThat(e)
              .as(what)
              .hasMessageContaining("database=" + shared.settings().url())
              .hasMessageContaining("entity=" + entity.getKey());
          outcome = Outcome.REFUSED_ON_RECOVERY;
        }
      }
      return outcome;
    } catch (JournalException.Damaged e) {
      assertThat(e)
          .as(what)
          .hasMessageContaining("database=" + shared.settings().url())
          .hasMessageContaining("table");
      return Outcome.REFUSED_ON_OPENING;
    }
  }
}
