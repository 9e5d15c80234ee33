package io.tidemark.core.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Two partitions, and a sink that waits for both. */
class CoordinatorTest {
  private static final EntityId.Partition FIRST = new EntityId.Partition("in", 0);
  private static final EntityId.Partition SECOND = new EntityId.Partition("in", 1);
  private static final EntityId.Sink SINK = new EntityId.Sink("out");

  private final Coordinator coordinator =
      new Coordinator(
          new Topology(
              List.of(FIRST, SECOND),
              List.of(new Topology.Stage(List.of(SINK), List.of(FIRST, SECOND)))),
          1_000_000);

  private static Message.Report report(
      EntityId.Member from, long generation, long progressMicros, boolean sealed) {
    return new Message.Report(from, generation, progressMicros, sealed);
  }

  /** What the sink is told because of a report. */
  private List<Message.Progress> told(
      EntityId.Member from, long generation, long progressMicros, boolean sealed) {
    return progress(coordinator.receive(0, report(from, generation, progressMicros, sealed)));
  }

  private static List<Message.Progress> progress(Step step) {
    List<Message.Progress> told = new ArrayList<>();
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Send send
          && send.to().equals(SINK)
          && send.message() instanceof Message.Progress progress) {
        told.add(progress);
      }
    }
    return told;
  }

  @Nested
  class ASealedMember {
    @Test
    void holdsNobodyBackWhoGoesOn() {
      told(FIRST, 1, 10, true);

      assertThat(told(SECOND, 1, 1_000, false))
          .containsExactly(new Message.Progress(1, 1_000, false));
    }

    @Test
    void holdsNobodyBackThoughItNeverSaidAnything() {
      told(FIRST, 1, Time.MIN, true);

      assertThat(told(SECOND, 1, 1_000, false))
          .containsExactly(new Message.Progress(1, 1_000, false));
    }

    @Test
    void endsWithTheOthersAtTheLargestProgressWhicheverIsSealedFirst() {
      told(SECOND, 1, 1_000, true);
      assertThat(told(FIRST, 1, 10, false)).containsExactly(new Message.Progress(1, 10, false));

      assertThat(told(FIRST, 1, 10, true)).containsExactly(new Message.Progress(1, 1_000, true));
    }

    @Test
    void isOneOfTheLeastAgainUnderALargerGeneration() {
      told(FIRST, 1, 10, true);
      told(SECOND, 1, 1_000, false);

      told(FIRST, 2, 10, false);

      assertThat(told(SECOND, 2, 1_000, false)).containsExactly(new Message.Progress(2, 10, false));
    }
  }

  /** Reports may overtake each other: what goes through a region, what goes directly. */
  @Property(tries = 300)
  void concludesTheSameWhateverOrderReportsAreHeardInAndNeverGoesBack(@ForAll long seed) {
    Random random = new Random(seed);
    List<Message.Report> reports = new ArrayList<>();
    for (EntityId.Partition from : List.of(FIRST, SECOND)) {
      long progress = random.nextInt(10);
      for (long generation = 1; generation <= 2; generation++) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          progress += random.nextInt(20);
          reports.add(report(from, generation, progress, false));
        }
        progress -= random.nextInt(5); // Holds come back.
      }
      reports.add(report(from, 2, progress, random.nextBoolean()));
    }
    Message.Progress inOrder = last(conclusions(reports));
    Collections.shuffle(reports, random);

    List<Message.Progress> concluded = conclusions(reports);

    assertThat(last(concluded)).isEqualTo(inOrder);
    for (int i = 1; i < concluded.size(); i++) {
      Message.Progress before = concluded.get(i - 1);
      Message.Progress next = concluded.get(i);
      assertThat(next.generation()).isGreaterThanOrEqualTo(before.generation());
      if (next.generation() == before.generation()) {
        assertThat(next.progressMicros()).isGreaterThanOrEqualTo(before.progressMicros());
        assertThat(next.sealed() || !before.sealed()).isTrue();
      }
    }
  }

  private static List<Message.Progress> conclusions(List<Message.Report> reports) {
    CoordinatorTest fresh = new CoordinatorTest();
    List<Message.Progress> concluded = new ArrayList<>();
    for (Message.Report report : reports) {
      concluded.addAll(progress(fresh.coordinator.receive(0, report)));
    }
    return concluded;
  }

  private static Message.Progress last(List<Message.Progress> concluded) {
    return concluded.get(concluded.size() - 1);
  }
}
