package io.tidemark.benchmarks.micro;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;

/** Kinds of values a row, a key or a result can hold. */
public enum Values {
  /** Numbers of any size. */
  LONG {
    @Override
    Object draw(SplittableRandom random) {
      return random.nextLong();
    }
  },
  /** Sixteen letters, as plates and ids are. */
  STRING {
    @Override
    Object draw(SplittableRandom random) {
      return Long.toHexString(random.nextLong() | Long.MIN_VALUE);
    }
  },
  /** Times to the microsecond. */
  INSTANT {
    @Override
    Object draw(SplittableRandom random) {
      return Instant.EPOCH.plus(random.nextLong(1L << 51), ChronoUnit.MICROS);
    }
  },
  /** Keys of two parts. */
  LIST {
    @Override
    Object draw(SplittableRandom random) {
      return List.<Object>of(random.nextLong(16), Long.toHexString(random.nextLong()));
    }
  };

  abstract Object draw(SplittableRandom random);

  /** So many values, always the same ones. */
  Object[] draw(int count) {
    SplittableRandom random = new SplittableRandom(1);
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = draw(random);
    }
    return values;
  }
}
