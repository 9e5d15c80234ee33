package io.tidemark.config.assembly;

import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether each substream key is known to live in one partition, and why: only then may a
 * computation run inside the substreams.
 */
public enum Confinement {
  /** There is one partition. */
  ONE_PARTITION("the source has one partition"),
  /** One file per partition, files of different names, and the name is part of the key. */
  FILE_NAME_IN_KEY("each partition is a file, and its name is part of the key"),
  /** The columns that decide about the partition are part of the key. */
  PARTITION_BY_IN_KEY("the columns of partition-by are part of the key"),
  /** The writer of the pipeline file promises it. */
  PROMISED("the pipeline file promises it with confined"),
  /** A key may live in several partitions. */
  UNKNOWN("a key may occur in several partitions"),
  /** Two files of the same name in different folders give the same key. */
  EQUAL_FILE_NAMES("two files have the same name, so a key may occur in several partitions");

  private final String reason;

  Confinement(String reason) {
    this.reason = reason;
  }

  /** The reason, as a clause. */
  public String reason() {
    return reason;
  }

  /** Whether each key lives in one partition. */
  public boolean confined() {
    return this != UNKNOWN && this != EQUAL_FILE_NAMES;
  }

  /** The confinement of the source's substream keys, given its files and partitions. */
  static Confinement of(SourceSettings source, List<Path> files, int partitions) {
    Set<String> key = Set.copyOf(source.substreams());
    Partitioning partitioning = source.partitioning();
    if (partitions == 1) {
      return ONE_PARTITION;
    }
    if (partitioning != null && key.containsAll(partitioning.by())) {
      return PARTITION_BY_IN_KEY;
    }
    boolean named = source.fileNameAs() != null && key.contains(source.fileNameAs());
    boolean byName = partitioning == null && named;
    if (byName && distinctStems(files)) {
      return FILE_NAME_IN_KEY;
    }
    if (source.confined()) {
      return PROMISED;
    }
    return byName ? EQUAL_FILE_NAMES : UNKNOWN;
  }

  private static boolean distinctStems(List<Path> files) {
    Set<String> stems = new HashSet<>();
    return files.stream().allMatch(file -> stems.add(stem(file)));
  }

  /** The file's name without its last extension, as the source makes a column of it. */
  private static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    int point = name.lastIndexOf('.');
    return point > 0 ? name.substring(0, point) : name;
  }
}
