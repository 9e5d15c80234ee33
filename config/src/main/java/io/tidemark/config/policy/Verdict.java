package io.tidemark.config.policy;

import io.tidemark.core.time.Action;

/**
 * What admission did with one row, as it is printed.
 *
 * @param sequence the row's number, from 1
 * @param key the key's columns joined by {@code |}; empty without substreams
 * @param eventTime the event time; of a bad row the raw text
 * @param arrivalTime the arrival time; likewise
 * @param action what was done
 * @param assignedTime the time the row goes on with; empty where it was dropped
 * @param watermark the watermark of its key, or of the partition, after it; empty while undefined
 */
public record Verdict(
    long sequence,
    String key,
    String eventTime,
    String arrivalTime,
    Action action,
    String assignedTime,
    String watermark) {}
