package io.tidemark.config.pipeline;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.unit.Durations;
import io.tidemark.config.unit.Sizes;
import io.tidemark.core.pipeline.Names;
import io.tidemark.sharding.NodeAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a setting may hold: how its value is read, what is allowed, and how a value is printed.
 *
 * @param parse reads a value; throws {@link IllegalArgumentException} with what is wrong with it
 * @param allowed what is allowed, for messages
 * @param print the value in one fixed form, which a digest can rely on
 * @param <T> the type of the values
 */
record Kind<T>(Function<ConfigValue, T> parse, String allowed, Function<T, String> print) {

  /** Any text that is not empty. */
  static Kind<String> text() {
    return new Kind<>(value -> notEmpty(scalar(value)), "a text that is not empty", text -> text);
  }

  /** The path of a file or folder. */
  static Kind<String> path() {
    return new Kind<>(
        value -> checkedPath(notEmpty(scalar(value))), "the path of a file", text -> text);
  }

  /** A name: it becomes part of file names and of the names of journals. */
  static Kind<String> name() {
    return new Kind<>(value -> checkedName(scalar(value)), Names.ALLOWED, text -> text);
  }

  private static String checkedName(String text) {
    if (!Names.isName(text)) {
      throw new IllegalArgumentException("not a name");
    }
    return text;
  }

  /** Texts, at least one, no two alike; {@code example} is one such list. */
  static Kind<List<String>> texts(String example) {
    return list(example, true);
  }

  /**
   * Addresses of nodes, at least one, no two alike; as a list, or in one text with commas, which an
   * environment variable can hold.
   */
  static Kind<List<NodeAddress>> addresses() {
    Kind<List<String>> list = texts("[\"10.0.0.1:7411\", \"10.0.0.2:7411\"]");
    Function<ConfigValue, List<String>> texts =
        value -> value instanceof ConfigList ? list.parse.apply(value) : separated(scalar(value));
    return new Kind<>(texts, list.allowed, list.print)
        .as(
            NodeAddress::parseAll,
            addresses -> addresses.stream().map(NodeAddress::toString).toList());
  }

  private static List<String> separated(String text) {
    List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    parts.forEach(Kind::notEmpty);
    requireDistinct(parts);
    return parts;
  }

  /** A text, or several, no two alike, which are printed as a list. */
  static Kind<List<String>> textOrTexts(String example) {
    Kind<String> one = text();
    Kind<List<String>> several = texts(example);
    return new Kind<>(
        value ->
            value instanceof ConfigList
                ? several.parse.apply(value)
                : List.of(one.parse.apply(value)),
        one.allowed + ", or " + several.allowed,
        texts -> texts.size() == 1 ? texts.get(0) : several.print.apply(texts));
  }

  /** A time zone: that of a place, as {@code Europe/Berlin}, or a fixed offset from UTC. */
  static Kind<ZoneId> zone() {
    return new Kind<>(
        value -> {
          try {
            return ZoneId.of(notEmpty(scalar(value)));
          } catch (DateTimeException e) {
            throw new IllegalArgumentException("not a time zone", e);
          }
        },
        "a time zone such as Europe/Berlin, UTC or +02:00",
        ZoneId::getId);
  }

  /** This, described otherwise. */
  Kind<T> described(String as) {
    return new Kind<>(parse, as, print);
  }

  /** Texts, no two alike, perhaps none. */
  static Kind<List<String>> textsOrNone(String example) {
    return list(example, false);
  }

  /** On or off. */
  static Kind<Boolean> flag() {
    Map<String, Boolean> words = new LinkedHashMap<>();
    words.put("on", true);
    words.put("off", false);
    words.put("true", true);
    words.put("false", false);
    return oneOf(words).printedAs(on -> on ? "on" : "off");
  }

  /** A whole number from {@code least} to {@code most}. */
  static Kind<Integer> integer(int least, int most) {
    return new Kind<>(
        value -> {
          int number = wholeNumber(scalar(value));
          if (number < least || number > most) {
            throw new IllegalArgumentException("out of range");
          }
          return number;
        },
        "a whole number from " + least + " to " + most,
        number -> Integer.toString(number));
  }

  /** A duration that is not negative. */
  static Kind<Duration> duration() {
    return durations("", false, true);
  }

