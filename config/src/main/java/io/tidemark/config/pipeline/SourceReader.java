package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.SourceSettings.FlushAtEnd;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimePolicy.Basis;
import io.tidemark.core.time.TimestampFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a block {@code sources.NAME}. */
final class SourceReader {
  private static final int MOST_PARTITIONS = 1_000;

  private final String name;
  private final Section section;

  SourceReader(String name, Section section) {
    this.name = name;
    this.section = section;
  }

  /** The source; of no meaning where a problem was reported. */
  SourceSettings read() {
    List<String> paths =
        section.required("paths", Kind.texts("[\"data/*.csv\"]")).orElse(List.of());
    Format format = format(section, paths);
    @Nullable String fileNameAs = section.maybe("file-name-as", Kind.text()).orElse(null);
    @Nullable Partitioning partitioning = partitioning();
    Map<String, ColumnType> columns = columns(fileNameAs);
    @Nullable TimeColumn eventTime = timeColumn("event-time", columns);
    @Nullable TimeColumn arrivalTime = timeColumn("arrival-time", columns);
    boolean follow = section.optional("follow", Kind.flag(), false);
    if (eventTime == null && arrivalTime == null && !follow && !section.has("event-time")) {
      section.problem(
          "event-time",
          "missing",
          "a source that does not follow needs event-time, arrival-time or both");
    }
    TimeBlock time = time(basis(eventTime, arrivalTime, follow), follow);
    FlushAtEnd flushAtEnd =
        section.optional("flush-at-end", Words.FLUSH_AT_END, FlushAtEnd.INFINITY);
    boolean stop = section.optional("on-bad-input", Words.STOP_ON_BAD_INPUT, false);
    int maxRate = section.maybe("max-rate", Kind.integer(1, Integer.MAX_VALUE)).orElse(0);
    section.later("start", "watermark", "hidden", "alignment", "read-after", "ctis");
    section.finish();
    return new SourceSettings(
        name,
        format,
        paths,
        fileNameAs,
        partitioning,
        columns,
        eventTime,
        arrivalTime,
        time.policy(),
        time.substreams(),
        time.confined(),
        follow,
        flushAtEnd,
        stop,
        maxRate);
  }

  /** The format that stands there, or the one the paths' extension tells. */
  static Format format(Section section, List<String> paths) {
    Optional<Format> told = Format.byExtension(paths);
    if (section.has("format") || told.isEmpty()) {
      return section.required("format", Words.FORMAT).orElse(Format.CSV);
    }
    return section.optional("format", Words.FORMAT, told.get());
  }

  private @Nullable Partitioning partitioning() {
    Optional<Integer> count = section.maybe("partitions", Kind.integer(1, MOST_PARTITIONS));
    Optional<List<String>> by = section.maybe("partition-by", Kind.texts("[sensor]"));
    if (count.isEmpty()) {
      if (by.isPresent() && !section.has("partitions")) {
        section.problem(
            "partition-by", "without partitions", "set partitions to the number of partitions");
      }
      return null;
    }
    if (count.get() > 1 && by.isEmpty() && !section.has("partition-by")) {
      section.problem(
          "partitions",
          "nothing says which partition a row belongs to",
          "name the columns that decide in partition-by");
    }
    return new Partitioning(count.get(), by.orElse(List.of()));
  }

  private Map<String, ColumnType> columns(@Nullable String fileNameAs) {
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    section
        .block("columns")
        .ifPresent(
            block -> {
              for (String column : block.keys()) {
                block.maybe(column, Words.COLUMN_TYPE).ifPresent(type -> columns.put(column, type));
                if (column.equals(fileNameAs)) {
                  block.problem(
                      column,
                      "the name of file-name-as too",
                      "a column has one origin: rename one");
                }
              }
            });
    return columns;
  }

  private @Nullable TimeColumn timeColumn(String key, Map<String, ColumnType> columns) {
    Optional<Section> block = section.block(key);
    if (block.isEmpty()) {
      return null;
    }
    Section times = block.get();
    Optional<String> column = times.required("column", Kind.text());
    TimestampFormat format =
        times.optional("format", Words.TIMESTAMP_FORMAT, TimestampFormat.ISO8601);
    times.finish();
    ColumnType type = column.map(columns::get).orElse(null);
    if (type == ColumnType.BOOLEAN) {
      times.problem("column", "a column of type boolean", "a boolean holds no time");
    }
    if (type == ColumnType.TIMESTAMP && format != TimestampFormat.ISO8601) {
      times.problem(
          "format",
          "a column of type timestamp is written as iso8601",
          "leave the column's type out, or declare it as long");
    }
    return column.map(text -> new TimeColumn(text, format)).orElse(null);
  }

  private static TimePolicy basis(
      @Nullable TimeColumn eventTime, @Nullable TimeColumn arrivalTime, boolean follow) {
    return switch (Basis.of(eventTime != null, arrivalTime != null || follow)) {
      case EVENT_TIME -> TimePolicy.defaults();
      case BACKFILL -> TimePolicy.defaults().backfill();
      case ARRIVAL_TIME -> TimePolicy.defaults().byArrival();
    };
  }

  private TimeBlock time(TimePolicy basis, boolean follow) {
    TimeReader reader =
        section
            .block("time")
            .map(block -> new TimeReader(block, follow))
            .orElseGet(() -> new TimeReader(section.absent("time"), follow));
    return reader.read(basis);
  }

  /** What a block {@code time} says. */
  record TimeBlock(TimePolicy policy, List<String> substreams, boolean confined) {}
}
