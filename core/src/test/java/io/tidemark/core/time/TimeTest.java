package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TimeTest {
  private static final BigInteger MIN = BigInteger.valueOf(Time.MIN);
  private static final BigInteger MAX = BigInteger.valueOf(Time.MAX);

  @Provide
  Arbitrary<Long> finite() {
    return Arbitraries.longs().between(Time.MIN + 1, Time.MAX - 1);
  }

  @Property
  void sumsAndDifferencesSaturate(@ForAll @From("finite") long micros, @ForAll long delta) {
    BigInteger time = BigInteger.valueOf(micros);
    BigInteger distance = BigInteger.valueOf(delta);

    assertThat(Time.plus(micros, delta)).isEqualTo(clamp(time.add(distance)));
    assertThat(Time.minus(micros, delta)).isEqualTo(clamp(time.subtract(distance)));
  }

  private static long clamp(BigInteger time) {
    return time.max(MIN).min(MAX).longValueExact();
  }

  @Property
  void infinitiesStayWhatTheyAre(@ForAll long delta) {
    assertThat(Time.plus(Time.MIN, delta)).isEqualTo(Time.MIN);
    assertThat(Time.minus(Time.MIN, delta)).isEqualTo(Time.MIN);
    assertThat(Time.plus(Time.MAX, delta)).isEqualTo(Time.MAX);
    assertThat(Time.minus(Time.MAX, delta)).isEqualTo(Time.MAX);
  }

  @Property
  void everyFiniteTimeIsAnInstantAndBack(@ForAll @From("finite") long micros) {
    assertThat(Time.micros(Time.instant(micros))).isEqualTo(micros);
  }

  @Test
  void theEndsOfTheAxisAreReachedExactly() {
    Instant first = Time.instant(Time.MIN + 1);
    Instant last = Time.instant(Time.MAX - 1);

    assertThat(Time.micros(first)).isEqualTo(Time.MIN + 1);
    assertThat(Time.micros(first.minusNanos(1_000))).isEqualTo(Time.MIN);
    assertThat(Time.micros(first.minusSeconds(10))).isEqualTo(Time.MIN);
    assertThat(Time.micros(Instant.MIN)).isEqualTo(Time.MIN);
    assertThat(Time.micros(last)).isEqualTo(Time.MAX - 1);
    assertThat(Time.micros(last.plusNanos(1_000))).isEqualTo(Time.MAX);
    assertThat(Time.micros(last.plusSeconds(10))).isEqualTo(Time.MAX);
    assertThat(Time.micros(Instant.MAX)).isEqualTo(Time.MAX);
  }

  @Test
  void anInstantIsRoundedDownToATickAlsoBefore1970() {
    assertThat(Time.micros(Instant.ofEpochSecond(0, 1_999))).isEqualTo(1);
    assertThat(Time.micros(Instant.ofEpochSecond(0, -1))).isEqualTo(-1);
    assertThat(Time.micros(Instant.ofEpochSecond(-1, 1_999))).isEqualTo(-999_999);
  }

  @Test
  void printsInstantsAndInfinities() {
    assertThat(Time.format(0)).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(Time.format(-1)).isEqualTo("1969-12-31T23:59:59.999999Z");
    assertThat(Time.format(Time.MIN)).isEqualTo("-inf");
    assertThat(Time.format(Time.MAX)).isEqualTo("+inf");
  }
}
