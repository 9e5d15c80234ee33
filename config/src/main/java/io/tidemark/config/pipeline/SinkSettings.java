package io.tidemark.config.pipeline;

/**
 * A sink.
 *
 * @param name unique among sinks
 * @param from the stream it writes, or the source whose diagnostics it writes
 * @param diagnostics whether it writes a source's diagnostics
 * @param format how rows are written
 * @param path relative to the pipeline file or to the folder a run is told; {@code -}: standard
 *     output
 * @param ordered whether rows are held back and sorted by time
 * @param overwrite whether a new run may replace a file it did not write
 */
public record SinkSettings(
    String name,
    String from,
    boolean diagnostics,
    Format format,
    String path,
    boolean ordered,
    boolean overwrite) {
  /** The path that stands for standard output. */
  public static final String STANDARD_OUTPUT = "-";

  /** Whether the sink writes to standard output. */
  public boolean toStandardOutput() {
    return path.equals(STANDARD_OUTPUT);
  }
}
