package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.KeyOwners;
import io.tidemark.core.source.DiagnosticCodec;
import io.tidemark.core.window.WindowResultCodec;

/**
 * How the values that members receive from each other become bytes: a member receives values of one
 * kind only, whoever they come from. Safe to use from any thread.
 */
public final class PayloadCodecs {
  private final Plan plan;

  /** The payloads of a planned pipeline. */
  public PayloadCodecs(Plan plan) {
    this.plan = plan;
  }

  /**
   * The form of what the member receives.
   *
   * @throws IllegalArgumentException where the pipeline has no such member, or it receives nothing
   */
  public Codec<Object> to(EntityId receiver) {
    if (receiver instanceof EntityId.Sink sink) {
      SinkSpec spec = plan.sink(sink.sink());
      return spec.from() instanceof SinkSpec.Feed.OfStream feed
          ? results(plan.stream(feed.stream()))
          : objects(DiagnosticCodec.INSTANCE);
    } else if (receiver instanceof EntityId.KeyGroup group) {
      return to(group);
    }
    throw new IllegalArgumentException("nobody sends values to " + receiver.name());
  }

  private Codec<Object> to(EntityId.KeyGroup group) {
    SourceSpec owned = plan.ownedBy(group);
    if (owned != null) {
      return KeyOwners.claims(Entities.substreams(owned).codec());
    }
    String from = plan.stream(group.stream()).from();
    return plan.isSource(from) ? plan.source(from).codec() : results(plan.stream(from));
  }

  private static Codec<Object> results(StreamSpec stream) {
    return objects(new WindowResultCodec<>(stream.key().codec()));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }
}
