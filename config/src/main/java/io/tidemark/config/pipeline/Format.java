package io.tidemark.config.pipeline;

import java.util.List;
import java.util.Optional;

/** How the records of a file are written. */
public enum Format {
  /** Comma-separated values with a header row. */
  CSV,
  /** One JSON object a line. */
  JSONL;

  /** The format that the extension all paths share stands for; empty where none does. */
  static Optional<Format> byExtension(List<String> paths) {
    if (paths.stream().allMatch(path -> path.endsWith(".csv"))) {
      return Optional.of(CSV);
    }
    if (paths.stream().allMatch(path -> path.endsWith(".jsonl"))) {
      return Optional.of(JSONL);
    }
    return Optional.empty();
  }
}
