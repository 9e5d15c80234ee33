package io.tidemark.core.transform;

import java.time.Instant;

/**
 * An element or timer for which a transform threw, and which had no effect.
 *
 * @param key as text
 * @param time of the element or timer
 * @param what the element or timer, as text
 * @param error what was thrown, as text
 */
public record TransformFailure(String key, Instant time, String what, String error) {}
