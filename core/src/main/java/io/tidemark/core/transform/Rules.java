package io.tidemark.core.transform;

import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * What holds for all keys of a transform beside what it does itself.
 *
 * @param sideOutputs names of its further outputs, in order; output 0 is that of its results
 * @param expireAfterMicros event time without an element after which a key is forgotten; {@link
 *     Time#MAX}: never
 * @param onFailure what becomes of what it throws for
 * @param mostWaiting elements that wait for progress in one entity, before the run ends with the
 *     numbers; at least 1
 * @param arrivalOrder elements are taken at once, as they come, and not in canonical order
 * @param wallClock whether it may set timers that wait for the clock
 */
public record Rules(
    List<String> sideOutputs,
    long expireAfterMicros,
    OnFailure onFailure,
    int mostWaiting,
    boolean arrivalOrder,
    boolean wallClock) {
  /** How many elements may wait in one entity where nothing else is said. */
  public static final int MOST_WAITING = 4_194_304;

  /** Name of the output of what was skipped. */
  public static final String FAILURES = "failures";

  /** Copies the list. */
  public Rules {
    sideOutputs = List.copyOf(sideOutputs);
    if (mostWaiting < 1) {
      throw new IllegalArgumentException(
          "elements wait, so there is room for one: mostWaiting=" + mostWaiting);
    }
  }

  /** Rules in canonical order, without timers by the clock. */
  public Rules(
      List<String> sideOutputs, long expireAfterMicros, OnFailure onFailure, int mostWaiting) {
    this(sideOutputs, expireAfterMicros, onFailure, mostWaiting, false, false);
  }

  /** The same with as many waiting elements as where nothing is said. */
  public Rules(List<String> sideOutputs, long expireAfterMicros, OnFailure onFailure) {
    this(sideOutputs, expireAfterMicros, onFailure, MOST_WAITING);
  }

  /** The same with these names of side outputs. */
  Rules withSideOutputs(List<String> names) {
    return new Rules(names, expireAfterMicros, onFailure, mostWaiting, arrivalOrder, wallClock);
  }

  /** The same with this time, in microseconds, after which a key is forgotten. */
  Rules withExpireAfter(long micros) {
    return new Rules(sideOutputs, micros, onFailure, mostWaiting, arrivalOrder, wallClock);
  }

  /** The same with this policy. */
  Rules withOnFailure(OnFailure policy) {
    return new Rules(sideOutputs, expireAfterMicros, policy, mostWaiting, arrivalOrder, wallClock);
  }

  /** The same with so many waiting elements. */
  Rules withMostWaiting(int elements) {
    return new Rules(sideOutputs, expireAfterMicros, onFailure, elements, arrivalOrder, wallClock);
  }

  /** The same with elements as they come. */
  Rules withArrivalOrder() {
    return new Rules(sideOutputs, expireAfterMicros, onFailure, mostWaiting, true, wallClock);
  }

  /** The same with timers by the clock. */
  Rules withWallClock() {
    return new Rules(sideOutputs, expireAfterMicros, onFailure, mostWaiting, arrivalOrder, true);
  }

  /** No side output, no expiry, and the pipeline stops on failure. */
  public static Rules defaults() {
    return new Rules(List.of(), Time.MAX, OnFailure.STOP);
  }

  boolean expires() {
    return expireAfterMicros != Time.MAX;
  }

  /** All outputs but that of the results: the last is that of failures, where they are skipped. */
  public List<String> outputs() {
    List<String> outputs = new ArrayList<>(sideOutputs);
    if (onFailure == OnFailure.SKIP) {
      outputs.add(FAILURES);
    }
    return outputs;
  }

  /** Number of the output of the name. */
  public int output(String name) {
    int index = outputs().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "the transform has no such side output: actual=" + name + ", declared=" + outputs());
    }
    return index + 1;
  }
}
