package io.tidemark.config.policy;

import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.FileSourceSettings;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.BadTimestamp;
import io.tidemark.core.time.KeyAdmission;
import io.tidemark.core.time.KeyState;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of one CSV file, as one partition, through a time policy and tells what becomes of
 * each. Not thread-safe; runs once. Memory grows with the number of substreams, not with the file.
 */
public final class DryRun {
  private static final int BATCH_SIZE = 4_096;

  private FileSource<Row> source;
  private final Question question;
  private final int eventColumn;
  private final int arrivalColumn;
  private final int[] keyColumns;
  private final PartitionAdmission partition;
  private final Map<List<Object>, KeyAdmission> keys = new HashMap<>();
  private long sequence;

  /**
   * What is asked.
   *
   * @param file the CSV file
   * @param eventColumn the column of the event time
   * @param arrivalColumn the column of the arrival time; null: backfill
   * @param substreams the key columns; none: no substreams
   * @param format how both times are written
   * @param policy the policy; its basis follows from {@code arrivalColumn}
   */
  public record Question(
      Path file,
      String eventColumn,
      @Nullable String arrivalColumn,
      List<String> substreams,
      TimestampFormat format,
      TimePolicy policy) {
    /** Copies the list. */
    public Question {
      substreams = List.copyOf(substreams);
    }
  }

  /** Takes verdicts, in the order of the rows. */
  @FunctionalInterface
  public interface Listener<E extends Exception> {
    /** One row was judged. */
    void judged(Verdict verdict) throws E;
  }

  private DryRun(FileSource<Row> source, Question question) throws Refused {
    this.source = source;
    this.question = question;
    Schema schema = source.schema();
    this.eventColumn = column(schema, "--event-time", question.eventColumn());
    this.arrivalColumn =
        question.arrivalColumn() == null
            ? -1
            : column(schema, "--arrival-time", question.arrivalColumn());
    this.keyColumns = new int[question.substreams().size()];
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = column(schema, "--substreams", question.substreams().get(i));
    }
    TimePolicy policy = arrivalColumn < 0 ? question.policy().backfill() : question.policy();
    this.partition = new PartitionAdmission(policy, hasSubstreams(), AdmissionState.INITIAL);
  }

  /**
   * Opens the file.
   *
   * @throws Refused where it is not there or lacks a column
   */
  public static DryRun of(Question question) throws Refused {
    Path file = question.file();
    if (!Files.isRegularFile(file)) {
      String what = Files.exists(file) ? "not a file" : "no such file";
      throw new Refused(Problem.of(file.toString(), what, "name a CSV file with a header row"));
    }
    try {
      FileSourceSettings.Builder settings = FileSourceSettings.csv(file.toString());
      // The columns are looked up here first: a missing one is the option's fault, not the file's.
      DryRun run = new DryRun(FileSource.rows(settings.build()), question);
      settings.eventTimeColumn(question.eventColumn());
      if (question.arrivalColumn() != null) {
        settings.arrivalTimeColumn(question.arrivalColumn());
      }
      run.source = FileSource.rows(settings.build());
      return run;
    } catch (IOException | IllegalArgumentException e) {
      throw new Refused(Problem.of(file.toString(), String.valueOf(e.getMessage()), ""));
    }
  }

  /** Judges every row. */
  public <E extends Exception> void run(Listener<E> listener) throws IOException, E {
    try (PartitionReader reader = source.open(0)) {
      Offset next = Offset.START;
      boolean more = true;
      while (more) {
        RecordBatch batch = reader.read(next, BATCH_SIZE);
        for (int i = 0; i < batch.size(); i++) {
          listener.judged(judge(batch.value(i)));
        }
        next = batch.end();
        more = !batch.endOfInput();
      }
    }
  }

  private Verdict judge(Object record) {
    sequence++;
    if (record instanceof Row row) {
      return judge(row);
    }
    if (record instanceof BadRecord bad) {
      String arrival = arrivalColumn < 0 ? bad.eventText() : bad.arrivalText();
      return bad("", bad.eventText(), arrival, null);
    }
    throw new AssertionError("neither a row nor a bad record: " + record);
  }

  private Verdict judge(Row row) {
    List<Object> key = key(row);
    String keyText = keyText(row);
    long event;
    long arrival;
    try {
      event = micros(row.get(eventColumn));
      arrival = arrivalColumn < 0 ? event : micros(row.get(arrivalColumn));
    } catch (BadTimestamp e) {
      return bad(keyText, text(row, eventColumn), arrivalText(row), key);
    }
    if (key == null) {
      return bad(keyText, text(row, eventColumn), arrivalText(row), null);
    }
    Action action = partition.judge(event, arrival);
    long assigned = partition.assignedMicros();
    long watermark = partition.progressMicros();
    if (hasSubstreams()) {
      KeyAdmission substream =
          keys.computeIfAbsent(
              key, unseen -> new KeyAdmission(question.policy(), KeyState.INITIAL));
      action =
          substream.judge(
              action, assigned, partition.floorBeforeMicros(), partition.floorAfterMicros());
      assigned = substream.assignedMicros();
      watermark = substream.watermarkMicros();
    }
    return new Verdict(
        sequence,
        keyText,
        Time.instant(event).toString(),
        Time.instant(arrival).toString(),
        action,
        action.dropped() ? "" : Time.instant(assigned).toString(),
        watermarkText(watermark));
  }

  /** A bad row changes nothing; it shows the watermark its key has so far, if it has one. */
  private Verdict bad(
      String keyText, String eventText, String arrivalText, @Nullable List<Object> key) {
    long watermark = Time.MIN;
    if (!hasSubstreams()) {
      watermark = partition.progressMicros();
    } else if (key != null && keys.containsKey(key)) {
      watermark = keys.get(key).watermarkMicros();
    }
    return new Verdict(
        sequence, keyText, eventText, arrivalText, Action.BAD, "", watermarkText(watermark));
  }

  private boolean hasSubstreams() {
    return keyColumns.length > 0;
  }

  private long micros(@Nullable Object value) throws BadTimestamp {
    return question.format().micros(value == null ? "" : value.toString());
  }

  /** The key; null where a part of it is. */
  private @Nullable List<Object> key(Row row) {
    List<Object> key = new ArrayList<>(keyColumns.length);
    for (int column : keyColumns) {
      Object part = row.get(column);
      if (part == null) {
        return null;
      }
      key.add(part);
    }
    return key;
  }

  private String keyText(Row row) {
    List<String> parts = new ArrayList<>(keyColumns.length);
    for (int column : keyColumns) {
      parts.add(text(row, column));
    }
    return String.join("|", parts);
  }

  private String arrivalText(Row row) {
    return text(row, arrivalColumn < 0 ? eventColumn : arrivalColumn);
  }

  private static String text(Row row, int column) {
    Object value = row.get(column);
    return value == null ? "" : value.toString();
  }

  private static String watermarkText(long micros) {
    return micros == Time.MIN ? "" : Time.format(micros);
  }

  private static int column(Schema schema, String option, String name) throws Refused {
    int column = schema.indexOf(name);
    if (column < 0) {
      List<String> names =
          schema.columns().stream().map(Schema.Column::name).collect(Collectors.toList());
      throw new Refused(
          new Problem(
              null,
              option,
              name,
              "no such column",
              Nearest.hint(name, names) + "columns: " + String.join(", ", names)));
    }
    return column;
  }
}
