package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.entity.FinalFailure;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class JournalExceptionTest {
  /** A refused write says that another incarnation goes on; a full queue empties. */
  @Test
  void endsTheRunAtOnceOnlyWhereNoLaterIncarnationCanHelp() {
    assertThat(Arrays.stream(JournalException.class.getPermittedSubclasses()))
        .filteredOn(FinalFailure.class::isAssignableFrom)
        .containsExactlyInAnyOrder(
            JournalException.Damaged.class,
            JournalException.Failed.class,
            JournalException.Closed.class);
  }
}
