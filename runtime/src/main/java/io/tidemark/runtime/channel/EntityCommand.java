package io.tidemark.runtime.channel;

import io.tidemark.core.message.Message;

/** What an entity's actor understands. Only {@link Envelope} and {@link Stop} come from others. */
public sealed interface EntityCommand
    permits Envelope,
        EntityCommand.Heard,
        EntityCommand.Done,
        EntityCommand.Broken,
        EntityCommand.Tick,
        EntityCommand.Continue,
        EntityCommand.Write,
        EntityCommand.Stop {

  /** Statements wait in the partition's own box; one such command at most is under way. */
  record Heard(StatementBox box) implements EntityCommand {}

  /** Work off the entity's thread has come back. */
  record Done(Message message) implements EntityCommand {}

  /** Work off the entity's thread has failed in a way that ends the pipeline. */
  record Broken(String reason) implements EntityCommand {}

  /** Time has passed. */
  enum Tick implements EntityCommand {
    /** The only one. */
    INSTANCE
  }

  /** The entity asked to go on. */
  enum Continue implements EntityCommand {
    /** The only one. */
    INSTANCE
  }

  /** An event waits that was decided where nothing can be written. */
  enum Write implements EntityCommand {
    /** The only one. */
    INSTANCE
  }

  /** End this incarnation as soon as the write under way, if there is one, has ended. */
  enum Stop implements EntityCommand {
    /** The only one. */
    INSTANCE
  }
}
