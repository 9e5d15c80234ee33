package io.tidemark.config.pipeline;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import io.tidemark.core.pipeline.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One block of a pipeline file while it is read: gives out its values by key, notes what was asked
 * for, and reports what is missing, wrong or unknown to the {@link Reading}. Reading goes on after
 * a problem, so that one attempt shows them all; what is given out instead has no meaning.
 *
 * <p>Not thread-safe. After the last value {@link #finish} must be called.
 */
final class Section {
  private static final ConfigRenderOptions SHOWN =
      ConfigRenderOptions.concise().setJson(false).setComments(false);

  private final Reading reading;
  private final String path;
  private final ConfigObject object;
  private final Set<String> asked = new LinkedHashSet<>();
  private final Set<String> later = new LinkedHashSet<>();

  Section(Reading reading, String path, ConfigObject object) {
    this.reading = reading;
    this.path = path;
    this.object = object;
  }

  /** The path of a key in this block. */
  String path(String key) {
    return path.isEmpty() ? ConfigUtil.joinPath(key) : path + "." + ConfigUtil.joinPath(key);
  }

  /** Whether the block has a value for the key. */
  boolean has(String key) {
    return find(key) != null;
  }

  /** Where the key's value stands; without a value, where the block stands. */
  Place place(String key) {
    ConfigValue value = find(key);
    return reading.place((value == null ? object : value).origin());
  }

  /** The key's value, or the default, which is noted as such. */
  <T> T optional(String key, Kind<T> kind, T fallback) {
    Optional<T> value = maybe(key, kind);
    if (value.isEmpty()) {
      reading.note(path(key), kind.print().apply(fallback), null);
    }
    return value.orElse(fallback);
  }

  /** The key's value; empty where there is none, or a wrong one. */
  <T> Optional<T> maybe(String key, Kind<T> kind) {
    asked.add(key);
    ConfigValue value = find(key);
    if (value == null) {
      return Optional.empty();
    }
    try {
      T meaning = kind.parse().apply(value);
      reading.note(path(key), kind.print().apply(meaning), place(key));
      return Optional.of(meaning);
    } catch (IllegalArgumentException e) {
      String reason = e.getMessage() == null ? "wrong" : e.getMessage();
      problem(key, reason, "allowed: " + kind.allowed());
      return Optional.empty();
    }
  }

  /** The key's value; where there is none, or a wrong one, that is a problem. */
  <T> Optional<T> required(String key, Kind<T> kind) {
    if (!has(key)) {
      asked.add(key);
      problem(key, "missing", "allowed: " + kind.allowed());
      return Optional.empty();
    }
    return maybe(key, kind);
  }

  /** The block at the key; empty where there is none. */
  Optional<Section> block(String key) {
    asked.add(key);
    ConfigValue value = find(key);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof ConfigObject block) {
      return Optional.of(new Section(reading, path(key), block));
    }
    problem(key, "a " + typeName(value) + ", where a block is expected", "allowed: { … }");
    return Optional.empty();
  }

  /** A block at the key that nobody wrote: everything in it takes its default. */
  Section absent(String key) {
    asked.add(key);
    return new Section(reading, path(key), ConfigFactory.empty().root());
  }

  /** Visits the blocks that stand in this one under names of the writer's choice. */
  void forEachNamed(BiConsumer<String, Section> visitor) {
    for (String key : keys()) {
      if (Names.isName(key)) {
        block(key).ifPresent(block -> visitor.accept(key, block));
      } else {
        problem(key, "not a name", "allowed: " + Names.ALLOWED);
      }
    }
  }

  /** The keys that stand in the block, in the order of the file. */
  List<String> keys() {
    List<String> keys = new ArrayList<>(object.keySet());
    keys.removeIf(key -> !has(key));
    // The library keeps no order; lines do, and keys of one line are ordered by name.
    keys.sort(
        (a, b) -> {
          int order = Integer.compare(place(a).line(), place(b).line());
          return order == 0 ? a.compareTo(b) : order;
        });
    return keys;
  }

  /** Keys that are part of the language and belong to features that are not there. */
  void later(String... keys) {
    later.addAll(List.of(keys));
  }

  /** Takes the key for known, though nobody asks for it here: what is wrong with it was said. */
  void allow(String key) {
    if (has(key)) {
      asked.add(key);
    }
  }

  /** Whether the key's value is this text. */
  boolean isText(String key, String text) {
    ConfigValue value = find(key);
    return value != null && text.equals(value.unwrapped());
  }

  /** Whether the key has a list in which a text is of that kind. */
  boolean holds(String key, Predicate<String> kind) {
    return find(key) instanceof ConfigList list
        && list.unwrapped().stream().anyMatch(text -> kind.test(String.valueOf(text)));
  }

  /** Reports a problem with the key's value. */
  void problem(String key, String what, String allowed) {
    ConfigValue value = find(key);
    reading.report(new Problem(place(key), path(key), shown(value), what, allowed));
  }

  /** Reports a problem with a value that is not for everybody to see. */
  void problemUnseen(String key, String what, String allowed) {
    reading.report(new Problem(place(key), path(key), null, what, allowed));
  }

  /** Reports every key that nobody asked for. */
  void finish() {
    for (String key : keys()) {
      if (later.contains(key)) {
        problem(key, "not supported yet", "leave it out");
      } else if (!asked.contains(key)) {
        reading.report(
            new Problem(
                place(key),
                path(key),
                null,
                "no such setting",
                Nearest.hint(key, asked) + "allowed here: " + String.join(", ", asked)));
      }
    }
  }

  private @Nullable ConfigValue find(String key) {
    ConfigValue value = object.get(key);
    return value == null || value.valueType() == ConfigValueType.NULL ? null : value;
  }

  private static @Nullable String shown(@Nullable ConfigValue value) {
    if (value == null) {
      return null;
    }
    String text =
        value instanceof ConfigObject || value instanceof ConfigList
            ? value.render(SHOWN)
            : String.valueOf(value.unwrapped());
    if (text.isEmpty()) {
      return "\"\"";
    }
    return text.length() <= 100 ? text : text.substring(0, 99) + "…";
  }

  private static String typeName(ConfigValue value) {
    return switch (value.valueType()) {
      case LIST -> "list";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      case STRING -> "text";
      case OBJECT -> "block";
      case NULL -> "null";
    };
  }
}
