package io.tidemark.testkit.tester;

import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.Key;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.TransformComputation;
import io.tidemark.core.window.WindowResult;
import io.tidemark.testkit.simulation.Lockstep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A whole pipeline, driven by hand in one thread and virtual time: elements go into its {@link
 * TestSource}s, rows come out of its sinks, state and timers can be looked at. It runs the same
 * entities as a cluster does, without actors, files and clocks.
 *
 * <pre>{@code
 * TestSource<Impression> impressions = TestSource.of(Impression.class);
 * TestSource<Click> clicks = TestSource.of(Click.class);
 * var ads = PipelineTester.of(p -> describe(p, impressions, clicks));
 *
 * impressions.put(new Impression("ad-7", noon));
 * clicks.put(new Click("ad-7", noon.plusSeconds(30)));
 * ads.end();
 *
 * assertThat(ads.results("outcomes", Outcome.class)).containsExactly(new Outcome("ad-7", true));
 * }</pre>
 *
 * <p>Sinks are known by their names; what they would write to is not touched. Not thread-safe.
 */
public final class PipelineTester {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  /** Time between two ticks of the entities. */
  private static final long TICK_MICROS = 200_000;

  private final Pipeline pipeline;
  private final Lockstep entities;
  private final boolean restarts;
  private final Map<EntityId, Map<String, TransformComputation>> transforms = new LinkedHashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();

  private PipelineTester(Pipeline pipeline, Instant clock, boolean restarts) {
    this.pipeline = pipeline;
    this.restarts = restarts;
    this.entities = new Lockstep(pipeline, Time.micros(clock), this::watch);
  }

  private Computation watch(EntityId owner, String stream, Computation computation) {
    if (computation instanceof TransformComputation transform) {
      transforms.computeIfAbsent(owner, of -> new HashMap<>()).put(stream, transform);
    }
    return computation;
  }

  /** A pipeline whose sources are {@link TestSource}s. The clock begins with the year 2024. */
  public static PipelineTester of(Consumer<PipelineDraft> description) {
    return of(Pipeline.named("tested", description), START);
  }

  /**
   * The same with a clock that begins elsewhere, which tells the arrival of elements in a source
   * that follows.
   */
  public static PipelineTester of(Pipeline pipeline, Instant clock) {
    return new PipelineTester(pipeline, clock, false);
  }

  /**
   * The same, in which everything crashes after each step and goes on from what was recorded, so
   * that a state that cannot be written, or is not all written, shows. The transform itself is one
   * object all the time: fields that it should not have are not lost.
   */
  public static PipelineTester restarting(Consumer<PipelineDraft> description) {
    return new PipelineTester(Pipeline.named("tested", description), START, true);
  }

  /**
   * Reads what was put into the sources since the last time, and does what follows from it. The
   * clock goes on by one tick, 200 ms.
   *
   * @throws IllegalStateException where the pipeline would end with a failure, with its reason
   */
  public void run() {
    advanceClock(Duration.ofNanos(TICK_MICROS * 1_000));
  }

  /**
   * The wall clock goes on. Sources that follow, and in which nothing is, go on with it.
   *
   * @throws IllegalStateException where the pipeline would end with a failure, with its reason
   */
  public void advanceClock(Duration by) {
    step(by);
    if (restarts) {
      entities.crash();
      transforms.clear();
      step(Duration.ZERO);
    }
  }

  private void step(Duration by) {
    entities.settle();
    entities.pass(Time.micros(Instant.EPOCH.plus(by)));
    if (!entities.failures().isEmpty()) {
      throw new IllegalStateException("the pipeline fails: " + entities.failures().get(0));
    }
  }

  /** What the wall clock shows. */
  public Instant clock() {
    return Time.instant(entities.nowMicros());
  }

  /**
   * Ends the sources that have not ended, and does what follows. The clock goes on by some ticks.
   */
  public void end() {
    pipeline.sources().forEach(source -> endOf(source.source()));
    run();
    for (int i = 0; !entities.isComplete(); i++) {
      if (i > 1_000) {
        throw new IllegalStateException("the pipeline does not end: does a source follow?");
      }
      run();
    }
  }

  private static void endOf(Object source) {
    if (source instanceof TestSource<?> test && !test.follows()) {
      test.end();
    }
  }

  /** All rows that a sink has written, in order. */
  public <R> List<R> rows(String sink, Class<R> type) {
    SinkSpec spec =
        pipeline.sinks().stream()
            .filter(one -> one.name().equals(sink))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no sink has the name " + sink));
    List<R> rows = new ArrayList<>();
    for (Object held : entities.rows(sink)) {
      Object row = spec.from() instanceof SinkSpec.Feed.OfElements feed ? feed.row(held) : held;
      rows.add(type.cast(row instanceof Derived derived ? derived.value() : row));
    }
    return rows;
  }

  /**
   * All rows that a sink of windows has written, in order. A key that is a record is the list of
   * its parts.
   */
  public List<WindowResult<?>> windows(String sink) {
    List<WindowResult<?>> windows = new ArrayList<>();
    rows(sink, Object.class).forEach(row -> windows.add((WindowResult<?>) row));
    return windows;
  }

  /**
   * Does what follows from what was put into the sources, as {@link #run} does, so that the clock
   * goes on by one tick (200 ms), and gives the rows that a sink has written since it was asked
   * last.
   *
   * @param type of the rows: a transform's results, elements, or {@code Diagnostic}s
   */
  public <R> List<R> results(String sink, Class<R> type) {
    run();
    List<R> all = rows(sink, type);
    List<R> fresh = all.subList(taken.getOrDefault(sink, 0), all.size());
    taken.put(sink, all.size());
    return List.copyOf(fresh);
  }

  /**
   * The state that a transform keeps of a key; empty where there is none.
   *
   * @param key as the transform knows it: a value or a record
   * @throws IllegalArgumentException where no transform has the name, or no key is of the type
   */
  public <S> Optional<S> state(String stream, Object key, Class<S> type) {
    Object kept = Key.asKept(key);
    for (TransformComputation transform : of(stream)) {
      Object state = transform.state(kept);
      if (state != null) {
        return Optional.of(type.cast(state));
      }
    }
    return Optional.empty();
  }

  /**
   * A transform's timers of a key that have not run, in the order in which they will.
   *
   * @param key as the transform knows it: a value or a record
   * @throws IllegalArgumentException where no transform has the name, or no key is of the type
   */
  public List<Timer> timers(String stream, Object key) {
    Object kept = Key.asKept(key);
    List<Timer> timers = new ArrayList<>();
    of(stream).forEach(transform -> timers.addAll(transform.timers(kept)));
    return timers;
  }

  private List<TransformComputation> of(String stream) {
    boolean there =
        pipeline.streams().stream()
            .anyMatch(one -> one.name().equals(stream) && one.work() instanceof TransformWork);
    if (!there) {
      throw new IllegalArgumentException("no transform has the name " + stream);
    }
    List<TransformComputation> found = new ArrayList<>();
    for (Map<String, TransformComputation> ofOwner : transforms.values()) {
      TransformComputation transform = ofOwner.get(stream);
      if (transform != null) {
        found.add(transform);
      }
    }
    return found;
  }
}
