package io.tidemark.benchmarks.journal;

import com.sun.management.OperatingSystemMXBean;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;

/**
 * How many events a second entities persist, each waiting for its last before it persists the next,
 * and how long they take to recover. Arguments: a directory, and {@code on} or {@code off} for
 * fsync; or the JDBC URL of a PostgreSQL database, and its user, whose schema {@code tidemark} is
 * then emptied each time. One line per number of entities and size of an event.
 */
public final class PersistRate {
  private static final List<Integer> ENTITIES = List.of(1, 10, 1000);
  private static final List<Integer> EVENT_BYTES = List.of(100, 1000);
  private static final int WARM_UP_EVENTS = 20_000;
  static final String PIPELINE = "rate";

  /** Events that entities had when their recovery was complete, in all runs of this process. */
  static final LongAdder RECOVERED = new LongAdder();

  private PersistRate() {}

  public static void main(String[] args) throws Exception {
    print(OwnJournal.of(args));
  }

  /** Measures and prints the table. */
  public static void print(PersistPlace place) throws Exception {
    System.out.println("entities  bytes  persists/s  cpu-us/persist  recovered/s");
    measure(place, new Load(100, 100, WARM_UP_EVENTS));
    for (int bytes : EVENT_BYTES) {
      for (int entities : ENTITIES) {
        Load load =
            new Load(
                entities,
                bytes,
                entities == 1 ? 10_000 : entities * (entities == 10 ? 6_000 : 300));
        Rates rates = measure(place, load);
        System.out.printf(
            "%8d %6d %11.0f %15.1f %12.0f%n",
            entities, bytes, rates.persists, rates.cpuMicros, rates.recovered);
      }
    }
  }

  record Load(int entities, int eventBytes, int events) {
    int eventsEach() {
      return events / entities;
    }
  }

  /**
   * A second each; and the CPU of the whole process for one persist, which a busy machine leaves as
   * it is.
   */
  private record Rates(double persists, double cpuMicros, double recovered) {}

  private static Rates measure(PersistPlace place, Load load) throws Exception {
    place.empty();
    long cpuNanos = cpuNanos();
    double persists = run(place, load, true);
    double cpuMicros = (cpuNanos() - cpuNanos) / 1e3 / load.events;
    double recovered = run(place, load, false);
    return new Rates(persists, cpuMicros, recovered);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  static double run(PersistPlace place, Load load, boolean write) throws Exception {
    Config common =
        ConfigFactory.parseString(
            """
            pekko.loglevel = WARNING
            pekko.persistence.max-concurrent-recoveries = 64
            """);
    try (PersistPlace.Opened journal = place.open()) {
      Config config = ConfigFactory.load(journal.settings().withFallback(common));
      CountDownLatch recovered = new CountDownLatch(load.entities);
      CountDownLatch done = new CountDownLatch(load.entities);
      ActorSystem<Void> system =
          ActorSystem.create(
              Behaviors.empty(),
              "persist-rate",
              ActorSystemSetup.create(
                  Stream.concat(Stream.of(BootstrapSetup.create(config)), journal.setups().stream())
                      .toArray(Setup[]::new)));
      long startNanos = System.nanoTime();
      List<ActorRef<Integer>> writers =
          Stream.iterate(0, i -> i + 1)
              .limit(load.entities)
              .map(
                  i ->
                      system.systemActorOf(
                          Writer.create(
                              PIPELINE + "/writer-" + i, load.eventBytes, recovered, done),
                          "writer-" + i,
                          Props.empty()))
              .toList();
      recovered.await();
      double recoverySeconds = (System.nanoTime() - startNanos) / 1e9;
      long writeNanos = System.nanoTime();
      if (write) {
        writers.forEach(writer -> writer.tell(load.eventsEach()));
        done.await();
      }
      double writeSeconds = (System.nanoTime() - writeNanos) / 1e9;
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
      return load.events / (write ? writeSeconds : recoverySeconds);
    }
  }

  /** Told how many events are left, it persists one and tells itself one less. */
  private static final class Writer extends EventSourcedBehavior<Integer, byte[], Integer> {
    private final ActorRef<Integer> self;
    private final int eventBytes;
    private final CountDownLatch recovered;
    private final CountDownLatch done;

    private Writer(
        String id,
        ActorRef<Integer> self,
        int eventBytes,
        CountDownLatch recovered,
        CountDownLatch done) {
      super(PersistenceId.ofUniqueId(id));
      this.self = self;
      this.eventBytes = eventBytes;
      this.recovered = recovered;
      this.done = done;
    }

    static Behavior<Integer> create(
        String id, int eventBytes, CountDownLatch recovered, CountDownLatch done) {
      return Behaviors.setup(
          context -> new Writer(id, context.getSelf(), eventBytes, recovered, done));
    }

    @Override
    public Integer emptyState() {
      return 0;
    }

    @Override
    public CommandHandler<Integer, byte[], Integer> commandHandler() {
      return (count, left) -> {
        if (left == 0) {
          done.countDown();
          return Effect().none();
        }
        return Effect().persist(new byte[eventBytes]).thenRun(after -> self.tell(left - 1));
      };
    }

    @Override
    public EventHandler<Integer, byte[]> eventHandler() {
      return (count, event) -> count + 1;
    }

    @Override
    public SignalHandler<Integer> signalHandler() {
      return newSignalHandlerBuilder()
          .onSignal(
              RecoveryCompleted.instance(),
              count -> {
                RECOVERED.add(count);
                recovered.countDown();
              })
          .build();
    }
  }
}
