package io.tidemark.config.state;

import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.IoReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files a run would write, looked at before anything is touched: none may be read by the run,
 * be written by two sinks, or lie where no file can; and a new run replaces only what a run of its
 * own wrote, unless it is told otherwise.
 *
 * @param outputs the files
 */
public record OutputFiles(List<Output> outputs) {
  /** As many as the kernel follows: more are a circle. */
  private static final int MOST_LINKS = 40;

  /** Copies the list. */
  public OutputFiles {
    outputs = List.copyOf(outputs);
  }

  /**
   * A file a sink writes.
   *
   * @param sink the sink's name
   * @param file absolute
   * @param overwrite whether it may replace a file it did not write
   * @param place where its path stands; null where no file says it
   */
  public record Output(String sink, Path file, boolean overwrite, @Nullable Place place) {}

  /**
   * What is wrong with the paths, whatever stands there.
   *
   * @param inputs files the pipeline reads, the pipeline file among them
   * @param state the folder of the state
   */
  public List<Problem> conflicts(List<Path> inputs, Path state) {
    Set<Object> read = new HashSet<>();
    inputs.forEach(input -> read.add(identity(real(input))));
    Path journal = real(state.resolve(StateFolder.JOURNAL));
    for (String name : StateFolder.FILES) {
      read.add(identity(real(state.resolve(name))));
    }
    Map<Object, String> writers = new HashMap<>();
    List<Problem> problems = new ArrayList<>();
    for (Output output : outputs) {
      Path file = real(output.file());
      Object identity = identity(file);
      String first = writers.putIfAbsent(identity, output.sink());
      if (first != null) {
        problems.add(problem(output, "the sink " + first + " writes there too"));
      } else if (read.contains(identity)) {
        problems.add(problem(output, "the run reads this file"));
      } else if (file.startsWith(journal)) {
        problems.add(problem(output, "the journal is kept there"));
      } else if (Files.isDirectory(file)) {
        problems.add(problem(output, "is a folder"));
      } else if (isNoFile(file)) {
        problems.add(
            problem(output, "is a device or pipe: what was not committed could not be cut off"));
      } else if (isNoFolder(nearest(file))) {
        problems.add(problem(output, "cannot be created: " + nearest(file) + " is no folder"));
      }
    }
    return problems;
  }

  /** Those that could not be written or created. */
  public List<Problem> unwritable() {
    List<Problem> problems = new ArrayList<>();
    for (Output output : outputs) {
      boolean there = Files.exists(output.file());
      Path needed = there ? output.file() : nearest(output.file());
      if (!Files.isWritable(needed)) {
        problems.add(
            problem(
                output,
                there
                    ? "cannot be written: the file is not writable"
                    : "cannot be created: the folder " + needed + " is not writable"));
      }
    }
    return problems;
  }

  /** What a new run may not replace, given the files that a run of its own wrote. */
  public List<Problem> strangers(Set<Path> own, boolean fresh) {
    List<Problem> problems = new ArrayList<>();
    for (Output output : outputs) {
      Path file = output.file();
      boolean may = fresh || output.overwrite() || own.contains(file);
      if (!may && Files.exists(file)) {
        problems.add(stranger(output));
      }
    }
    return problems;
  }

  /** Those that have something in them. */
  public List<Output> filled() throws IOException {
    List<Output> filled = new ArrayList<>();
    for (Output output : outputs) {
      if (Files.exists(output.file()) && Files.size(output.file()) > 0) {
        filled.add(output);
      }
    }
    return filled;
  }

  /**
   * What a run that began may not replace: files with something in them whose sinks have not
   * started yet.
   *
   * @param filled found before it was asked who has started, since a sink that starts writes
   * @param started the sinks that have recorded anything
   */
  public static List<Problem> strangers(List<Output> filled, Set<String> started) {
    return filled.stream()
        .filter(output -> !output.overwrite() && !started.contains(output.sink()))
        .map(OutputFiles::stranger)
        .toList();
  }

  private static Problem stranger(Output output) {
    return Problem.of(
        output.file().toString(),
        "exists, and no run that this state knows of wrote it: sink=" + output.sink(),
        "move it away, write elsewhere with --out, or replace it with --fresh or"
            + " overwrite = true");
  }

  /**
   * What an interrupted run cannot go on with, given how far it had come.
   *
   * @param committed the length that is committed of the file of each sink, in bytes
   */
  public List<Problem> losses(Map<String, Long> committed) throws IOException {
    List<Problem> problems = new ArrayList<>();
    for (Output output : outputs) {
      long expected = committed.getOrDefault(output.sink(), 0L);
      boolean gone = !Files.exists(output.file());
      long actual = gone ? 0 : Files.size(output.file());
      if (actual < expected) {
        problems.add(
            Problem.of(
                output.file().toString(),
                (gone ? "is gone" : "was shortened")
                    + ": sink="
                    + output.sink()
                    + ", committed by the interrupted run="
                    + expected
                    + ", actual="
                    + actual
                    + " (bytes)",
                "restore the file to go on with the run, or start it anew with --fresh"));
      }
    }
    return problems;
  }

