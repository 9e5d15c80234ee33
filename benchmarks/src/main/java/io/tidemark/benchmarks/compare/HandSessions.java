package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Sessions by hand: each key has those that an element may still join. One that none can is told
 * when the key is looked at next, which needs no queue of times.
 */
final class HandSessions implements HandLoop.Step {
  private final long gapMicros;
  private final Digester digester = new Digester();
  private final Map<Long, List<Session>> sessions = new HashMap<>();
  private long watermarkMicros = Long.MIN_VALUE;

  HandSessions(Job job) {
    this.gapMicros = job.shape().sizeMicros();
  }

  private static final class Session {
    private long firstMicros;
    private long lastMicros;
    private long count;

    private Session(long micros) {
      firstMicros = micros;
      lastMicros = micros;
      count = 1;
    }

    private void join(Session other) {
      firstMicros = Math.min(firstMicros, other.firstMicros);
      lastMicros = Math.max(lastMicros, other.lastMicros);
      count += other.count;
    }
  }

  @Override
  public void add(Event event) {
    List<Session> ofKey = sessions.computeIfAbsent(event.key(), key -> new ArrayList<>(1));
    Session joined = new Session(event.timeMicros());
    for (Iterator<Session> those = ofKey.iterator(); those.hasNext(); ) {
      Session session = those.next();
      if (session.lastMicros + gapMicros < watermarkMicros) {
        tell(event.key(), session);
        those.remove();
      } else if (joined.firstMicros <= session.lastMicros + gapMicros
          && session.firstMicros <= joined.lastMicros + gapMicros) {
        joined.join(session);
        those.remove();
      }
    }
    ofKey.add(joined);
  }

  @Override
  public void advance(long toMicros) {
    watermarkMicros = toMicros;
  }

  @Override
  public Digest end() {
    sessions.forEach((key, ofKey) -> ofKey.forEach(session -> tell(key, session)));
    return digester.take();
  }

  private void tell(long key, Session session) {
    digester.add(session.lastMicros + gapMicros, key, session.count);
  }
}
