package io.tidemark.config.launch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a run says of a source.
 *
 * @param counts how its records fared since the run began
 * @param watermark the least watermark of a partition (with substreams: arrival floor) before the
 *     end of its input; null while one has none
 */
public record SourceSummary(SourceCounts counts, @Nullable Instant watermark) {}
