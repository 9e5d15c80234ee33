package io.tidemark.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/** The output of a sink: rows appended, cut off at a length when it is opened. */
final class SimulatedOutput {
  private final List<Object> rows = new ArrayList<>();

  long restore(long length) {
    if (length > rows.size()) {
      throw new AssertionError("the output is shorter than what was committed: " + length);
    }
    rows.subList((int) length, rows.size()).clear();
    return rows.size();
  }

  long append(List<Object> more) {
    rows.addAll(more);
    return rows.size();
  }

  List<Object> rows() {
    return rows;
  }
}
