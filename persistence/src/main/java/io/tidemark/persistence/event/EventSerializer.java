package io.tidemark.persistence.event;

import org.apache.pekko.serialization.SerializerWithStringManifest;

/** Pekko's door to {@link EventFormat}; its identifier stands in every journal. */
public final class EventSerializer extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 84_001;

  /** Made by Pekko. */
  public EventSerializer() {}

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object event) {
    return EventFormat.manifest(event);
  }

  @Override
  public byte[] toBinary(Object event) {
    return EventFormat.write(event);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return EventFormat.read(manifest, bytes);
  }
}
