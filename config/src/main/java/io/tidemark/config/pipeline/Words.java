package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.SourceSettings.FlushAtEnd;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimestampFormat;
import java.time.DayOfWeek;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The words of the pipeline file that stand for one of a few values. */
final class Words {
  static final Kind<Format> FORMAT = words(List.of(Format.values()));
  static final Kind<ColumnType> COLUMN_TYPE = words(List.of(ColumnType.values()));
  static final Kind<FlushAtEnd> FLUSH_AT_END = words(List.of(FlushAtEnd.values()));
  static final Kind<OnViolation> ON_EARLY = words(List.of(OnViolation.values()));
  static final Kind<OnViolation> ON_VIOLATION =
      words(List.of(OnViolation.DROP, OnViolation.ADJUST));
  static final Kind<TimestampFormat> TIMESTAMP_FORMAT =
      Kind.oneOf(byWord(List.of(TimestampFormat.values()), TimestampFormat::label));

  static final Kind<JoinSettings.Type> JOIN_TYPE = words(List.of(JoinSettings.Type.values()));
  static final Kind<JoinSettings.Type> AS_OF_TYPE =
      words(List.of(JoinSettings.Type.INNER, JoinSettings.Type.LEFT));
  static final Kind<WaitingPolicy> WAITING = words(List.of(WaitingPolicy.values()));
  static final Kind<DayOfWeek> DAY_OF_WEEK = words(List.of(DayOfWeek.values()));

  /** {@code skip}: false, {@code stop}: true. */
  static final Kind<Boolean> STOP_ON_BAD_INPUT = pair("skip", "stop");

  /** {@code left}: false, {@code right}: true. */
  static final Kind<Boolean> END_INCLUSIVE = pair("left", "right");

  /** {@code key}: false, {@code time}: true. */
  static final Kind<Boolean> ORDERED = pair("key", "time");

  private Words() {}

  private static <E extends Enum<E>> Kind<E> words(List<E> values) {
    return Kind.oneOf(byWord(values, value -> value.name().toLowerCase(Locale.ROOT)));
  }

  private static <T> Map<String, T> byWord(List<T> values, Function<T, String> word) {
    Map<String, T> words = new LinkedHashMap<>();
    values.forEach(value -> words.put(word.apply(value), value));
    return words;
  }

  private static Kind<Boolean> pair(String no, String yes) {
    Map<String, Boolean> words = new LinkedHashMap<>();
    words.put(no, false);
    words.put(yes, true);
    return Kind.oneOf(words);
  }
}
