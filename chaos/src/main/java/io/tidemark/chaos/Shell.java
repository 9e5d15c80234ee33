package io.tidemark.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Programs of the operating system that are run to their end. */
final class Shell {
  private Shell() {}

  /**
   * Runs a program.
   *
   * @throws IOException where it cannot be started or does not end with status 0; with its output
   */
  static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(
          "status "
              + status
              + " of "
              + command[0]
              + " … "
              + command[command.length - 1]
              + ": "
              + output.strip());
    }
    return output;
  }

  /** Whether it ends with status 0. */
  static boolean succeeds(String... command) {
    try {
      run(command);
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits; the time is part of what is tried. */
  static void pause(Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
  }
}
