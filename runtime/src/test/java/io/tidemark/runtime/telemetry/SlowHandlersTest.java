package io.tidemark.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Input;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformComputation;
import io.tidemark.core.transform.TransformContext;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SlowHandlersTest {
  private static final EntityId.Partition FROM = new EntityId.Partition("in", 0);

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  private final Logger logger = (Logger) LoggerFactory.getLogger(SlowHandlers.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  /** Keeps the last element. */
  private static final class Keeping implements Transform<Object, Object, Object, Object> {
    @Override
    public Object onElement(
        @Nullable Object state, Object element, TransformContext<Object, Object> context) {
      return element;
    }
  }

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(logged);
  }

  private static void run(Duration budget, int calls) {
    Computation computation =
        new TransformComputation(
            new TransformComputation.Program(
                "kept",
                new Keeping(),
                List.of(
                    new Input(
                        new Arrivals.Input("in", "in", VALUES, null),
                        KeySelector.ofValues(element -> "key-7"),
                        null)),
                VALUES,
                key -> key,
                VALUES,
                Rules.defaults()));
    Computation watched = new SlowHandlers(budget).around(FROM, "kept", computation);
    for (int i = 0; i < calls; i++) {
      watched.accept(FROM, 5, "element");
    }
    watched.fire(Time.MAX, 10);
  }

  @Test
  void thatAreBeyondTheBudgetAgainAndAgainAreNamedWithTheirClass() {
    run(Duration.ZERO, 3);

    assertThat(logged.list).hasSize(1);
    assertThat(logged.list.get(0).getFormattedMessage())
        .startsWith("handlers take long")
        .contains("stream=kept, class=" + Keeping.class.getName() + ", key=key-7");
  }

  @Test
  void thatAreBeyondItOnceAreNot() {
    run(Duration.ZERO, 2);

    assertThat(logged.list).isEmpty();
  }

  @Test
  void thatAreWithinItAreNot() {
    run(Duration.ofHours(1), 5);

    assertThat(logged.list).isEmpty();
  }
}
