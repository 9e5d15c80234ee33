package io.tidemark.config.pipeline;

import java.util.List;

/** Reads a block {@code sinks.NAME}. */
final class SinkReader {
  private static final String DIAGNOSTICS = ".diagnostics";

  private final String name;
  private final Section section;

  SinkReader(String name, Section section) {
    this.name = name;
    this.section = section;
  }

  /** The sink; of no meaning where a problem was reported. */
  SinkSettings read() {
    String from = section.required("from", Kind.text()).orElse("");
    boolean diagnostics = from.endsWith(DIAGNOSTICS);
    String path = section.required("path", Kind.path()).orElse("");
    Format format = format(path);
    boolean ordered = section.optional("order", Words.ORDERED, true);
    boolean overwrite = section.optional("overwrite", Kind.flag(), false);
    section.finish();
    return new SinkSettings(
        name,
        diagnostics ? from.substring(0, from.length() - DIAGNOSTICS.length()) : from,
        diagnostics,
        format,
        path,
        ordered,
        overwrite);
  }

  private Format format(String path) {
    if (path.equals(SinkSettings.STANDARD_OUTPUT)) {
      return section.optional("format", Words.FORMAT, Format.CSV);
    }
    return SourceReader.format(section, path.isEmpty() ? List.of() : List.of(path));
  }
}
