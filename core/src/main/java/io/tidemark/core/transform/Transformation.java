package io.tidemark.core.transform;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A transform with all that is said of it where it is put into a pipeline. Immutable: each method
 * gives a new one.
 *
 * <pre>{@code
 * Transformation.of(new WaitForClick(), State.class, Outcome.class)
 *     .sideOutput(UNSEEN)
 *     .expireAfter(Duration.ofDays(1))
 * }</pre>
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 * @param <S> the type of the state
 * @param <O> the record class of the results
 */
public final class Transformation<K, T, S, O extends Record> {
  private final Transform<K, T, S, O> transform;
  private final Codec<S> states;
  private final RecordForm<O> results;
  private final List<SideOutput<?>> sideOutputs;
  private final Rules rules;

  private Transformation(
      Transform<K, T, S, O> transform,
      Codec<S> states,
      RecordForm<O> results,
      List<SideOutput<?>> sideOutputs,
      Rules rules) {
    this.transform = transform;
    this.states = states;
    this.results = results;
    this.sideOutputs = List.copyOf(sideOutputs);
    this.rules = rules;
  }

  /**
   * A transform whose states are written as {@link Codecs} has it.
   *
   * @param states the class of its states
   * @param results the record class of its results, whose components are the columns of an output
   * @throws IllegalArgumentException where nothing on the class path codes the states, or a row
   *     cannot hold the components of a result
   */
  public static <K, T, S, O extends Record> Transformation<K, T, S, O> of(
      Transform<K, T, S, O> transform, Class<S> states, Class<O> results) {
    return of(transform, Codecs.of(states), results);
  }

  /** A transform whose states are written in a form that a program chooses. */
  public static <K, T, S, O extends Record> Transformation<K, T, S, O> of(
      Transform<K, T, S, O> transform, Codec<S> states, Class<O> results) {
    RecordForm<O> form = RecordForm.of(results);
    return new Transformation<>(transform, states, form, List.of(), Rules.defaults());
  }

  /** Declares a further output. */
  public Transformation<K, T, S, O> sideOutput(SideOutput<?> output) {
    boolean taken =
        output.name().equals(Rules.FAILURES)
            || sideOutputs.stream().anyMatch(other -> other.name().equals(output.name()));
    if (taken) {
      throw new IllegalArgumentException(
          "a transform's side outputs have names of their own, not \"failures\": actual="
              + output.name());
    }
    List<SideOutput<?>> more = new ArrayList<>(sideOutputs);
    more.add(output);
    List<String> names = more.stream().map(SideOutput::name).toList();
    return new Transformation<>(transform, states, results, more, rules.withSideOutputs(names));
  }

  /**
   * Forgets a key, its state and its timers, once event time has passed so long after its last
   * element: an element at exactly that distance finds it forgotten, as a timer there would run
   * before it.
   *
   * @param quiet above zero
   */
  public Transformation<K, T, S, O> expireAfter(Duration quiet) {
    long micros = Time.micros(Instant.EPOCH.plus(quiet));
    if (micros <= 0) {
      throw new IllegalArgumentException(
          "a key is forgotten after some time without an element: expected=above zero, actual="
              + quiet);
    }
    return with(rules.withExpireAfter(micros));
  }

  /** What becomes of elements and timers for which the transform throws; default: it stops. */
  public Transformation<K, T, S, O> onFailure(OnFailure policy) {
    return with(rules.withOnFailure(policy));
  }

  /**
   * Bounds the elements that wait for progress in one key group or substream: beyond it the run
   * ends with the numbers, rather than without memory.
   *
   * @param elements at least 1; default {@link Rules#MOST_WAITING}
   */
  public Transformation<K, T, S, O> mostWaiting(int elements) {
    return with(rules.withMostWaiting(elements));
  }

  /**
   * Takes elements as they come from their partition, at once, instead of waiting for progress and
   * taking them in canonical order. Their results still have their assigned times. Timers, and
   * {@link #expireAfter}, go by progress, which may be behind the elements that were taken.
   *
   * <p>It gives up that results depend on the elements alone. They still do where the elements of a
   * key come from one partition and the transform sets no timer; else they depend on which element
   * came first, and on where progress stood. Each element is taken exactly once in any case.
   *
   * <p>For a transform of one source or stream; one of several is refused.
   */
  public Transformation<K, T, S, O> arrivalOrder() {
    return with(rules.withArrivalOrder());
  }

  /**
   * Allows timers that wait for the clock ({@link TransformContext#setWallClockTimer(Instant)}).
   * The stream is then computed in key groups, whatever its key, and its results depend on when
   * these timers ran, which is recorded.
   */
  public Transformation<K, T, S, O> wallClock() {
    return with(rules.withWallClock());
  }

  private Transformation<K, T, S, O> with(Rules changed) {
    return new Transformation<>(transform, states, results, sideOutputs, changed);
  }

  /** The transform. */
  public Transform<K, T, S, O> transform() {
    return transform;
  }

  /** How its states are written. */
  public Codec<S> states() {
    return states;
  }

  /** The form of its results. */
  public RecordForm<O> results() {
    return results;
  }

  /** All outputs but that of the results, in order. */
  public List<SideOutput<?>> outputs() {
    List<SideOutput<?>> all = new ArrayList<>(sideOutputs);
    if (rules.onFailure() == OnFailure.SKIP) {
      all.add(SideOutput.of(Rules.FAILURES, TransformFailure.class));
    }
    return all;
  }

  /** What holds for all keys. */
  public Rules rules() {
    return rules;
  }
}
