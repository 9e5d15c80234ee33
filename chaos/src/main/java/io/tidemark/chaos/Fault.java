package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What can happen to nodes, their network, their database and their disk. */
enum Fault {
  /** {@code kill -9} of one node. */
  KILL("kill -9 of a node") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      scene.fleet().signal(scene.anyone(), "KILL");
    }
  },
  /** {@code kill -9} of the node where the coordinators are. */
  KILL_COORDINATOR("kill -9 of the coordinator's node") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      scene.fleet().signal(scene.fleet().oldest(), "KILL");
    }
  },
  /** Two of three at once: those who are left are no majority. */
  KILL_TWO("kill -9 of two nodes at once") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      List<Integer> all = scene.everyone();
      scene.fleet().signal(all.get(0), "KILL");
      scene.fleet().signal(all.get(1), "KILL");
    }
  },
  /** A node stands still until the others have taken over, and wakes up. */
  STOP("SIGSTOP of a node for 12 to 20 s") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      int node = scene.anyone();
      scene.fleet().signal(node, "STOP");
      scene.pass(scene.seconds(12, 20));
      scene.fleet().signal(node, "CONT");
    }
  },
  /** One node and the others do not hear each other. */
  CUT("one node cut off from two for 15 to 25 s") {
    @Override
    boolean possible(Network network, Scene.Disk disk) {
      return network.canCut();
    }

    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      List<Integer> all = scene.everyone();
      for (int other : all.subList(1, all.size())) {
        scene.network().lose(all.get(0), other);
        scene.network().lose(other, all.get(0));
      }
      scene.pass(scene.seconds(15, 25));
      scene.network().heal();
    }
  },
  /** One node hears another one that does not hear it. */
  ONE_WAY("one-way loss between two nodes for 15 to 25 s") {
    @Override
    boolean possible(Network network, Scene.Disk disk) {
      return network.canCut();
    }

    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      List<Integer> all = scene.everyone();
      scene.network().lose(all.get(0), all.get(1));
      scene.pass(scene.seconds(15, 25));
      scene.network().heal();
    }
  },
  /** Every node is stopped in order and started again, one after the other. */
  ROLLING_RESTART("rolling restart") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      for (int node : scene.everyone()) {
        if (scene.fleet().isAnyDone()) {
          return;
        }
        scene.fleet().leave(node);
        scene.fleet().start(node);
        scene.pass(Duration.ofSeconds(8));
      }
    }
  },
  /** A node more comes, and another one leaves. */
  JOIN_AND_LEAVE("a fourth node joins, another one leaves") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      scene.fleet().start(Chaos.NODES + 1);
      scene.pass(Duration.ofSeconds(10));
      scene.fleet().leave(scene.anyone());
    }
  },
  /** The database is restarted in order. */
  DATABASE_RESTART("PostgreSQL restarted") {
    @Override
    void strike(Scene scene) {
      scene.database().stop();
      scene.database().restart();
    }
  },
  /** The database crashes and is away for 20 seconds. */
  DATABASE_AWAY("PostgreSQL killed and away for 20 s") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      scene.database().kill();
      scene.pass(Duration.ofSeconds(20));
      scene.database().restart();
    }
  },
  /** Every commit of the database takes a tenth of a second longer. */
  SLOW_DISK("each commit 100 ms slower for 15 s") {
    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      scene.tune("commit_siblings", "0");
      scene.tune("commit_delay", "100000");
      scene.pass(Duration.ofSeconds(15));
      scene.tune("commit_delay", "");
      scene.tune("commit_siblings", "");
    }
  },
  /** The disk of the outputs is full for ten seconds; nodes that ended for it are started again. */
  FULL_DISK("output disk full for 10 s") {
    @Override
    boolean possible(Network network, Scene.Disk disk) {
      return disk.small();
    }

    @Override
    void strike(Scene scene) throws IOException, InterruptedException {
      Path filler = scene.disk().folder().resolve("filler");
      byte[] megabyte = new byte[1 << 20];
      try (var out = Files.newOutputStream(filler)) {
        while (true) {
          out.write(megabyte);
        }
      } catch (IOException e) {
        // Full, as it should be.
      }
      scene.pass(Duration.ofSeconds(10));
      Files.delete(filler);
    }
  };

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** What it is called in a table. */
  String words() {
    return words;
  }

  /** Whether it can be made to happen here. */
  boolean possible(Network network, Scene.Disk disk) {
    return true;
  }

  /** Makes it happen, and undoes it where it is undone. */
  abstract void strike(Scene scene) throws IOException, InterruptedException;
}
