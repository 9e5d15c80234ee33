package io.tidemark.core.partition;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decisions above low-water, and the one at low-water, from whose state reading starts again
 * after a restart.
 */
final class DecisionLog {
  private static final int COMPACT_AT = 64;

  private Decision base = Decision.NONE;
  private final List<Decision> above = new ArrayList<>();
  private int head;
  private long outputLow;

  /** The decision at low-water. */
  Decision base() {
    return base;
  }

  /** The latest decision. */
  Decision latest() {
    return head == above.size() ? base : above.get(above.size() - 1);
  }

  long lowWater() {
    return base.number();
  }

  long outputLow() {
    return outputLow;
  }

  void raiseOutputLow(long number) {
    outputLow = Math.max(outputLow, number);
  }

  void add(Decision decision) {
    if (decision.number() != latest().number() + 1) {
      throw new IllegalStateException(
          "decisions are not consecutive: latest="
              + latest().number()
              + ", next="
              + decision.number());
    }
    above.add(decision);
  }

  /** Moves low-water up. */
  void raiseLowWater(long number) {
    while (head < above.size() && above.get(head).number() <= number) {
      base = above.get(head++);
    }
    if (head >= COMPACT_AT && head * 2 >= above.size()) {
      above.subList(0, head).clear();
      head = 0;
    }
  }

  /** The decision with the number, which is above low-water; null where there is none yet. */
  @Nullable Decision find(long number) {
    long index = head + number - base.number() - 1;
    return index >= head && index < above.size() ? above.get((int) index) : null;
  }

  void write(DataOutput out) throws IOException {
    base.write(out);
    Bytes.writeVarLong(outputLow, out);
    Bytes.writeVarInt(above.size() - head, out);
    for (Decision decision : above.subList(head, above.size())) {
      decision.write(out);
    }
  }

  void read(DataInput in) throws IOException {
    base = Decision.read(in);
    outputLow = Bytes.readVarLong(in);
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      above.add(Decision.read(in));
    }
  }
}
