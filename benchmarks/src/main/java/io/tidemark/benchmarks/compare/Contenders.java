package io.tidemark.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The contenders on the class path. */
final class Contenders {
  private final Map<String, Contender> byName;

  private Contenders(Map<String, Contender> byName) {
    this.byName = byName;
  }

  /** All of them, the hand loop first, the others by name. */
  static Contenders onClassPath() {
    List<Contender> found = new ArrayList<>();
    ServiceLoader.load(Contender.class).forEach(found::add);
    found.sort(
        Comparator.comparing((Contender c) -> !c.name().equals(Hand.NAME))
            .thenComparing(Contender::name));
    Map<String, Contender> byName = new LinkedHashMap<>();
    found.forEach(contender -> byName.put(contender.name(), contender));
    return new Contenders(byName);
  }

  Contender named(String name) {
    Contender contender = byName.get(name);
    if (contender == null) {
      throw new IllegalArgumentException(
          "no such contender: name=" + name + ", expected=one of " + byName.keySet());
    }
    return contender;
  }

  /** Those named, or all where none is; always with the hand loop, which tells what is right. */
  List<Contender> select(List<String> names) {
    if (names.isEmpty()) {
      return List.copyOf(byName.values());
    }
    List<Contender> selected = new ArrayList<>();
    if (!names.contains(Hand.NAME)) {
      selected.add(named(Hand.NAME));
    }
    names.forEach(name -> selected.add(named(name)));
    return selected;
  }
}
