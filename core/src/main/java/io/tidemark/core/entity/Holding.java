package io.tidemark.core.entity;

/**
 * What holds the progress of a computation's outputs where it is, though progress has passed it.
 *
 * @param key whose timer it is
 * @param what the timer
 * @param atMicros where it holds progress
 * @param byClock whether it waits for the clock; else for progress
 */
public record Holding(Object key, String what, long atMicros, boolean byClock) {}
