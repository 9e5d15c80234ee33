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

/**
 * The job's generator as a source: an element's position is its index in its partition. As one
 * partition it deals the job's partitions out in turn.
 */
final class GeneratedSource implements Source<Event> {
  private final Job job;
  private final int partitions;

  private GeneratedSource(Job job, int partitions) {
    this.job = job;
    this.partitions = partitions;
  }

  /** With the partitions of the job. */
  static GeneratedSource of(Job job) {
    return new GeneratedSource(job, Job.PARTITIONS);
  }

  /** All elements in one partition, so that each key lives in one. */
  static GeneratedSource inOnePartition(Job job) {
    return new GeneratedSource(job, 1);
  }

  @Override
  public List<String> partitions() {
    return IntStream.range(0, partitions).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(job, partition, Job.PARTITIONS / partitions);
  }

  @Override
  public Optional<Codec<Event>> codec() {
    return Optional.of(RecordCodec.of(Event.class));
  }

  private static final class Reader implements PartitionReader {
    private final Job job;
    private final int partition;
    private final Generator[] generators;
    private long position;
    private int turn;

    Reader(Job job, int partition, int dealt) {
      this.job = job;
      this.partition = partition;
      this.generators = new Generator[dealt];
      seek(0);
    }

    private void seek(long to) {
      position = to;
      int dealt = generators.length;
      turn = (int) (to % dealt);
      for (int i = 0; i < dealt; i++) {
        long offset = (to + dealt - 1 - i) / dealt;
        generators[i] = new Generator(job, partition * dealt + i, offset);
      }
    }

    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      if (position != from.position()) {
        seek(from.position());
      }
      Object[] values = new Object[maxRecords];
      long[] positions = new long[maxRecords];
      int size = 0;
      // The same records give the same number, which is all that a checksum is asked here.
      int checksum = 0;
      Generator next = generators[turn];
      while (size < maxRecords && next.hasNext()) {
        positions[size] = position++;
        Event event = next.next();
        turn = turn + 1 == generators.length ? 0 : turn + 1;
        next = generators[turn];
        values[size] = event;
        checksum = 31 * checksum + (int) (event.key() ^ event.timeMicros());
        size++;
      }
      return new RecordBatch(
          values, positions, 0, size, new Offset(0, position), !next.hasNext(), checksum);
    }

    @Override
    public void close() {}
  }
}
