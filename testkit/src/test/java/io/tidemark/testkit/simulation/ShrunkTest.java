package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShrunkTest {
  private static Sabotage uncut() {
    return new Sabotage() {
      @Override
      public boolean cutsOutput() {
        return false;
      }
    };
  }

  /** An output that is not cut shows only where its sink begins again. */
  @Test
  void keepsOnlyTheFaultsThatItFailsWithForAsLongAsItNeedsThem() {
    Shrunk shrunk =
        Shrunk.of(
            new Shrunk(9, Faults.MANY, 3_000, new AssertionError("at first")), ShrunkTest::uncut);

    assertThat(shrunk.faults().loss()).isZero();
    assertThat(shrunk.faults().duplicate()).isZero();
    assertThat(shrunk.calmAfter()).isLessThan(3_000);
    assertThat(shrunk.toString()).contains("-Dtidemark.seed=9 ");
    assertThatThrownBy(() -> Checked.run(9, shrunk.faults(), shrunk.calmAfter(), uncut()))
        .isInstanceOf(AssertionError.class);
    Checked.run(9, shrunk.faults(), shrunk.calmAfter() - 1, uncut());
  }
}
