package io.tidemark.core.transform;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the inputs of a transform.
 *
 * @param read what it is, for entities
 * @param key of its elements as they are held
 * @param view elements as the transform takes them; null where it takes them as they are held
 */
public record Input(
    Arrivals.Input read,
    KeySelector<Object, Object> key,
    @Nullable Function<Object, Object> view) {}
