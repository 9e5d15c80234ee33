package io.tidemark.connector.file;

import io.tidemark.core.row.ValueOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files that patterns name. */
final class FileSearch {
  private static final String SPECIAL = "*?[{\\";

  private final Path base;

  FileSearch(Path base) {
    this.base = base.toAbsolutePath().normalize();
  }

  /**
   * The files that match, by their path relative to the base, in the order of that path's UTF-8
   * bytes; a file that two patterns match comes once.
   *
   * @throws IllegalArgumentException where a pattern matches no file or is none
   * @throws IOException where a directory cannot be listed
   */
  SortedMap<String, Path> find(List<String> patterns) throws IOException {
    SortedMap<String, Path> found = new TreeMap<>(ValueOrder.INSTANCE);
    List<String> missing = new ArrayList<>();
    for (String pattern : patterns) {
      List<Path> files = find(pattern);
      if (files.isEmpty()) {
        missing.add(nothing(pattern) + ": pattern=" + pattern);
      }
      for (Path file : files) {
        found.put(name(file), file);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          String.join(", and ", missing) + ", base=" + base + "; correct the path");
    }
    return found;
  }

  private String nothing(String pattern) {
    Path literal = base.resolve(pattern).normalize();
    if (Files.isDirectory(literal)) {
      return "a folder, where its files are to be named, as in folder/*.csv";
    }
    // A pipe gives a record once: after a restart it could not be read again.
    return Files.exists(literal) ? "not a regular file" : "no file matches";
  }

  private String name(Path file) {
    return base.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
  }

  private List<Path> find(String pattern) throws IOException {
    // A file may be called data[1].csv: what exists as it is written needs no matching.
    Path literal = base.resolve(pattern).normalize();
    if (Files.isRegularFile(literal)) {
      return List.of(literal);
    }
    int special = firstSpecial(pattern);
    if (special < 0) {
      return List.of();
    }
    int slash = pattern.lastIndexOf('/', special);
    Path folder = base.resolve(pattern.substring(0, slash + 1)).normalize();
    return Files.isDirectory(folder) ? list(folder, pattern.substring(slash + 1)) : List.of();
  }

  private static int firstSpecial(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      if (SPECIAL.indexOf(pattern.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static List<Path> list(Path folder, String glob) throws IOException {
    PathMatcher matcher = matcher(folder, glob);
    boolean anyDepth = glob.contains("**") || glob.contains("{");
    int depth = anyDepth ? Integer.MAX_VALUE : glob.split("/", -1).length;
    try (Stream<Path> files =
        Files.find(
            folder,
            depth,
            (file, attributes) ->
                attributes.isRegularFile() && matcher.matches(folder.relativize(file)),
            FileVisitOption.FOLLOW_LINKS)) {
      return new ArrayList<>(files.toList());
    } catch (UncheckedIOException e) {
      throw new IOException(
          "cannot list the folder: folder=" + folder + ", reason=" + e.getMessage(), e);
    }
  }

  private static PathMatcher matcher(Path folder, String glob) {
    try {
      return folder.getFileSystem().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "not a path pattern: actual=" + glob + ", reason=" + e.getDescription(), e);
    }
  }
}
