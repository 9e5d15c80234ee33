package io.tidemark.runtime;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/**
 * Starts actors from any thread, beside those of whoever made the actor system.
 *
 * <p>They stop when they fail. Started by the typed {@code systemActorOf} instead, they would be
 * restarted in place by the system's guardian, again and again.
 */
final class SystemActors {
  private SystemActors() {}

  static <T> ActorRef<T> start(ActorSystem<?> system, Behavior<T> behavior, String name) {
    String element = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("%2F", ":");
    return Adapter.toTyped(
        ((ExtendedActorSystem) Adapter.toClassic(system))
            .systemActorOf(Adapter.props(() -> behavior), element));
  }
}
