package io.tidemark.core.transform;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.time.Time;
import java.util.List;

/** A program's transform threw, and would throw again: the pipeline stops. */
public final class TransformFailed extends DataError {
  private static final long serialVersionUID = 1;

  /** Packages whose classes are not where a program is to be mended. */
  private static final List<String> OTHERS = List.of("java.", "jdk.", "io.tidemark.core.");

  /** The transform of a stream threw for a key's element or timer. */
  TransformFailed(String stream, Object key, String what, long timeMicros, RuntimeException cause) {
    super(
        "a transform failed: stream="
            + stream
            + ", key="
            + key
            + ", time="
            + Time.format(timeMicros)
            + ", "
            + what
            + ": "
            + cause
            + at(cause));
    initCause(cause);
  }

  /** Where in the program it was thrown; nothing where that is in Java or Tidemark itself. */
  private static String at(RuntimeException cause) {
    for (StackTraceElement frame : cause.getStackTrace()) {
      String name = frame.getClassName();
      if (name.equals(TransformComputation.class.getName())) {
        break; // Beneath it is who called the computation.
      } else if (OTHERS.stream().noneMatch(name::startsWith)) {
        return " at " + frame;
      }
    }
    return "";
  }
}
