package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Which windows follow from the times at which a key has elements, its moments. A function of these
 * alone, and of where the last row stood. Stateless.
 */
sealed interface MomentRule {
  /**
   * The next window, over the moments from one to another, both included.
   *
   * @param dueMicros the least progress at which it is final
   */
  record Found(long startMicros, long endMicros, long dueMicros, long fromMicros, long toMicros) {}

  /** The rule of the windows; null where they do not depend on moments. */
  static @Nullable MomentRule of(Windows windows) {
    if (windows instanceof CountWindows count) {
      return new OfCount(count.starts());
    } else if (windows instanceof SlidingWindows sliding) {
      return new OfSliding(sliding.sizeMicros(), sliding.exits());
    }
    return windows instanceof LimitedSessionWindows sessions ? new OfSessions(sessions) : null;
  }

  /**
   * The key's next window if no element followed; null where there is none.
   *
   * @param of a key with at least one moment
   */
  @Nullable Found next(KeyMoments<?> of);

  /** The assigned time of the row of a window. */
  long timeMicros(long startMicros, long endMicros);

  /** The first moment that the next window comes of. */
  default long neededFromMicros(Found next, NavigableMap<Long, Moment> moments) {
    return next.fromMicros();
  }

  /** The last moment that no window after this one needs; −∞ where there is none. */
  long neededAfterMicros(long startMicros, long endMicros);

  /** The progress at which a moment is needed no more though no row took it; +∞ for never. */
  long expiresMicros(long momentMicros);

  /** A number of moments. */
  record OfCount(int starts) implements MomentRule {
    @Override
    public @Nullable Found next(KeyMoments<?> of) {
      if (of.moments.size() < starts) {
        return null;
      }
      long first = of.moments.firstKey();
      long last = of.ranked(starts);
      long end = Time.plus(last, 1);
      return new Found(first, end, end, first, last);
    }

    @Override
    public long timeMicros(long startMicros, long endMicros) {
      return endMicros - 1;
    }

    @Override
    public long neededAfterMicros(long startMicros, long endMicros) {
      return startMicros;
    }

    @Override
    public long expiresMicros(long momentMicros) {
      return Time.MAX;
    }
  }

  /** A stretch of time up to a change of what is in it. */
  record OfSliding(long sizeMicros, boolean exits) implements MomentRule {
    @Override
    public @Nullable Found next(KeyMoments<?> of) {
      NavigableMap<Long, Moment> moments = of.moments;
      long doneMicros = of.doneMicros;
      Long enters = moments.higherKey(doneMicros);
      Long exit = exits ? exit(moments, doneMicros, enters) : null;
      Long at = exit == null ? enters : exit;
      if (at == null) {
        return null;
      }
      long start = Time.minus(at, sizeMicros);
      return new Found(start, at, Time.plus(at, 1), Time.plus(start, 1), at);
    }

    /** Where no element enters, the one that leaves makes the window. */
    @Override
    public long neededFromMicros(Found next, NavigableMap<Long, Moment> moments) {
      return moments.containsKey(next.endMicros()) ? next.fromMicros() : next.startMicros();
    }

    /** Where the first element leaves others behind, before one enters; null for nowhere. */
    private @Nullable Long exit(
        NavigableMap<Long, Moment> moments, long doneMicros, @Nullable Long enters) {
      for (long moment : moments.headMap(doneMicros, true).keySet()) {
        long leaves = Time.plus(moment, sizeMicros);
        Long following = moments.higherKey(moment);
        if (leaves == Time.MAX || (enters != null && leaves >= enters)) {
          return null;
        } else if (leaves > doneMicros && following != null && following <= leaves) {
          return leaves;
        }
      }
      return null;
    }

    @Override
    public long timeMicros(long startMicros, long endMicros) {
      return endMicros;
    }

    @Override
    public long neededAfterMicros(long startMicros, long endMicros) {
      return startMicros;
    }

    @Override
    public long expiresMicros(long momentMicros) {
      return Time.plus(momentMicros, sizeMicros);
    }
  }

  /** Moments within a gap of each other, up to a cut. */
  record OfSessions(LimitedSessionWindows windows) implements MomentRule {
    @Override
    public Found next(KeyMoments<?> of) {
      NavigableMap<Long, Moment> moments = of.moments;
      long first = moments.firstKey();
      long cut = windows.cutMicros(first);
      long last = first;
      for (long moment : moments.keySet()) {
        if (moment > Time.plus(last, windows.gapMicros()) || moment >= cut) {
          break;
        }
        last = moment;
      }
      long end = Time.plus(last, windows.gapMicros());
      return cut <= end
          ? new Found(first, cut, cut, first, last)
          : new Found(first, end, Time.plus(end, 1), first, last);
    }

    @Override
    public long timeMicros(long startMicros, long endMicros) {
      boolean cut = endMicros == windows.cutMicros(startMicros);
      return cut || endMicros == Time.MAX ? endMicros - 1 : endMicros;
    }

    @Override
    public long neededAfterMicros(long startMicros, long endMicros) {
      return endMicros - 1;
    }

    @Override
    public long expiresMicros(long momentMicros) {
      return Time.MAX;
    }
  }
}
