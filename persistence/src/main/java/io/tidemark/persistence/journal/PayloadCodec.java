package io.tidemark.persistence.journal;

import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;

/** Objects to bytes and back by the serializers that the actor system is configured with. */
final class PayloadCodec {
  private final Serialization serialization;

  PayloadCodec(ExtendedActorSystem system) {
    this.serialization = SerializationExtension.get(system);
  }

  Serialized encode(Object payload) {
    Serializer serializer = serialization.findSerializerFor(payload);
    // Through `serialize`, which lets actor references in the payload keep their address.
    return new Serialized(
        serializer.identifier(),
        Serializers.manifestFor(serializer, payload),
        serialization.serialize(payload).get());
  }

  Object decode(Serialized payload) {
    return serialization
        .deserialize(payload.bytes(), payload.serializerId(), payload.manifest())
        .get();
  }
}
