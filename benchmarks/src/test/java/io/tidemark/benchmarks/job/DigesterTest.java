package io.tidemark.benchmarks.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DigesterTest {
  @Test
  void doesNotDependOnTheOrderOrOnHowTheRowsAreSplit() {
    Digest whole = digest(new long[][] {{10, 1, 5}, {10, 2, 6}, {20, 1, 7}});

    assertThat(digest(new long[][] {{20, 1, 7}, {10, 2, 6}, {10, 1, 5}})).isEqualTo(whole);
    assertThat(
            digest(new long[][] {{20, 1, 7}}).plus(digest(new long[][] {{10, 2, 6}, {10, 1, 5}})))
        .isEqualTo(whole);
  }

  @Test
  void tellsWhichNumberIsWhich() {
    assertThat(digest(new long[][] {{1, 2, 3}}))
        .isNotEqualTo(digest(new long[][] {{1, 3, 2}}))
        .isNotEqualTo(digest(new long[][] {{2, 1, 3}}))
        .isNotEqualTo(digest(new long[][] {{3, 2, 1}}));
  }

  @Test
  void startsAgainWhenTaken() {
    Digester digester = new Digester();
    digester.add(1, 2, 3);
    digester.take();

    assertThat(digester.take()).isEqualTo(Digest.EMPTY);
  }

  private static Digest digest(long[][] rows) {
    Digester digester = new Digester();
    for (long[] row : rows) {
      digester.add(row[0], row[1], row[2]);
    }
    return digester.take();
  }
}
