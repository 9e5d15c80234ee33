package io.tidemark.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonsTest {
  private static final EntityId.Sink SINK = new EntityId.Sink("out");

  @Test
  void namesTheKindOfFailureWhereTheMessageDoesNotSayWhatIsWrong() {
    assertThat(Reasons.of(new IllegalStateException("two and two make five")))
        .isEqualTo("two and two make five");
    assertThat(Reasons.of(new NoSuchFileException("in.csv")))
        .isEqualTo("NoSuchFileException: in.csv");
    assertThat(Reasons.of(new IllegalStateException())).isEqualTo("IllegalStateException: null");
    assertThat(Reasons.of(null)).isEqualTo("unknown");
  }

  @Test
  void saysWhatToDoWithoutMemory() {
    assertThat(Reasons.of(new OutOfMemoryError("Java heap space")))
        .isEqualTo("out of memory: Java heap space; allow the JVM more, with -Xmx");
  }

  @Test
  void doesNotCallAFailureOfTheJvmABrokenInvariant() {
    assertThat(Reasons.ofDecision(SINK, new OutOfMemoryError("Java heap space")))
        .startsWith("the JVM failed: entity=sink/out, reason=out of memory");
    assertThat(Reasons.ofDecision(SINK, new IllegalStateException("five")))
        .isEqualTo("a broken invariant: entity=sink/out, reason=five");
  }
}
