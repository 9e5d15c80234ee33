package io.tidemark.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatestStatementsTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("in", 0);

  private final LatestStatements latest = new LatestStatements();

  private static Message.Statement statement(String key, long incarnation, long sequence) {
    return Said.by(PARTITION, key).in(1, incarnation).sequence(sequence).statement();
  }

  @Test
  void keepsOneStatementOfEachSubstreamHoweverOftenItSpeaks() {
    for (int i = 1; i <= 1_000; i++) {
      latest.add(statement("a", 7, i));
      latest.add(statement("b", 7, i));
    }
    assertThat(latest.take(10)).containsExactly(statement("a", 7, 1_000), statement("b", 7, 1_000));
    assertThat(latest.isEmpty()).isTrue();
  }

  @Test
  void anEarlierStatementOfTheSameIncarnationThatComesLateIsNotKept() {
    latest.add(statement("a", 7, 2));
    latest.add(statement("a", 7, 1));
    assertThat(latest.take(10)).containsExactly(statement("a", 7, 2));
  }

  @Test
  void whatAnotherIncarnationSaysIsKeptWhateverItsNumber() {
    latest.add(statement("a", 7, 2));
    latest.add(statement("a", 8, 1));
    assertThat(latest.take(10)).containsExactly(statement("a", 8, 1));
  }

  @Test
  void takesWhatWaitsLongestAndLeavesTheRest() {
    List.of("a", "b", "c").forEach(key -> latest.add(statement(key, 7, 1)));
    assertThat(latest.take(2)).containsExactly(statement("a", 7, 1), statement("b", 7, 1));
    assertThat(latest.isEmpty()).isFalse();
    assertThat(latest.take(2)).containsExactly(statement("c", 7, 1));
  }
}
