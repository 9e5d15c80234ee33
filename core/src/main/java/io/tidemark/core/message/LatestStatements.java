package io.tidemark.core.message;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a partition's substreams have said and it has not heard yet: of each only the latest, since
 * a statement says everything. So what waits is bounded by the keys, however often they speak.
 *
 * <p>A statement that gives way to a later one counts as lost on its way, which the protocol bears.
 * Not thread-safe.
 */
public final class LatestStatements {
  private final Map<KeyBytes, Message.Statement> waiting = new LinkedHashMap<>();

  /** Nothing waits. */
  public LatestStatements() {}

  /** Adds a statement, unless a later one of the same incarnation waits already. */
  public void add(Message.Statement statement) {
    waiting.merge(statement.from().key(), statement, LatestStatements::later);
  }

  private static Message.Statement later(Message.Statement before, Message.Statement after) {
    boolean same =
        before.fence() == after.fence()
            && before.start() == after.start()
            && before.incarnation() == after.incarnation();
    return same && before.sequence() > after.sequence() ? before : after;
  }

  /** Takes the statements that wait longest, at most so many. */
  public List<Message.Statement> take(int most) {
    List<Message.Statement> taken = new ArrayList<>(Math.min(most, waiting.size()));
    Iterator<Message.Statement> oldest = waiting.values().iterator();
    while (taken.size() < most && oldest.hasNext()) {
      taken.add(oldest.next());
      oldest.remove();
    }
    return taken;
  }

  /** Whether nothing waits. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }
}
