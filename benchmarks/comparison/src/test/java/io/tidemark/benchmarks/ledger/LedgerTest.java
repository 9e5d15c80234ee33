package io.tidemark.benchmarks.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.job.Digest;
import org.junit.jupiter.api.Test;

class LedgerTest {
  @Test
  void takesATransactionOnce() {
    try (Ledger ledger = Ledger.open()) {
      Ledger.named(ledger.name()).commit("a", new Digest(1, 7));
      Ledger.named(ledger.name()).commit("a", new Digest(1, 7));
      Ledger.named(ledger.name()).commit("b", new Digest(2, 8));

      assertThat(ledger.total()).isEqualTo(new Digest(3, 15));
    }
  }

  @Test
  void refusesOtherRowsUnderTheSameName() {
    try (Ledger ledger = Ledger.open()) {
      ledger.commit("a", new Digest(1, 7));

      assertThatThrownBy(() -> ledger.commit("a", new Digest(1, 8)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("transaction=a");
    }
  }
}
