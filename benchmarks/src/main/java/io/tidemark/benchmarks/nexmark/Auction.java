package io.tidemark.benchmarks.nexmark;

import java.time.Instant;

/**
 * An auction opens.
 *
 * @param reserve what a bid must reach to win, in cents
 * @param expires when it closes: a bid at that time is too late
 * @param extra filling, so that a record has the size of a real one
 */
public record Auction(
    long id,
    String itemName,
    String description,
    long initialBid,
    long reserve,
    Instant time,
    Instant expires,
    long seller,
    long category,
    String extra)
    implements Event {}
