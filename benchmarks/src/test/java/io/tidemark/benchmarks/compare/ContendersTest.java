package io.tidemark.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.job.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContendersTest {
  private static final Contender HAND = new Hand();
  private static final Contender TIMELESS = new Timeless();

  private final Contenders contenders = Contenders.of(List.of(TIMELESS, HAND));

  @Test
  void areAllThatHaveTheShapeWhereNoneIsNamed() {
    assertThat(contenders.select(List.of(), Shape.SESSION)).containsExactly(HAND, TIMELESS);
    assertThat(contenders.select(List.of(), Shape.TIMERS)).containsExactly(HAND);
  }

  @Test
  void doNotIncludeOneThatIsNamedAndHasNoSuchShape() {
    assertThatThrownBy(() -> contenders.select(List.of("timeless"), Shape.TIMERS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=timeless, job=TIMERS");
  }

  private static final class Timeless implements Contender {
    @Override
    public String name() {
      return "timeless";
    }

    @Override
    public boolean has(Shape shape) {
      return shape != Shape.TIMERS;
    }

    @Override
    public String settings() {
      return "";
    }

    @Override
    public List<String> jvmFlags() {
      return List.of();
    }

    @Override
    public Engine start(Surroundings surroundings) {
      throw new AssertionError("choosing starts nothing");
    }
  }
}
