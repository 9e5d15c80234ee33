package io.tidemark.core.row;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.CodecProvider;
import io.tidemark.core.codec.ValueCodec;
import java.time.Instant;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The codec of a class, where a program names none.
 *
 * <p>A record class whose components a row can hold has the compact form of {@link RecordCodec},
 * which knows no versions; so does a string, a number, a boolean and an {@code Instant}, in the
 * form of {@link ValueCodec}. Everything else is coded by the first {@link CodecProvider} on the
 * class path. A record class that gets its first component of another kind changes its form with
 * it: a program that will keep its states names its codec.
 */
public final class Codecs {
  private static final Set<Class<?>> VALUES =
      Set.of(String.class, Long.class, Integer.class, Double.class, Boolean.class, Instant.class);

  private Codecs() {}

  /**
   * The codec of a class.
   *
   * @throws IllegalArgumentException where nothing on the class path codes it
   */
  public static <T> Codec<T> of(Class<T> type) {
    if (VALUES.contains(type)) {
      return typed(ValueCodec.INSTANCE);
    }
    if (RecordForm.holds(type)) {
      return typed(RecordCodec.of(type.asSubclass(Record.class)));
    }
    for (CodecProvider provider : ServiceLoader.load(CodecProvider.class)) {
      return provider.of(type);
    }
    throw new IllegalArgumentException(
        "no codec is known for a type: type="
            + type.getName()
            + "; put tidemark-codec-cbor on the class path, which codes records of records, sealed"
            + " types, lists and maps, or give a codec of your own");
  }

  @SuppressWarnings("unchecked")
  private static <T> Codec<T> typed(Codec<?> codec) {
    return (Codec<T>) codec;
  }
}
