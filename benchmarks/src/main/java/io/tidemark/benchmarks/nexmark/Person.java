package io.tidemark.benchmarks.nexmark;

import java.time.Instant;

/**
 * Somebody registers, who may sell and bid.
 *
 * @param state of the United States, as two letters
 * @param extra filling, so that a record has the size of a real one
 */
public record Person(
    long id,
    String name,
    String emailAddress,
    String creditCard,
    String city,
    String state,
    Instant time,
    String extra)
    implements Event {}
