package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.Output;
import java.util.ArrayList;
import java.util.List;

/** The output of a sink: rows appended, cut off at a length when it is opened. */
final class SimulatedOutput {
  /** Of every row: a length that is taken for a number of rows shows. */
  private static final long ROW_LENGTH = 10;

  private final List<Object> rows = new ArrayList<>();
  private final boolean cuts;

  /**
   * An empty output.
   *
   * @param cuts whether it is cut off when it is opened, which it has to be
   */
  SimulatedOutput(boolean cuts) {
    this.cuts = cuts;
  }

  /** Does what a sink asks for; the length afterwards. */
  long apply(Step.Write write) {
    long length = write.restoreTo() >= 0 ? restore(write.restoreTo()) : 0;
    List<Object> more = write.rows().stream().map(Output::value).toList();
    return more.isEmpty() ? length : append(more);
  }

  private long restore(long length) {
    if (length > length()) {
      throw new AssertionError("the output is shorter than what was committed: " + length);
    }
    if (cuts) {
      rows.subList((int) (length / ROW_LENGTH), rows.size()).clear();
    }
    return length();
  }

  private long append(List<Object> more) {
    rows.addAll(more);
    return length();
  }

  private long length() {
    return rows.size() * ROW_LENGTH;
  }

  List<Object> rows() {
    return List.copyOf(rows);
  }
}
