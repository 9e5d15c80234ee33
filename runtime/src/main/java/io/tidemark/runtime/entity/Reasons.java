package io.tidemark.runtime.entity;

import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** A failure as a line for a person. */
final class Reasons {
  private Reasons() {}

  /** The message where it says what is wrong, otherwise with the kind of failure before it. */
  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown";
    }
    String message = failure.getMessage();
    boolean bare = // What such a message says is only the file's name, or nothing.
        (failure instanceof FileSystemException file && file.getReason() == null)
            || failure instanceof NullPointerException;
    return message == null || message.isBlank() || bare
        ? failure.getClass().getSimpleName() + ": " + message
        : message;
  }
}
