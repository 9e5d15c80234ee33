package io.tidemark.codec.cbor;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.CodecProvider;

/**
 * Codes what a row cannot hold, wherever this module is on the class path: compactly where the type
 * is simple enough, else as CBOR.
 */
public final class CborCodecProvider implements CodecProvider {
  @Override
  public <T> Codec<T> of(Class<T> type) {
    CborCodec<T> cbor = CborCodec.of(type);
    CompactCodec<T> compact = CompactCodec.of(type, cbor);
    return compact == null ? cbor : compact;
  }
}
