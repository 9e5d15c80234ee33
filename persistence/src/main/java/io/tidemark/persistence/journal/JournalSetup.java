package io.tidemark.persistence.journal;

import org.apache.pekko.actor.setup.Setup;

/**
 * Hands an open journal to the plugins of an actor system:
 *
 * <pre>{@code
 * Journal journal = Journal.open(directory, JournalSettings.defaults());
 * ActorSystem.create(
 *     guardian,
 *     name,
 *     ActorSystemSetup.create(BootstrapSetup.create(config), new JournalSetup(journal)));
 * }</pre>
 *
 * <p>The journal stays its opener's, who closes it after the actor system has ended.
 */
public final class JournalSetup extends Setup {
  private final Journal journal;

  public JournalSetup(Journal journal) {
    this.journal = journal;
  }

  Journal journal() {
    return journal;
  }
}
