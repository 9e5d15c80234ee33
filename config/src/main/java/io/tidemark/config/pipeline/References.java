package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks what the blocks of a pipeline file say about each other. */
final class References {
  private final Section section;
  private final Reading reading;

  References(Section section, Reading reading) {
    this.section = section;
    this.reading = reading;
  }

  /** Reports what is wrong; returns the streams in an order in which each follows its input. */
  List<StreamSettings> check(
      List<SourceSettings> sources, List<StreamSettings> streams, List<SinkSettings> sinks) {
    Set<String> sourceNames = new LinkedHashSet<>();
    sources.forEach(source -> sourceNames.add(source.name()));
    Map<String, StreamSettings> byName = new LinkedHashMap<>();
    streams.forEach(stream -> byName.put(stream.name(), stream));
    for (String name : byName.keySet()) {
      if (sourceNames.contains(name)) {
        problem("streams", name, "", "a source has this name too", "rename one of them");
      }
    }
    streams.forEach(stream -> checkFrom(stream, sourceNames, byName.keySet()));
    sinks.forEach(sink -> checkFrom(sink, sourceNames, byName));
    checkPaths(sinks);
    return inOrder(byName);
  }

  private void checkFrom(StreamSettings stream, Set<String> sources, Set<String> streams) {
    for (StreamSettings.Read read : stream.reads()) {
      String from = read.from();
      if (from.isEmpty() || sources.contains(from) || streams.contains(from)) {
        continue;
      }
      List<String> known =
          Stream.concat(sources.stream(), streams.stream())
              .filter(name -> !name.equals(stream.name()))
              .toList();
      String what =
          from.endsWith(".diagnostics")
              ? "diagnostics go to a sink, not into a stream"
              : "names no source and no stream";
      problem("streams", stream.name(), read.key(), from, what, allowed(from, known));
    }
  }

  private void checkFrom(
      SinkSettings sink, Set<String> sources, Map<String, StreamSettings> byName) {
    Set<String> streams = byName.keySet();
    boolean source = sources.contains(sink.from());
    if (source || (!sink.diagnostics() && streams.contains(sink.from()))) {
      StreamSettings stream = byName.get(sink.from());
      if (!sink.diagnostics() && !sink.ordered() && (stream == null || stream.isOfRows())) {
        problem(
            "sinks",
            sink.name(),
            "order",
            "key",
            "rows of " + sink.from() + " have no key",
            "order = time");
      }
      return;
    }
    if (sink.from().isEmpty()) {
      return;
    }
    List<String> all = new ArrayList<>(streams);
    all.addAll(sources);
    sources.forEach(name -> all.add(name + ".diagnostics"));
    String from = sink.from() + (sink.diagnostics() ? ".diagnostics" : "");
    String what = "names no stream, no source and no diagnostics of a source";
    problem("sinks", sink.name(), "from", from, what, allowed(from, all));
  }

  private static String allowed(String word, List<String> known) {
    return Nearest.hint(word, known) + "allowed: " + String.join(", ", known);
  }

  private void checkPaths(List<SinkSettings> sinks) {
    Map<Path, String> writers = new HashMap<>();
    for (SinkSettings sink : sinks) {
      // Relative paths share whatever folder they start from.
      String first = writers.putIfAbsent(Path.of(sink.path()).normalize(), sink.name());
      if (first != null && !sink.path().isEmpty()) {
        problem(
            "sinks",
            sink.name(),
            "path",
            sink.path(),
            "the sink " + first + " writes there too",
            "give each sink a path of its own");
      }
    }
  }

  private List<StreamSettings> inOrder(Map<String, StreamSettings> byName) {
    Order order = new Order(byName);
    byName.values().forEach(stream -> place(stream, new LinkedHashSet<>(), order));
    return List.copyOf(order.placed.values());
  }

  /** Streams as they are put in order. */
  private static final class Order {
    private final Map<String, StreamSettings> byName;
    private final Map<String, StreamSettings> placed = new LinkedHashMap<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private final Set<String> reported = new LinkedHashSet<>();

    Order(Map<String, StreamSettings> byName) {
      this.byName = byName;
    }
  }

  private void place(StreamSettings stream, Set<String> path, Order order) {
    if (path.contains(stream.name())) {
      reportCycle(stream.name(), new ArrayList<>(path), order);
      return;
    }
    if (!order.visited.add(stream.name())) {
      return;
    }
    path.add(stream.name());
    for (String from : stream.froms()) {
      StreamSettings next = order.byName.get(from);
      if (next != null) {
        place(next, path, order);
      }
    }
    path.remove(stream.name());
    order.placed.put(stream.name(), stream);
  }

  private void reportCycle(String start, List<String> path, Order order) {
    List<String> cycle = path.subList(path.indexOf(start), path.size());
    if (order.reported.contains(start)) {
      return;
    }
    order.reported.addAll(cycle);
    String all = String.join(" -> ", cycle) + " -> " + start;
    String next = cycle.size() > 1 ? cycle.get(1) : start;
    String key = "from";
    StreamSettings first = order.byName.get(start);
    if (first != null) {
      for (StreamSettings.Read read : first.reads()) {
        key = read.from().equals(next) ? read.key() : key;
      }
    }
    problem(
        "streams",
        start,
        key,
        next,
        "the streams read each other: " + all,
        "let one of them read a source");
  }

  private void problem(
      String kind, String name, String key, String value, String what, String allowed) {
    String path = section.path(kind) + "." + name + "." + key;
    reading.report(new Problem(reading.placeOf(path), path, value, what, allowed));
  }

  private void problem(String kind, String name, String value, String what, String allowed) {
    String path = section.path(kind) + "." + name;
    Place place = reading.placeOf(path + ".from");
    reading.report(new Problem(place, path, value.isEmpty() ? null : value, what, allowed));
  }
}
