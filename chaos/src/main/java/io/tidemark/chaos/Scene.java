package io.tidemark.chaos;

import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * What a fault acts upon.
 *
 * @param fleet the nodes
 * @param network between them
 * @param database their journal's
 * @param disk the file system of the outputs; with a size only where it is one of its own
 * @param random decides who is hit and for how long
 */
record Scene(Fleet fleet, Network network, PostgresServer database, Disk disk, Random random) {

  /** A living node, whichever. */
  int anyone() {
    List<Integer> alive = fleet.alive();
    return alive.get(random.nextInt(alive.size()));
  }

  /** All living nodes, in any order. */
  List<Integer> everyone() {
    List<Integer> shuffled = new ArrayList<>(fleet.alive());
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /** Lets time pass in which nodes that end are started again. */
  void pass(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && !fleet.isDone()) {
      fleet.keepRunning();
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** Between the two, in seconds. */
  Duration seconds(int least, int most) {
    return Duration.ofMillis(least * 1_000L + random.nextInt((most - least) * 1_000 + 1));
  }

  /** Changes a setting of the database while it runs; an empty value puts it back. */
  void tune(String setting, String value) throws IOException {
    String change =
        value.isEmpty()
            ? "ALTER SYSTEM RESET " + setting
            : "ALTER SYSTEM SET " + setting + " = " + value;
    try (Connection connection =
            DriverManager.getConnection(database.url(), PostgresServer.USER, "");
        Statement statement = connection.createStatement()) {
      statement.execute(change);
      statement.execute("SELECT pg_reload_conf()");
    } catch (SQLException e) {
      throw new IOException("the database did not take " + change, e);
    }
  }

  /** The disk of the outputs. */
  record Disk(Path folder, boolean small) {}
}
