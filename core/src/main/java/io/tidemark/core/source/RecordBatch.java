package io.tidemark.core.source;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive records of one file of a partition, as read. The reader fills it; whoever receives it
 * owns it and changes nothing but {@link #setTimes}.
 *
 * <p>Arrays may be longer than {@link #size}.
 */
public final class RecordBatch {
  private final Object[] values;
  private final long[] positions;
  private final int file;
  private final int size;
  private final Offset end;
  private final boolean endOfInput;
  private final int checksum;
  private long @Nullable [] eventMicros;
  private long @Nullable [] arrivalMicros;

  /**
   * Takes ownership of the arrays.
   *
   * @param values elements, or {@link BadRecord}s
   * @param positions each record's {@link Offset#position}
   * @param file the {@link Offset#file} of all of them
   * @param size how many
   * @param end where the next read starts
   * @param endOfInput whether a bounded source has nothing after {@code end}
   * @param checksum CRC-32C of the records' raw bytes: the same records give the same number
   */
  public RecordBatch(
      Object[] values,
      long[] positions,
      int file,
      int size,
      Offset end,
      boolean endOfInput,
      int checksum) {
    this.values = values;
    this.positions = positions;
    this.file = file;
    this.size = size;
    this.end = end;
    this.endOfInput = endOfInput;
    this.checksum = checksum;
  }

  /** A batch without a record. */
  public static RecordBatch empty(Offset end, boolean endOfInput) {
    return new RecordBatch(new Object[0], new long[0], end.file(), 0, end, endOfInput, 0);
  }

  /**
   * The same records, of which it is known where the read ended that first found them: behind them
   * there may be records of other partitions, which a read of exactly these does not pass over.
   */
  public RecordBatch endingAt(Offset known) {
    RecordBatch same = new RecordBatch(values, positions, file, size, known, endOfInput, checksum);
    same.eventMicros = eventMicros;
    same.arrivalMicros = arrivalMicros;
    return same;
  }

  /** How many records there are; 0 where nothing was there to read. */
  public int size() {
    return size;
  }

  /** The element, or the {@link BadRecord}. */
  public Object value(int index) {
    return values[index];
  }

  /** Replaces an element that turned out to be no element. */
  public void reject(int index, BadRecord bad) {
    values[index] = bad;
  }

  /** The record's position in its file. */
  public long position(int index) {
    return positions[index];
  }

  /** The file all records are from. */
  public int file() {
    return file;
  }

  /** Where the next read starts. */
  public Offset end() {
    return end;
  }

  /** Whether a bounded source has nothing after {@link #end}. */
  public boolean endOfInput() {
    return endOfInput;
  }

  /** CRC-32C of the raw bytes. */
  public int checksum() {
    return checksum;
  }

  /** Sets the times of the records, one each; null where the source has no such time. */
  public void setTimes(long @Nullable [] eventMicros, long @Nullable [] arrivalMicros) {
    this.eventMicros = eventMicros;
    this.arrivalMicros = arrivalMicros;
  }

  /** Event times, or null where the source has none. */
  public long @Nullable [] eventMicros() {
    return eventMicros;
  }

  /** Arrival times, or null where the source has none. */
  public long @Nullable [] arrivalMicros() {
    return arrivalMicros;
  }
}
