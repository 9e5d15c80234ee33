package io.tidemark.benchmarks.job;

/** The windows elements are counted in, per key; all start at multiples of the slide. */
public enum Shape {
  /** One window of 10 s after the other. */
  TUMBLING(10_000_000, 10_000_000, 20_000_000),

  /** Windows of 10 s that start every 2 s: each element is in five. */
  HOPPING(10_000_000, 2_000_000, 5_000_000);

  private final long sizeMicros;
  private final long slideMicros;
  private final long usualElements;

  Shape(long sizeMicros, long slideMicros, long usualElements) {
    this.sizeMicros = sizeMicros;
    this.slideMicros = slideMicros;
    this.usualElements = usualElements;
  }

  /** Length of a window, a multiple of the slide. */
  public long sizeMicros() {
    return sizeMicros;
  }

  /** From the start of a window to the start of the next. */
  public long slideMicros() {
    return slideMicros;
  }

  /** Elements for which the slowest engine takes about ten seconds on two cores. */
  public long usualElements() {
    return usualElements;
  }
}
