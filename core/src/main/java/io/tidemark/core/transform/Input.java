package io.tidemark.core.transform;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the inputs of a transform.
 *
 * @param from name of the source or stream
 * @param senders what it comes from, for entities: the source, or the source in whose substreams
 *     the stream is computed, or the stream
 * @param key of its elements as they are held
 * @param view elements as the transform takes them; null where it takes them as they are held
 * @param codec of elements as they are held
 * @param order the canonical order of results of one time; null of a source, whose elements follow
 *     in the order of their partitions and, in each, as they come
 */
public record Input(
    String from,
    String senders,
    KeySelector<Object, Object> key,
    @Nullable Function<Object, Object> view,
    Codec<Object> codec,
    @Nullable Comparator<Object> order) {}
