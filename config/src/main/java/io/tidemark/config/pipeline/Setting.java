package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Place;

/**
 * One setting as it takes effect.
 *
 * @param path its path in the configuration
 * @param value its value in one fixed form
 * @param place where it stands; {@link Place#UNKNOWN} for a default
 * @param isDefault whether nobody wrote it
 * @param shapesResult whether it can change the output or the shape of the state, so that a run
 *     with another value is another run
 */
public record Setting(
    String path, String value, Place place, boolean isDefault, boolean shapesResult) {}
