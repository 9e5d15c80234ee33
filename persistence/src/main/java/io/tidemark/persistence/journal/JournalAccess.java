package io.tidemark.persistence.journal;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;

/**
 * The one journal of an actor system, for both plugins: the one of its {@link JournalSetup}, else
 * one that the configuration names, which then lives as long as the system.
 */
final class JournalAccess implements Extension {
  private static final String SECTION = "tidemark.journal";
  private static final Id ID = new Id();

  private final Journal journal;

  private JournalAccess(Journal journal) {
    this.journal = journal;
  }

  static Journal of(ActorSystem system) {
    return ID.get(system).journal;
  }

  private static final class Id extends AbstractExtensionId<JournalAccess> {
    @Override
    public JournalAccess createExtension(ExtendedActorSystem system) {
      Optional<JournalSetup> setup = system.settings().setup().get(JournalSetup.class);
      return new JournalAccess(setup.map(JournalSetup::journal).orElseGet(() -> open(system)));
    }

    private static Journal open(ExtendedActorSystem system) {
      Config section = system.settings().config().getConfig(SECTION);
      JournalSettings settings = JournalSettings.from(section);
      String directory = section.getString("directory");
      Journal journal;
      if (section.getBoolean("in-memory")) {
        journal = Journal.inMemory(settings);
      } else if (directory.isEmpty()) {
        throw new IllegalStateException(
            "actor system has no journal: system=%s; give it a JournalSetup, or set %s.directory or %s.in-memory"
                .formatted(system.name(), SECTION, SECTION));
      } else {
        journal = Journal.open(Path.of(directory), settings);
      }
      system.registerOnTermination(journal::close);
      return journal;
    }
  }
}
