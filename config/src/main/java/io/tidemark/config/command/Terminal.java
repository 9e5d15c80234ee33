package io.tidemark.config.command;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a command writes: results to {@code out}, everything else to {@code err}, both in UTF-8
 * whatever the locale.
 *
 * @param out results; buffered; its failures are seen, unlike those of {@code System.out}
 * @param err messages
 * @param outIsTerminal whether a person reads the results as they come
 * @param errIsTerminal whether a person reads the messages as they come
 */
public record Terminal(
    OutputStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The process's own streams. */
  public static Terminal ofProcess() {
    return new Terminal(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        isTerminal(1),
        isTerminal(2));
  }

  /** Writes a line of results. */
  void print(String line) throws OutputFailed {
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    } catch (IOException e) {
      throw new OutputFailed(e);
    }
  }

  /** Writes what is buffered. */
  void flush() throws OutputFailed {
    try {
      out.flush();
    } catch (IOException e) {
      throw new OutputFailed(e);
    }
  }

  /** Writes what is buffered; returns the status, or another one if that fails. */
  public int close(int status) {
    try {
      flush();
      return status;
    } catch (OutputFailed e) {
      return status == ExitStatus.COMPLETE ? say(e) : status;
    }
  }

  /** Says that results cannot be written; nothing where their reader left, as {@code head} does. */
  int say(OutputFailed e) {
    if (!e.readerLeft()) {
      err.println("tidemark: " + e.getMessage());
    }
    return ExitStatus.FAILED;
  }

  /** Standard output could not be written. */
  static final class OutputFailed extends Exception {
    private static final long serialVersionUID = 1;

    OutputFailed(IOException reason) {
      super("standard output cannot be written: " + reason.getMessage(), reason);
    }

    boolean readerLeft() {
      return getCause() != null && "Broken pipe".equals(getCause().getMessage());
    }
  }

  /**
   * Whether the file descriptor is a terminal. {@code System.console()} cannot tell: it asks for
   * standard input too, and from Java 22 on it is never null.
   */
  @SuppressWarnings("SystemConsoleNull") // Asked before 22 only, where there is no other sign.
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (!Files.isSymbolicLink(link)) {
      return Runtime.version().feature() < 22 && System.console() != null;
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }
}