  /**
   * What shows that this process does not see the files of a run which others are at.
   *
   * @param committed the length that is committed of the file of each sink, in bytes
   */
  public List<Problem> elsewhere(Map<String, Long> committed) throws IOException {
    List<Problem> problems = new ArrayList<>();
    for (Output output : outputs) {
      long expected = committed.getOrDefault(output.sink(), 0L);
      String what = "";
      if (!Files.exists(output.file())) {
        what = " is not there, though the run has begun";
      } else if (Files.size(output.file()) < expected) {
        what =
            " is shorter than what is committed: expected="
                + expected
                + ", actual="
                + Files.size(output.file())
                + " (bytes)";
      }
      if (!what.isEmpty()) {
        problems.add(
            Problem.of(
                "sink/" + output.sink(),
                "its output " + output.file() + what,
                "do all nodes see the same folder?"));
      }
    }
    return problems;
  }

  /**
   * Empties the files that are there, for a run that begins: what is in them later is of this run,
   * or of a stranger where its sink has not started.
   *
   * @throws Refused where one cannot be written
   */
  public void empty() throws Refused {
    for (Output output : outputs) {
      if (Files.exists(output.file())) {
        open(output, channel -> channel.truncate(0), "be emptied");
      }
    }
  }

  /**
   * Creates the files that are not there: other nodes of the run look for them.
   *
   * @throws Refused where one cannot be made
   */
  public void createMissing() throws Refused {
    createFolders();
    for (Output output : outputs) {
      if (!Files.exists(output.file())) {
        open(output, channel -> channel, "be created");
      }
    }
  }

  private interface Change {
    FileChannel in(FileChannel channel) throws IOException;
  }

  private static void open(Output output, Change change, String what) throws Refused {
    try (FileChannel channel =
        FileChannel.open(output.file(), StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      change.in(channel).force(true);
    } catch (IOException e) {
      throw new Refused(problem(output, "cannot " + what + ": " + IoReason.ofCreating(e)));
    }
  }

  /**
   * Creates the folders that the files lie in, one after the other and for good: sinks that open
   * their files at the same time would be in each other's way.
   *
   * @throws Refused where one cannot be made
   */
  public void createFolders() throws Refused {
    for (Output output : outputs) {
      try {
        createFolder(output.file().getParent());
      } catch (IOException e) {
        throw new Refused(problem(output, "its folder cannot be made: " + folderReason(e)));
      }
    }
  }

  private static String folderReason(IOException e) {
    String folder = e instanceof FileSystemException file ? file.getFile() + ": " : "";
    return folder + IoReason.ofCreating(e);
  }

  private static void createFolder(@Nullable Path of) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path folder = of;
    while (folder != null && !Files.exists(folder)) {
      missing.push(folder);
      folder = folder.getParent();
    }
    for (Path next : missing) {
      Files.createDirectory(next);
      try (FileChannel parent = FileChannel.open(next.resolve(".."), StandardOpenOption.READ)) {
        parent.force(true);
      }
    }
  }

  private static Problem problem(Output output, String what) {
    return new Problem(
        output.place(),
        "pipeline.sinks." + output.sink() + ".path",
        output.file().toString(),
        what,
        "give the sink another path");
  }

  private static Path real(Path file) {
    try {
      return real(file, MOST_LINKS);
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /**
   * The path through all links, those to nothing too: writing to such a link creates what it names.
   */
  private static Path real(Path file, int links) throws IOException {
    Path existing = file.toAbsolutePath().normalize();
    Path missing = existing.getFileSystem().getPath("");
    while (existing.getParent() != null && !Files.exists(existing)) {
      if (links > 0 && Files.isSymbolicLink(existing)) {
        Path target = Files.readSymbolicLink(existing);
        Path from = existing.getParent().toRealPath();
        return real(from.resolve(target).resolve(missing), links - 1);
      }
      missing = existing.getFileName().resolve(missing);
      existing = existing.getParent();
    }
    return existing.toRealPath().resolve(missing).normalize();
  }

  /** What two names of one file have in common: they may be hard links. */
  private static Object identity(Path real) {
    try {
      Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
      return key == null ? real : key;
    } catch (IOException e) {
      return real; // Nothing is there yet.
    }
  }

  /** The file, or the nearest folder above that exists. */
  private static Path nearest(Path file) {
    Path at = file.getParent() == null ? file : file.getParent();
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }

  private static boolean isNoFolder(Path folder) {
    return Files.exists(folder) && !Files.isDirectory(folder);
  }

  private static boolean isNoFile(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }
}
