package io.tidemark.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** An actor system whose entities write one journal. */
final class MeterSystem implements AutoCloseable {
  private final ActorTestKit kit;
  private final TestProbe<Meter.Report> probe;

  private MeterSystem(ActorSystem<Void> system) {
    this.kit = ActorTestKit.create(system);
    this.probe = kit.createTestProbe();
  }

  static MeterSystem on(Journal journal) {
    return new MeterSystem(
        ActorSystem.create(
            Behaviors.empty(),
            "meters",
            ActorSystemSetup.create(BootstrapSetup.create(config("")), new JournalSetup(journal))));
  }

  static MeterSystem configured(String overrides) {
    return new MeterSystem(ActorSystem.create(Behaviors.empty(), "meters", config(overrides)));
  }

  private static Config config(String overrides) {
    return ConfigFactory.load(
        ConfigFactory.parseString(overrides)
            .withFallback(
                ConfigFactory.parseString(
                    """
                    pekko {
                      loglevel = OFF
                      stdout-loglevel = OFF
                      actor {
                        allow-java-serialization = off
                        serializers.meter = "io.tidemark.persistence.journal.Meter$Serializer"
                        serialization-bindings {
                          "io.tidemark.persistence.journal.Meter$Event" = meter
                          "io.tidemark.persistence.journal.Meter$Total" = meter
                        }
                      }
                      persistence.journal.plugin = tidemark.journal
                      persistence.snapshot-store.plugin = tidemark.snapshot-store
                    }
                    tidemark.journal.fence-rule = "io.tidemark.persistence.journal.Meter$Fencing"
                    """)));
  }

  /** Starts an entity and waits for what its recovery reports. */
  ActorRef<Meter.Command> start(String id) {
    return kit.spawn(Meter.create(id, probe.ref()));
  }

  /** The next thing that any entity reports. */
  Meter.Report next() {
    return probe.receiveMessage(Duration.ofSeconds(10));
  }

  Meter.Report ask(ActorRef<Meter.Command> meter, long amount) {
    meter.tell(new Meter.Add(amount, probe.ref()));
    return next();
  }

  void stop(ActorRef<Meter.Command> meter) {
    meter.tell(new Meter.Stop());
    probe.expectTerminated(meter, Duration.ofSeconds(10));
  }

  TestProbe<Meter.Report> probe() {
    return probe;
  }

  ActorTestKit kit() {
    return kit;
  }

  @Override
  public void close() {
    kit.shutdownTestKit();
  }
}
