package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Unsendable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.UncheckedIOException;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.jspecify.annotations.Nullable;

/**
 * What leaves a JVM: envelopes between members, and how a pipeline ended. Values inside are written
 * by the pipeline's own codecs, which {@link WirePipelines} knows; nothing else can be read, and no
 * class is named in the bytes.
 *
 * <p>Safe to use from any thread.
 */
public final class WireSerializer extends SerializerWithStringManifest {
  /** For ever, and unlike that of any other serializer in the system. */
  private static final int IDENTIFIER = 7_411;

  /** What a message must fit into, with what Pekko writes before it. */
  private static final String FRAME = "pekko.remote.artery.advanced.maximum-frame-size";

  private static final int FRAME_RESERVE_BYTES = 16 * 1024;

  private static final String ENVELOPE = "e1";
  private static final String OUTCOME = "o1";

  private final ExtendedActorSystem system;
  private final int largest;

  /** Made by Pekko. */
  public WireSerializer(ExtendedActorSystem system) {
    this.system = system;
    this.largest =
        Math.toIntExact(system.settings().config().getBytes(FRAME)) - FRAME_RESERVE_BYTES;
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object message) {
    return message instanceof Outcome ? OUTCOME : ENVELOPE;
  }

  @Override
  public byte[] toBinary(Object message) {
    if (message instanceof Outcome outcome) {
      return Bytes.write(out -> OutcomeForm.write(outcome, out));
    }
    if (!(message instanceof Envelope envelope)) {
      throw new IllegalArgumentException(
          "it has no form outside a JVM: message=" + message.getClass().getSimpleName());
    }
    byte[] bytes;
    try {
      bytes = write(envelope);
    } catch (RuntimeException e) {
      throw unsendable(envelope, "reason=" + reason(e), e);
    }
    if (bytes.length > largest) {
      throw unsendable(
          envelope,
          "size=%d bytes, allowed=%d; raise %s on every node, or lower batch-size"
              .formatted(bytes.length, largest, FRAME),
          null);
    }
    return bytes;
  }

  private byte[] write(Envelope envelope) {
    WirePipelines pipelines = WirePipelines.get(system);
    Payloads payloads = pipelines.payloads(envelope.pipeline());
    return Bytes.write(
        out -> {
          Bytes.writeString(envelope.pipeline(), out);
          IdForm.write(envelope.from(), out);
          IdForm.write(envelope.to(), out);
          Bytes.writeString(refs().toSerializationFormat(envelope.sender()), out);
          MessageForm.write(envelope.message(), envelope.to(), payloads, out);
        });
  }

  /** Pekko would log an error and lose the message; the pipeline must hear of it. */
  private IllegalArgumentException unsendable(
      Envelope envelope, String why, @Nullable Throwable cause) {
    String reason =
        "a message cannot leave this node: message=%s, from=%s, to=%s, %s"
            .formatted(
                envelope.message().getClass().getSimpleName(),
                envelope.from().name(),
                envelope.to().name(),
                why);
    system.eventStream().publish(new Unsendable(envelope, reason));
    return new IllegalArgumentException(reason, cause);
  }

  private static String reason(RuntimeException e) {
    Throwable root = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
    return root.getMessage() == null ? root.getClass().getName() : root.getMessage();
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    try {
      return switch (manifest) {
        case OUTCOME -> Bytes.read(bytes, OutcomeForm::read);
        case ENVELOPE -> readEnvelope(bytes);
        default ->
            throw new NotSerializableException(
                "a message of a version that this node does not know: manifest="
                    + manifest
                    + "; run one version of Tidemark on all nodes");
      };
    } catch (RuntimeException e) {
      throw new NotSerializableException("a message cannot be read: reason=" + reason(e));
    }
  }

  private Envelope readEnvelope(byte[] bytes) {
    return Bytes.read(
        bytes,
        in -> {
          String pipeline = Bytes.readString(in);
          Payloads payloads = payloads(pipeline);
          EntityId from = IdForm.read(in);
          EntityId to = IdForm.read(in);
          String sender = Bytes.readString(in);
          return new Envelope(
              pipeline,
              from,
              to,
              refs().resolveActorRef(sender),
              MessageForm.read(to, payloads, in));
        });
  }

  private Payloads payloads(String pipeline) throws IOException {
    try {
      return WirePipelines.get(system).payloads(pipeline);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Not when this is made: then the system is not yet complete. */
  private ActorRefResolver refs() {
    return ActorRefResolver.get(Adapter.toTyped(system));
  }
}
