package io.tidemark.runtime.entity;

import io.tidemark.runtime.channel.Peers;
import io.tidemark.runtime.clock.Clock;
import io.tidemark.runtime.telemetry.Counters;

/**
 * What all entities of one pipeline share on one node.
 *
 * @param pipeline the pipeline's name, without a slash
 * @param settings periods and bounds
 * @param factory makes the decisions, readers and writers
 * @param clock the wall clock
 * @param listener is told of the pipeline's end
 * @param counters what the actors count
 * @param peers who lives where
 * @param failures who failed lately
 * @param lanes blocking work
 */
public record PipelineNode(
    String pipeline,
    RuntimeSettings settings,
    EntityFactory factory,
    Clock clock,
    PipelineListener listener,
    Counters counters,
    Peers peers,
    Failures failures,
    Lanes lanes) {}
