package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Why a file could not be used, in a person's words: what Java throws names the file again, or says
 * the reason with the name of a class only.
 */
public final class IoReason {
  private IoReason() {}

  /** The reason, without the file's name. */
  public static String of(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "it does not exist";
    } else if (failure instanceof AccessDeniedException) {
      return "access is denied";
    } else if (failure instanceof FileAlreadyExistsException) {
      return "there is a file of that name";
    } else if (failure instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    String message = failure.getMessage();
    return message == null || message.isBlank() ? "an unknown failure of the system" : message;
  }

  /** Like {@link #of} for a file or folder that was to be created in a folder that exists. */
  public static String ofCreating(IOException failure) {
    return failure instanceof NoSuchFileException ? "nothing can be created there" : of(failure);
  }
}
