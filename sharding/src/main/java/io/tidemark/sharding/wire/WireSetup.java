package io.tidemark.sharding.wire;

import org.apache.pekko.actor.setup.Setup;

/**
 * Tells an actor system of a pipeline before it speaks to anybody: other nodes may speak to its
 * entities as soon as it listens.
 */
public final class WireSetup extends Setup {
  private final String pipeline;
  private final Payloads payloads;

  /** The pipeline of the name, whose values become bytes so. */
  public WireSetup(String pipeline, Payloads payloads) {
    this.pipeline = pipeline;
    this.payloads = payloads;
  }

  void apply(WirePipelines pipelines) {
    pipelines.add(pipeline, payloads);
  }
}
