package io.tidemark.runtime.channel;

import io.tidemark.core.message.LatestStatements;
import io.tidemark.core.message.Message;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Where the substreams of one partition leave what they say, and their partition takes it, many at
 * once. At most one statement a substream waits here, and at most one command for all of them in
 * the partition's mailbox; 100 000 keys that speak while their partition writes would otherwise be
 * as many messages in its stash.
 *
 * <p>Safe to use from any thread.
 */
public final class StatementBox {
  /** So many statements a partition takes at once, so that others get a word in between. */
  static final int AT_ONCE = 4_096;

  private final ActorRef<EntityCommand> partition;
  private final EntityCommand.Heard command = new EntityCommand.Heard(this);
  private final LatestStatements waiting = new LatestStatements();
  private boolean told;

  StatementBox(ActorRef<EntityCommand> partition) {
    this.partition = partition;
  }

  /** Leaves a statement, and tells the partition where it does not know yet that some wait. */
  void put(Message.Statement statement) {
    boolean tell;
    synchronized (this) {
      waiting.add(statement);
      tell = !told;
      told = true;
    }
    if (tell) {
      partition.tell(command);
    }
  }

  /** Takes what waits longest; the partition is told again where more is left. */
  public List<Message.Statement> take() {
    List<Message.Statement> taken;
    boolean more;
    synchronized (this) {
      taken = waiting.take(AT_ONCE);
      more = !waiting.isEmpty();
      told = more;
    }
    if (more) {
      partition.tell(command);
    }
    return taken;
  }
}
