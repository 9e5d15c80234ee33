package io.tidemark.persistence.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;

/**
 * A process that writes a journal until it is killed, and says on its output what was acknowledged.
 * Also the handle of such a process in the test that started it.
 */
final class WriterProcess implements AutoCloseable {
  static final int ENTITIES = 40;
  private static final int JOURNAL_FAILED = 3;
  private static final int IN_FLIGHT = 30;

  private final Process process;
  private final BufferedReader output;

  private WriterProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one and waits until it has the journal open. */
  static WriterProcess start(Path directory, long seed, long reserveBytes) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            WriterProcess.class.getName(),
            directory.toString(),
            Long.toString(seed),
            Long.toString(reserveBytes));
    WriterProcess writer =
        new WriterProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    String first = writer.output.readLine();
    if (!"open".equals(first)) {
      writer.close();
      throw new AssertionError("the writer did not open the journal: " + first);
    }
    return writer;
  }

  long pid() {
    return process.pid();
  }

  /** The next line of output, null at the end. */
  @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  /** Kills it as kill -9 does, and returns what else it had said. */
  List<String> kill() throws IOException {
    // Through the handle, which unlike the process leaves the output open.
    process.toHandle().destroyForcibly();
    List<String> rest = new ArrayList<>();
    for (String line = readLine(); line != null; line = readLine()) {
      rest.add(line);
    }
    return rest;
  }

  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** What every writer writes as that event. */
  static String text(int entity, long number) {
    Random random = new Random(entity * 1_000_003L + number);
    return entity + "/" + number + " " + "x".repeat(random.nextInt(60_000));
  }

  static String name(int entity) {
    return "entity-" + entity;
  }

  /** Arguments: directory, seed, disk reserve in bytes. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    JournalSettings settings =
        JournalSettings.defaults()
            .withDiskReserve(Long.parseLong(args[2]))
            .withCommitBytes(1 << 20);
    try (Journal journal = Journal.open(Path.of(args[0]), settings)) {
      out.println("open");
      write(new Script(journal), new Random(Long.parseLong(args[1])), out);
    } catch (JournalException.Failed e) {
      out.println("failed " + e.getMessage());
      System.exit(JOURNAL_FAILED);
    }
  }

  private static void write(Script script, Random random, PrintStream out) {
    long[] highest = new long[ENTITIES];
    for (int entity = 0; entity < ENTITIES; entity++) {
      highest[entity] = script.highest(name(entity));
    }
    Deque<Written> inFlight = new ArrayDeque<>();
    while (true) {
      int entity = random.nextInt(ENTITIES);
      long number = ++highest[entity];
      Append append = Script.append(name(entity), number, text(entity, number));
      inFlight.add(new Written(entity, number, script.submit(append)));
      if (inFlight.size() == IN_FLIGHT) {
        Written oldest = inFlight.remove();
        Script.await(oldest.done);
        out.println(oldest.entity + " " + oldest.number);
      }
    }
  }

  private record Written(int entity, long number, Future<Void> done) {}
}
