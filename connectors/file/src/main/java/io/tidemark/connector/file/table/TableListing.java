package io.tidemark.connector.file.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Collections;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the files of a pattern with times in it. Immutable. */
final class TableListing {
  private static final String FINER_THAN_SECONDS = "SAnN";

  private final Path folder;
  private final String pattern;
  private final DateTimeFormatter names;
  private final int depth;

  TableListing(Path base, String pattern) {
    this.pattern = pattern;
    int firstTime = pattern.indexOf('{');
    int slash = pattern.lastIndexOf('/', Math.max(0, firstTime));
    this.folder = base.toAbsolutePath().normalize().resolve(pattern.substring(0, slash + 1));
    String below = pattern.substring(slash + 1);
    this.names = names(below);
    this.depth = below.split("/", -1).length;
  }

  private DateTimeFormatter names(String below) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
    int at = 0;
    while (at < below.length()) {
      int open = below.indexOf('{', at);
      int close = below.indexOf('}', at);
      if (at == 0 && open < 0) {
        throw refused("no time in braces, as in rates/{yyyy-MM-dd}/{HH-mm}.csv");
      }
      if (open < 0) {
        builder.appendLiteral(below.substring(at));
        break;
      }
      if (close < open) {
        throw refused("a brace that is not closed, or was not opened");
      }
      builder.appendLiteral(below.substring(at, open));
      append(builder, below.substring(open + 1, close));
      at = close + 1;
    }
    return builder
        .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
        .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
        .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
        .toFormatter(Locale.ROOT);
  }

  private void append(DateTimeFormatterBuilder builder, String times) {
    if (times.chars().anyMatch(letter -> FINER_THAN_SECONDS.indexOf(letter) >= 0)) {
      throw refused("a time finer than seconds: " + times);
    }
    try {
      builder.appendPattern(times);
    } catch (IllegalArgumentException e) {
      throw refused("no pattern of a time: " + times + ", reason=" + e.getMessage());
    }
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException(
        "not a pattern of reference files: pattern=" + pattern + ", it has " + why);
  }

  String pattern() {
    return pattern;
  }

  /**
   * The files that are there, by the second since 1970 from which on they count.
   *
   * @throws IllegalArgumentException where there is none
   */
  NavigableMap<Long, Path> existing() throws IOException {
    NavigableMap<Long, Path> found = find();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no reference file matches: pattern="
              + pattern
              + ", folder="
              + folder
              + "; correct the path, or put a first file there, empty but for its header");
    }
    return found;
  }

  /** The files that are there now, none perhaps. */
  NavigableMap<Long, Path> find() throws IOException {
    if (!Files.isDirectory(folder)) {
      return Collections.emptyNavigableMap();
    }
    NavigableMap<Long, Path> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
      files.filter(Files::isRegularFile).forEach(file -> add(file, found));
    } catch (UncheckedIOException e) {
      throw new IOException(
          "cannot list the folder: folder=" + folder + ", reason=" + e.getMessage(), e);
    }
    return found;
  }

  private void add(Path file, NavigableMap<Long, Path> found) {
    String name = folder.relativize(file).toString();
    name = name.replace(file.getFileSystem().getSeparator(), "/");
    LocalDateTime time = time(name);
    // A name that is not how the time is printed, such as that of a 31st of February, is none.
    if (time != null && names.format(time).equals(name)) {
      found.put(time.toEpochSecond(ZoneOffset.UTC), file);
    }
  }

  private @Nullable LocalDateTime time(String name) {
    try {
      LocalDateTime time = LocalDateTime.from(names.parse(name));
      return time.getYear() >= 1970 ? time : null;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
