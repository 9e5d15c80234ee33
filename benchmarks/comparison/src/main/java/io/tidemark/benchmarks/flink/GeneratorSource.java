package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** The job's elements as a source. */
final class GeneratorSource extends PartitionedSource {
  private final Job job;

  GeneratorSource(Job job) {
    this.job = job;
  }

  @Override
  public SourceReader<Event, PartitionSplit> createReader(SourceReaderContext context) {
    return new GeneratorReader(job);
  }
}
