package io.tidemark.core.pipeline;

/**
 * A part of the elements of a stage: those that come from one source or stream.
 *
 * @param from its name
 * @param view them as the stage gives them
 * @param <T> the type of the elements
 */
record Part<T>(String from, View<T> view) {}
