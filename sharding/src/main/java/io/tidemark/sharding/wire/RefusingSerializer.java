package io.tidemark.sharding.wire;

import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Unsendable;
import java.io.NotSerializableException;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * The serializer of what entities tell each other, which has no form outside a JVM: it refuses, and
 * the pipeline hears of it. Without it Pekko would log an error and lose the message.
 */
public final class RefusingSerializer extends SerializerWithStringManifest {
  /** For ever, and unlike that of any other serializer in the system. */
  private static final int IDENTIFIER = 7_411;

  private final ExtendedActorSystem system;

  /** Made by Pekko. */
  public RefusingSerializer(ExtendedActorSystem system) {
    this.system = system;
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object message) {
    return "";
  }

  @Override
  public byte[] toBinary(Object message) {
    String reason =
        "a message would have to leave this JVM, and has no form to do so: message="
            + message.getClass().getSimpleName()
            + "; run the pipeline on one node";
    if (message instanceof Envelope envelope) {
      system.eventStream().publish(new Unsendable(envelope, reason));
    }
    throw new IllegalArgumentException(reason);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    throw new NotSerializableException("messages of entities have no form outside a JVM");
  }
}
