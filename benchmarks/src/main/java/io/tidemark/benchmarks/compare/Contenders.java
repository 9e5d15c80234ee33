package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Shape;
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
    return of(found);
  }

  /** These, in that order. */
  static Contenders of(List<Contender> contenders) {
    List<Contender> found = new ArrayList<>(contenders);
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

  /**
   * Those named, or where none is all that have the shape; always with the hand loop, which tells
   * what is right.
   *
   * @throws IllegalArgumentException where one that is named does not have the shape
   */
  List<Contender> select(List<String> names, Shape shape) {
    if (names.isEmpty()) {
      return byName.values().stream().filter(contender -> contender.has(shape)).toList();
    }
    List<Contender> selected = new ArrayList<>();
    if (!names.contains(Hand.NAME)) {
      selected.add(named(Hand.NAME));
    }
    names.forEach(name -> selected.add(having(shape, named(name))));
    return selected;
  }

  private static Contender having(Shape shape, Contender contender) {
    if (!contender.has(shape)) {
      throw new IllegalArgumentException(
          "this contender has no such job: name="
              + contender.name()
              + ", job="
              + shape
              + "; leave it out of --contenders");
    }
    return contender;
  }
}
