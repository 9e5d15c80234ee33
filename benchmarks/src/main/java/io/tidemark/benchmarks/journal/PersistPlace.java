package io.tidemark.benchmarks.journal;

import com.typesafe.config.Config;
import java.util.List;
import org.apache.pekko.actor.setup.Setup;

/** Where entities of {@link PersistRate} keep their events. */
public interface PersistPlace {
  /** Opens the journal; closed when the actor system has ended. */
  Opened open() throws Exception;

  /** Deletes all that is there. */
  void empty() throws Exception;

  /** A journal that an actor system can use. */
  interface Opened extends AutoCloseable {
    /** Which plugins it is. */
    Config settings();

    /** What they are given. */
    List<Setup> setups();

    @Override
    void close();
  }
}
