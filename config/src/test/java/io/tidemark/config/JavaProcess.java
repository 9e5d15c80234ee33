package io.tidemark.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of their own with the class path of the tests. */
public final class JavaProcess {
  /**
   * Whoever started this process in the background may have had SIGINT ignored, which a child
   * inherits; with it a run could not be interrupted.
   */
  private static final List<String> HEARING_SIGINT = hearingSigint();

  private JavaProcess() {}

  /** What starts a class that has a {@code main}. */
  public static ProcessBuilder of(String main, String... arguments) {
    List<String> command = new ArrayList<>(HEARING_SIGINT);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private static List<String> hearingSigint() {
    List<String> prefix = List.of("env", "--default-signal=INT");
    List<String> command = new ArrayList<>(prefix);
    command.add("true");
    try {
      return new ProcessBuilder(command).start().waitFor() == 0 ? prefix : List.of();
    } catch (IOException e) {
      return List.of(); // No env of GNU's.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /**
   * Starts the command {@code run}. Output, state and a log of what it says are named after the
   * run.
   */
  public static Process run(Path folder, String name, Path pipeline) throws IOException {
    return of(
            "io.tidemark.config.Main",
            "run",
            pipeline.toString(),
            "--out",
            folder.resolve(name).toString(),
            "--state",
            folder.resolve(name + "-state").toString())
        .redirectErrorStream(true)
        .redirectOutput(log(folder, name).toFile())
        .start();
  }

  /** The log of a run. */
  public static Path log(Path folder, String name) {
    return folder.resolve(name + ".log");
  }

  /** What the run has said, or why that cannot be told. */
  public static String said(Path folder, String name) {
    try {
      return Files.readString(log(folder, name));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
