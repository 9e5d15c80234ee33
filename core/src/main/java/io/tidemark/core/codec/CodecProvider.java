package io.tidemark.core.codec;

/**
 * Makes codecs of types that the core has none for. Found on the class path by {@code
 * java.util.ServiceLoader}, so that the core names no library.
 */
public interface CodecProvider {
  /**
   * The codec of a type.
   *
   * @throws IllegalArgumentException where it cannot be coded; the message says why and what to do
   */
  <T> Codec<T> of(Class<T> type);
}
