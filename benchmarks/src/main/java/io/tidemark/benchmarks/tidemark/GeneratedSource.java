package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The job's generator as a source: an element's position is its index in its partition. */
final class GeneratedSource implements Source<Event> {
  private final Job job;

  GeneratedSource(Job job) {
    this.job = job;
  }

  @Override
  public List<String> partitions() {
    return IntStream.range(0, Job.PARTITIONS).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(job, partition);
  }

  @Override
  public boolean follows() {
    return false;
  }

  @Override
  public boolean severalFiles() {
    return false;
  }

  @Override
  public String text(Event element) {
    return element.toString();
  }

  @Override
  public Optional<Codec<Event>> codec() {
    return Optional.of(RecordCodec.of(Event.class));
  }

  private static final class Reader implements PartitionReader {
    private final Job job;
    private final int partition;
    private Generator generator;

    Reader(Job job, int partition) {
      this.job = job;
      this.partition = partition;
      this.generator = new Generator(job, partition, 0);
    }

    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      if (generator.offset() != from.position()) {
        generator = new Generator(job, partition, from.position());
      }
      Object[] values = new Object[maxRecords];
      long[] positions = new long[maxRecords];
      int size = 0;
      // The same records give the same number, which is all that a checksum is asked here.
      int checksum = 0;
      while (size < maxRecords && generator.hasNext()) {
        positions[size] = generator.offset();
        Event event = generator.next();
        values[size] = event;
        checksum = 31 * checksum + (int) (event.key() ^ event.timeMicros());
        size++;
      }
      return new RecordBatch(
          values,
          positions,
          0,
          size,
          new Offset(0, generator.offset()),
          !generator.hasNext(),
          checksum);
    }

    @Override
    public void close() {}
  }
}
