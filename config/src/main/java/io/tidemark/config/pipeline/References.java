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
    sinks.forEach(sink -> checkFrom(sink, sourceNames, byName.keySet()));
    checkPaths(sinks);
    return inOrder(byName);
  }

  private void checkFrom(StreamSettings stream, Set<String> sources, Set<String> streams) {
    String from = stream.from();
    if (from.isEmpty() || sources.contains(from) || streams.contains(from)) {
      return;
    }
    List<String> known =
        Stream.concat(sources.stream(), streams.stream())
            .filter(name -> !name.equals(stream.name()))
            .toList();
    String what =
        from.endsWith(".diagnostics")
            ? "diagnostics go to a sink, not into a stream"
            : "names no source and no stream";
    problem("streams", stream.name(), "from", from, what, allowed(from, known));
  }

  private void checkFrom(SinkSettings sink, Set<String> sources, Set<String> streams) {
    boolean known = (sink.diagnostics() ? sources : streams).contains(sink.from());
    if (known || sink.from().isEmpty()) {
      return;
    }
    List<String> all = new ArrayList<>(streams);
    sources.forEach(source -> all.add(source + ".diagnostics"));
    String from = sink.from() + (sink.diagnostics() ? ".diagnostics" : "");
    String what = "names no stream and no diagnostics of a source";
    if (!sink.diagnostics() && sources.contains(sink.from())) {
      what = "a source: a sink takes a stream, or the diagnostics of a source";
    }
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
    Map<String, StreamSettings> placed = new LinkedHashMap<>();
    Set<String> reported = new LinkedHashSet<>();
    for (StreamSettings stream : byName.values()) {
      List<StreamSettings> chain = new ArrayList<>();
      Set<String> visited = new LinkedHashSet<>();
      StreamSettings next = stream;
      while (next != null && !placed.containsKey(next.name()) && visited.add(next.name())) {
        chain.add(0, next);
        next = byName.get(next.from());
      }
      if (next != null && visited.contains(next.name())) {
        reportCycle(next.name(), new ArrayList<>(visited), reported);
      } else {
        chain.forEach(link -> placed.put(link.name(), link));
      }
    }
    return List.copyOf(placed.values());
  }

  private void reportCycle(String start, List<String> visited, Set<String> reported) {
    List<String> cycle = visited.subList(visited.indexOf(start), visited.size());
    if (reported.contains(start)) {
      return;
    }
    reported.addAll(cycle);
    String all = String.join(" -> ", cycle) + " -> " + start;
    String next = cycle.size() > 1 ? cycle.get(1) : start;
    problem(
        "streams",
        start,
        "from",
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
