/** Kafka Streams at boundaries. Read {@link io.tidemark.benchmarks.kafka.StreamsSubject} first. */
@NullMarked
package io.tidemark.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
