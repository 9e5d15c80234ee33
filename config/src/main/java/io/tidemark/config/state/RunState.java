package io.tidemark.config.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run.json} says of a run.
 *
 * @param pipeline the pipeline's name
 * @param digest SHA-256 of the settings that shape the result, in hexadecimal
 * @param settings these settings, by path, so that a difference can be named
 * @param inputs the files it reads, fixed when it began
 * @param outputs the files it writes, and so may replace: see {@link Portable}
 * @param status how far it is
 * @param pid the process that runs it, or ran it last
 * @param control where that process answers questions; null where it does not
 */
public record RunState(
    String pipeline,
    String digest,
    Map<String, String> settings,
    List<InputFile> inputs,
    List<String> outputs,
    Status status,
    long pid,
    @Nullable Control control) {

  /** Copies the collections. */
  public RunState {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** A run that begins: its digest is that of the settings. */
  public static RunState starting(
      String pipeline, Map<String, String> settings, List<InputFile> inputs, List<String> outputs) {
    return new RunState(
        pipeline,
        digest(settings),
        settings,
        inputs,
        outputs,
        Status.STARTING,
        ProcessHandle.current().pid(),
        null);
  }

  private static String digest(Map<String, String> settings) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new TreeMap<>(settings)
          .forEach(
              (path, value) ->
                  digest.update((path + "=" + value + "\n").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /**
   * What {@code text} of {@link #text} says.
   *
   * @throws IOException where it is none
   */
  public static RunState parse(String text) throws IOException {
    return RunJson.read(text);
  }

  /** As text, for other processes: without the way into this one. */
  public String text() {
    return RunJson.write(as(status, pid, null));
  }

  /** Whether everything has reached its output. */
  public boolean isComplete() {
    return status == Status.COMPLETE;
  }

  /** How far a run is. */
  public enum Status {
    /** What is in the journal, if anything, is of another run and must go. */
    STARTING,
    /** A process runs it; if that process is gone, it was interrupted. */
    RUNNING,
    /** Ended before the end of its input, on purpose. */
    INTERRUPTED,
    /** Ended by a failure. */
    FAILED,
    /** Everything has reached its output. */
    COMPLETE;

    /** Whether the run can go on. */
    boolean resumable() {
      return this == RUNNING || this == INTERRUPTED || this == FAILED;
    }
  }

  /**
   * Where a running pipeline answers questions.
   *
   * @param port on the loopback address
   * @param token what a question must carry
   */
  public record Control(int port, String token) {}

  /** The same run with another status, in the hands of another process. */
  public RunState as(Status newStatus, long newPid, @Nullable Control newControl) {
    return new RunState(pipeline, digest, settings, inputs, outputs, newStatus, newPid, newControl);
  }
}
