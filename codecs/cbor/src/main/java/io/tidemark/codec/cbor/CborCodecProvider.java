package io.tidemark.codec.cbor;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.CodecProvider;

/** Codes what a row cannot hold as CBOR, wherever this module is on the class path. */
public final class CborCodecProvider implements CodecProvider {
  @Override
  public <T> Codec<T> of(Class<T> type) {
    return CborCodec.of(type);
  }
}
