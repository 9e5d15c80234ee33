package io.tidemark.persistence.journal;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/** A persistent entity that adds up numbers and takes a snapshot at every multiple of ten. */
final class Meter extends EventSourcedBehavior<Meter.Command, Meter.Event, Meter.Total> {
  private final ActorRef<Report> observer;

  interface Command {}

  record Add(long amount, ActorRef<Report> replyTo) implements Command {}

  record Claim(String authority, long fence, boolean raises, ActorRef<Report> replyTo)
      implements Command {}

  record Stop() implements Command {}

  interface Event {}

  record Added(long amount) implements Event {}

  record Claimed(String authority, long fence, boolean raises) implements Event {}

  record Total(long sum, long count) {}

  /** What an observer hears. */
  interface Report {}

  record Now(Total total) implements Report {}

  record Recovered(Total total) implements Report {}

  record Failed(Throwable reason) implements Report {}

  private Meter(String id, ActorRef<Report> observer) {
    super(PersistenceId.ofUniqueId(id));
    this.observer = observer;
  }

  static Behavior<Command> create(String id, ActorRef<Report> observer) {
    return Behaviors.setup(context -> new Meter(id, observer));
  }

  @Override
  public Total emptyState() {
    return new Total(0, 0);
  }

  @Override
  public CommandHandler<Command, Event, Total> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(
            Add.class,
            add ->
                Effect()
                    .persist(new Added(add.amount))
                    .thenRun(total -> add.replyTo.tell(new Now(total))))
        .onCommand(
            Claim.class,
            claim ->
                Effect()
                    .persist(new Claimed(claim.authority, claim.fence, claim.raises))
                    .thenRun(total -> claim.replyTo.tell(new Now(total))))
        .onCommand(Stop.class, stop -> Effect().stop())
        .build();
  }

  @Override
  public EventHandler<Total, Event> eventHandler() {
    return newEventHandlerBuilder()
        .forAnyState()
        .onEvent(
            Added.class, (total, added) -> new Total(total.sum + added.amount, total.count + 1))
        .onEvent(Claimed.class, (total, claimed) -> new Total(total.sum, total.count + 1))
        .build();
  }

  @Override
  public SignalHandler<Total> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), total -> observer.tell(new Recovered(total)))
        .onSignal(
            RecoveryFailed.class, (total, failed) -> observer.tell(new Failed(failed.getFailure())))
        .build();
  }

  @Override
  public boolean shouldSnapshot(Total total, Event event, long sequenceNr) {
    return sequenceNr % 10 == 0;
  }

  /** Fences {@link Claimed}, and nothing else. */
  public static final class Fencing implements FenceRule {
    public Fencing() {}

    @Override
    public Optional<Fence> fenceOf(String persistenceId, Object payload) {
      return payload instanceof Claimed claimed
          ? Optional.of(new Fence(claimed.authority, claimed.fence, claimed.raises))
          : Optional.empty();
    }
  }

  /** Text, for its plainness. */
  public static final class Serializer extends SerializerWithStringManifest {
    public Serializer() {}

    @Override
    public int identifier() {
      return 1_000_001;
    }

    @Override
    public String manifest(Object object) {
      return object.getClass().getSimpleName();
    }

    @Override
    public byte[] toBinary(Object object) {
      String text;
      if (object instanceof Added added) {
        text = "" + added.amount;
      } else if (object instanceof Claimed claimed) {
        text = claimed.authority + " " + claimed.fence + " " + claimed.raises;
      } else if (object instanceof Total total) {
        text = total.sum + " " + total.count;
      } else {
        throw new IllegalArgumentException("no event of the meter: " + object);
      }
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
      String[] words = new String(bytes, StandardCharsets.UTF_8).split(" ", -1);
      return switch (manifest) {
        case "Added" -> new Added(Long.parseLong(words[0]));
        case "Claimed" ->
            new Claimed(words[0], Long.parseLong(words[1]), Boolean.parseBoolean(words[2]));
        case "Total" -> new Total(Long.parseLong(words[0]), Long.parseLong(words[1]));
        default -> throw new IllegalArgumentException("unknown manifest: " + manifest);
      };
    }
  }
}
