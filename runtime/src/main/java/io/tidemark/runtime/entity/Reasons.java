package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** What a failure says. */
final class Reasons {
  private static final int CAUSES = 10;

  private Reasons() {}

  /** The message where it says what is wrong, otherwise with the kind of failure before it. */
  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown";
    }
    String message = failure.getMessage();
    if (failure instanceof OutOfMemoryError) {
      return "out of memory: " + message + "; allow the JVM more, with -Xmx";
    }
    boolean bare = // What such a message says is only the file's name, or nothing.
        (failure instanceof FileSystemException file && file.getReason() == null)
            || failure instanceof NullPointerException;
    return message == null || message.isBlank() || bare
        ? failure.getClass().getSimpleName() + ": " + message
        : message;
  }

  /** What it says of a decision that threw, which is a fault of ours unless the JVM failed. */
  static String ofDecision(EntityId entity, Throwable failure) {
    String kind = failure instanceof VirtualMachineError ? "the JVM failed" : "a broken invariant";
    return kind + ": entity=" + entity.name() + ", reason=" + of(failure);
  }

  /** Whether no later incarnation can get over it. */
  static boolean isFinal(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES; depth++) {
      if (cause instanceof FinalFailure) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
