package io.tidemark.sharding.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;

/**
 * The pipelines of an actor system whose entities speak to other nodes. Safe to use from any
 * thread.
 */
public final class WirePipelines implements Extension {
  private static final Id ID = new Id();

  private final Map<String, Payloads> pipelines = new ConcurrentHashMap<>();

  private WirePipelines() {}

  private static final class Id extends AbstractExtensionId<WirePipelines> {
    @Override
    public WirePipelines createExtension(ExtendedActorSystem system) {
      WirePipelines pipelines = new WirePipelines();
      system.settings().setup().get(WireSetup.class).ifPresent(setup -> setup.apply(pipelines));
      return pipelines;
    }
  }

  /** Those of the system. */
  public static WirePipelines get(ActorSystem system) {
    return ID.get(system);
  }

  /** Adds a pipeline, before any entity of it speaks or is spoken to. */
  public void add(String pipeline, Payloads payloads) {
    pipelines.put(pipeline, payloads);
  }

  Payloads payloads(String pipeline) {
    Payloads payloads = pipelines.get(pipeline);
    if (payloads == null) {
      throw new IllegalArgumentException("no pipeline of this node has the name " + pipeline);
    }
    return payloads;
  }
}