  /** A duration above zero. */
  static Kind<Duration> positiveDuration() {
    return durations(", above zero", false, false);
  }

  /** A duration of any sign. */
  static Kind<Duration> signedDuration() {
    return durations(", or a negative one", true, true);
  }

  /** A number of bytes. */
  static Kind<Long> size() {
    return new Kind<>(value -> Sizes.parseBytes(scalar(value)), Sizes.FORM, Sizes::print);
  }

  /** One of the words; each stands for a value. Several words may stand for one value. */
  static <T> Kind<T> oneOf(Map<String, T> words) {
    return new Kind<>(
        value -> word(scalar(value), words),
        String.join(", ", words.keySet()),
        wanted ->
            words.entrySet().stream()
                .filter(word -> word.getValue().equals(wanted))
                .findFirst()
                .orElseThrow()
                .getKey());
  }

  /** This, or the word, which stands for the value. */
  Kind<T> or(String word, T meaning) {
    return new Kind<>(
        value -> isWord(value, word) ? meaning : parse.apply(value),
        allowed + "; or " + word,
        wanted -> wanted.equals(meaning) ? word : print.apply(wanted));
  }

  /** This in another type; {@code back} undoes {@code forth}. */
  <U> Kind<U> as(Function<T, U> forth, Function<U, T> back) {
    return new Kind<>(parse.andThen(forth), allowed, back.andThen(print));
  }

  private Kind<T> printedAs(Function<T, String> print) {
    return new Kind<>(parse, allowed, print);
  }

  private static Kind<Duration> durations(String note, boolean negative, boolean zero) {
    return new Kind<>(
        value -> {
          Duration duration = Durations.parse(scalar(value));
          if (duration.isNegative() && !negative) {
            throw new IllegalArgumentException("negative");
          }
          if (duration.isZero() && !zero) {
            throw new IllegalArgumentException("zero");
          }
          return duration;
        },
        Durations.FORM + note,
        Durations::print);
  }

  private static Kind<List<String>> list(String example, boolean some) {
    return new Kind<>(
        value -> {
          if (!(value instanceof ConfigList list)) {
            throw new IllegalArgumentException("not a list");
          }
          if (some && list.isEmpty()) {
            throw new IllegalArgumentException("an empty list");
          }
          List<String> texts = new ArrayList<>();
          for (ConfigValue member : list) {
            texts.add(notEmpty(scalar(member)));
          }
          requireDistinct(texts);
          return List.copyOf(texts);
        },
        "a list such as " + example,
        texts -> texts.stream().collect(Collectors.joining(", ", "[", "]")));
  }

  private static void requireDistinct(List<String> texts) {
    Set<String> seen = new HashSet<>();
    Set<String> again = new LinkedHashSet<>();
    for (String text : texts) {
      if (!seen.add(text)) {
        again.add(text);
      }
    }
    if (!again.isEmpty()) {
      throw new IllegalArgumentException(
          String.join(", ", again) + (again.size() == 1 ? " stands" : " stand") + " there twice");
    }
  }

  private static <T> T word(String text, Map<String, T> words) {
    T meaning = words.get(text);
    if (meaning == null) {
      Collection<String> known = words.keySet();
      throw new IllegalArgumentException(
          "not one of the words"
              + Nearest.to(text, known).map(near -> " (did you mean " + near + "?)").orElse(""));
    }
    return meaning;
  }

  private static boolean isWord(ConfigValue value, String word) {
    return value.valueType() == ConfigValueType.STRING && word.equals(value.unwrapped());
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a whole number", e);
    }
  }

  private static String checkedPath(String text) {
    try {
      return Path.of(text).toString().isEmpty() ? notEmpty("") : text;
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a path: " + e.getReason(), e);
    }
  }

  private static String notEmpty(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an empty text");
    }
    return text;
  }

  /** A string, number or boolean as it stands in the file. */
  private static String scalar(ConfigValue value) {
    return switch (value.valueType()) {
      case STRING, NUMBER, BOOLEAN -> value.atKey("value").getString("value");
      case LIST -> throw new IllegalArgumentException("a list, where one value is expected");
      case OBJECT -> throw new IllegalArgumentException("a block, where one value is expected");
      case NULL -> throw new IllegalArgumentException("null, where a value is expected");
    };
  }
}
