package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.connector.file.CsvFile;
import io.tidemark.examples.Ads.Click;
import io.tidemark.examples.Ads.Impression;
import io.tidemark.examples.Ads.Outcome;
import io.tidemark.testkit.tester.Orders;
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdsTest {
  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

  private final TestSource<Impression> impressions = TestSource.of(Impression.class);
  private final TestSource<Click> clicks = TestSource.of(Click.class);

  private PipelineTester ads() {
    return PipelineTester.of(p -> Ads.describe(p, impressions, clicks, CsvFile.at("not written")));
  }

  @Test
  void anImpressionWasClickedWithinFiveMinutesOrNot() {
    PipelineTester ads = ads();
    impressions.put(new Impression("ad-7", "news", NOON), new Impression("ad-8", "news", NOON));
    clicks.put(new Click("ad-7", NOON.plusSeconds(30)), new Click("ad-8", NOON.plusSeconds(300)));
    ads.end();

    assertThat(ads.rows("outcomes", Outcome.class))
        .containsExactly(
            new Outcome("ad-7", "news", NOON, NOON.plusSeconds(30)),
            new Outcome("ad-8", "news", NOON, null));
  }

  /** The README says so: of one time, {@code clicks} stand before {@code impressions}. */
  @Test
  void aClickAtTheVeryTimeOfItsImpressionIsTooEarlyAndOneAMicrosecondLaterNot() {
    PipelineTester ads = ads();
    impressions.put(new Impression("ad-7", "news", NOON), new Impression("ad-8", "news", NOON));
    clicks.put(new Click("ad-7", NOON), new Click("ad-8", NOON.plusNanos(1_000)));
    ads.end();

    assertThat(ads.rows("outcomes", Outcome.class))
        .containsExactly(
            new Outcome("ad-8", "news", NOON, NOON.plusNanos(1_000)),
            new Outcome("ad-7", "news", NOON, null));
  }

  @Test
  void theOrderOfClicksWithinAMinuteDoesNotMatter() {
    List<Click> all =
        List.of(
            new Click("ad-7", NOON.plusSeconds(30)),
            new Click("ad-7", NOON.plusSeconds(40)),
            new Click("ad-9", NOON.plusSeconds(80)));
    Orders.within(
        Duration.ofMinutes(1),
        all,
        Click::clicked,
        order -> {
          TestSource<Click> shuffled = TestSource.of(Click.class);
          TestSource<Impression> shown = TestSource.of(Impression.class);
          PipelineTester ads =
              PipelineTester.of(p -> Ads.describe(p, shown, shuffled, CsvFile.at("not written")));
          shown.put(new Impression("ad-7", "news", NOON));
          order.forEach(shuffled::put);
          ads.end();

          assertThat(ads.rows("outcomes", Outcome.class))
              .containsExactly(new Outcome("ad-7", "news", NOON, NOON.plusSeconds(30)));
        });
  }
}
