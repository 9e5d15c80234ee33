package io.tidemark.testkit.simulation;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.testkit.ScriptedSource;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A source that follows: each element can be read from a moment of the simulated wall clock on, and
 * at a later moment the input ends. Before its end it is a source with pauses.
 */
final class ArrivingSource implements Source<Object> {
  /** An element, and when it can be read; those of a partition in the order of these times. */
  record Arrival(long atMicros, Object element) {}

  private final List<List<Arrival>> partitions;
  private final long endMicros;
  private long nowMicros = Long.MIN_VALUE;

  /**
   * A source nothing of which can be read before time passes.
   *
   * @param endMicros when the input ends, not before the last arrival
   */
  ArrivingSource(List<List<Arrival>> partitions, long endMicros) {
    this.partitions = partitions.stream().map(List::copyOf).toList();
    this.endMicros = endMicros;
  }

  /** It is so late now. */
  void passTo(long micros) {
    nowMicros = micros;
  }

  @Override
  public List<String> partitions() {
    return IntStream.range(0, partitions.size()).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(partitions.get(partition));
  }

  @Override
  public boolean follows() {
    return true;
  }

  @Override
  public boolean severalFiles() {
    return false;
  }

  @Override
  public String text(Object element) {
    return element.toString();
  }

  private final class Reader implements PartitionReader {
    private final List<Arrival> arrivals;
    private final List<Object> elements;

    Reader(List<Arrival> arrivals) {
      this.arrivals = arrivals;
      this.elements = arrivals.stream().map(Arrival::element).toList();
    }

    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      int start = (int) from.position();
      int end = start;
      while (end < arrivals.size()
          && end - start < maxRecords
          && arrivals.get(end).atMicros <= nowMicros) {
        end++;
      }
      boolean last = nowMicros >= endMicros && end == arrivals.size();
      return ScriptedSource.batch(elements, from, end - start, last);
    }

    @Override
    public void close() {}
  }
}
