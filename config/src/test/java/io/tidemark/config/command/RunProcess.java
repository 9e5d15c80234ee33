package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A run in a process of its own, which a signal ends. Close it, lest it outlives its test.
 *
 * @param folder in which its outputs, its state and its log are, named after the run
 */
record RunProcess(Path folder, String name, Process process) implements AutoCloseable {
  static RunProcess start(Path folder, String name, Path pipeline) throws IOException {
    return new RunProcess(folder, name, JavaProcess.run(folder, name, pipeline));
  }

  Path output(String file) {
    return folder.resolve(name).resolve(file);
  }

  Path state() {
    return folder.resolve(name + "-state");
  }

  String said() {
    return JavaProcess.said(folder, name);
  }

  /** Waits until the output has so many rows, beside its header, or more. */
  void awaitRows(String file, long rows) throws Exception {
    while (!Files.exists(output(file)) || Files.readString(output(file)).lines().count() <= rows) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
          .as(() -> "ended too soon: " + said())
          .isFalse();
    }
  }

  /** Sends a signal by its name. */
  void signal(String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Waits for the end: the exit status. */
  int ended() throws Exception {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(this::said).isTrue();
    return process.exitValue();
  }

  /** Ends it by SIGTERM, after which it has drained. */
  void terminate() throws Exception {
    signal("TERM");
    assertThat(ended()).as(this::said).isZero();
    assertThat(said()).contains("stopped; the same command goes on with the run");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
