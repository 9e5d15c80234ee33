package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Placed;
import io.tidemark.core.partition.KeyOwners;
import io.tidemark.core.source.DiagnosticCodec;

/**
 * How the values that members receive from each other become bytes: what one member sends another
 * is of one kind. Safe to use from any thread.
 */
public final class PayloadCodecs {
  private final Plan plan;

  /** The payloads of a planned pipeline. */
  public PayloadCodecs(Plan plan) {
    this.plan = plan;
  }

  /**
   * The form of what one entity sends another.
   *
   * @throws IllegalArgumentException where the pipeline has no such receiver, or it receives
   *     nothing
   */
  public Codec<Object> between(EntityId sender, EntityId receiver) {
    if (receiver instanceof EntityId.Sink sink) {
      return plan.sink(sink.sink()).from() instanceof SinkSpec.Feed.OfStream feed
          ? plan.stream(feed.stream()).work().results()
          : diagnostics();
    } else if (receiver instanceof EntityId.KeyGroup group) {
      SourceSpec owned = plan.ownedBy(group);
      return owned != null
          ? KeyOwners.claims(Entities.substreams(owned).codec())
          : between(sender, plan.stream(group.stream()));
    }
    throw new IllegalArgumentException("nobody sends values to " + receiver.name());
  }

  private Codec<Object> between(EntityId sender, StreamSpec stream) {
    if (sender instanceof EntityId.KeyGroup group) {
      return plan.stream(group.stream()).work().results();
    }
    String source = EntityId.origin(sender);
    if (stream.reads(source)) {
      Codec<Object> elements = plan.source(source).codec();
      boolean placed =
          sender instanceof EntityId.Substream && plan.handsOnPlaces(plan.source(source));
      return placed ? Placed.codec(elements) : elements;
    }
    return stream.froms().stream()
        .filter(from -> !plan.isSource(from) && plan.stream(from).reads(source))
        .findFirst()
        .map(from -> plan.stream(from).work().results())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "stream " + stream.name() + " reads nothing of " + sender.name()));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> diagnostics() {
    return (Codec<Object>) (Codec<?>) DiagnosticCodec.INSTANCE;
  }
}
