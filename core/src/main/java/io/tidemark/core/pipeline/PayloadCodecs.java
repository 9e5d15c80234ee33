package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Placed;
import io.tidemark.core.partition.KeyOwners;
import io.tidemark.core.source.DiagnosticCodec;
import java.util.List;

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
      return toSink(sender, plan.sink(sink.sink()).from());
    } else if (receiver instanceof EntityId.KeyGroup group) {
      SourceSpec owned = plan.ownedBy(group);
      return owned != null
          ? KeyOwners.claims(Entities.substreams(owned).codec())
          : toKeyGroup(sender, plan.stream(group.stream()));
    }
    throw new IllegalArgumentException("nobody sends values to " + receiver.name());
  }

  private Codec<Object> toKeyGroup(EntityId sender, StreamSpec stream) {
    boolean placed = stream.work().isOrdered();
    return between(sender, "stream " + stream.name(), stream.froms(), placed);
  }

  private Codec<Object> toSink(EntityId sender, SinkSpec.Feed feed) {
    if (feed instanceof SinkSpec.Feed.OfStream of) {
      return plan.stream(of.stream()).work().results();
    } else if (feed instanceof SinkSpec.Feed.OfElements of) {
      return between(sender, "sink", of.froms(), false);
    }
    return diagnostics();
  }

  /**
   * The form of what one of the inputs hands on.
   *
   * @param placed whether partitions hand on elements with their origin
   */
  private Codec<Object> between(
      EntityId sender, String receiver, List<String> froms, boolean placed) {
    if (sender instanceof EntityId.KeyGroup group) {
      return plan.stream(group.stream()).work().results();
    }
    String source = EntityId.origin(sender);
    if (froms.contains(source)) {
      Codec<Object> elements = plan.source(source).codec();
      boolean with =
          sender instanceof EntityId.Substream ? plan.handsOnPlaces(plan.source(source)) : placed;
      return with ? Placed.codec(elements) : elements;
    }
    return froms.stream()
        .filter(from -> !plan.isSource(from) && plan.stream(from).reads(source))
        .findFirst()
        .map(from -> plan.stream(from).work().results())
        .orElseThrow(
            () -> new IllegalArgumentException(receiver + " reads nothing of " + sender.name()));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> diagnostics() {
    return (Codec<Object>) (Codec<?>) DiagnosticCodec.INSTANCE;
  }
}
