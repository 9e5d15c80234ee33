package io.tidemark.core.transform;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.entity.Holding;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Transform} as an entity runs it, for all keys that the entity has. Elements wait until
 * progress has passed them; then they and the timers are taken one by one in canonical order. With
 * {@link Rules#arrivalOrder} elements are due at once, before all timers. Outputs are {@link
 * Derived}. Not thread-safe: owned by one entity.
 */
public final class TransformComputation implements Computation {
  /** Of the form in which keys and what waits are written. */
  private static final int VERSION = 2;

  /** Name of the timer that forgets a key; a program's names are longer. */
  static final String EXPIRY = "";

  /** So many elements and timers are taken at most before others are heard. */
  private static final int STEPS_AT_ONCE = 65_536;

  /** So many timers of a key run at most one after the other while time stands still. */
  private static final int LONGEST_CHAIN = 1_000_000;

  /**
   * What is computed, and of what.
   *
   * @param stream its name, for messages
   * @param inputs in the order of their names
   * @param keyCodec of the keys
   * @param typedKey a key as the transform knows it, of one as it is kept
   * @param states how states are written
   * @param rules what holds beside
   */
  public record Program(
      String stream,
      Transform<Object, Object, Object, Object> transform,
      List<Input> inputs,
      Codec<Object> keyCodec,
      Function<Object, Object> typedKey,
      Codec<Object> states,
      Rules rules) {
    /** Copies the list. */
    public Program {
      inputs = List.copyOf(inputs);
    }
  }

  private final Program program;
  private final Arrivals arrivals;
  private final Waiting waiting;

  /** Elements wait for nothing, and are taken as they came. */
  private final boolean atOnce;

  private final Timers timers;
  private final KeyedStates keys;
  private final Call call;
  private HandlerWatch watch = HandlerWatch.NONE;

  /** Elements below this time would come too late; the largest progress that fired. */
  private long closedMicros = Time.MIN;

  /** Whose timer ran last, for which time, and how many ran since time went on. */
  private @Nullable KeyedState ran;

  private long ranMicros;
  private int chain;

  /** A computation that has seen nothing. */
  public TransformComputation(Program program) {
    this.program = program;
    this.arrivals =
        new Arrivals("stream " + program.stream, program.inputs.stream().map(Input::read).toList());
    this.atOnce = program.rules.arrivalOrder();
    this.waiting = new Waiting(arrivals, atOnce);
    Comparator<Object> order = program.inputs.get(0).key().order();
    this.timers = new Timers(order);
    this.keys = new KeyedStates(program.keyCodec, program.states, order, timers);
    this.call = new Call(program, timers, this::leastToCome);
  }

  /** What is computed. */
  public Program program() {
    return program;
  }

  /** Has handlers watched from here on. */
  public void watch(HandlerWatch by) {
    watch = by;
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    if (assignedMicros < closedMicros) {
      throw new IllegalStateException(
          "an element came below progress: stream="
              + program.stream
              + ", progress="
              + Time.format(closedMicros)
              + ", assigned="
              + Time.format(assignedMicros));
    }
    if (waiting.size() >= program.rules.mostWaiting()) {
      Waiting.Element first = waiting.peek();
      long earliest = first == null ? assignedMicros : first.timeMicros;
      throw new TooManyWaiting(
          program.stream, program.rules.mostWaiting(), earliest, assignedMicros);
    }
    waiting.add(assignedMicros, arrivals.of(from, element));
  }

  // ---- what is due

  @Override
  public boolean isEmpty() {
    return waiting.isEmpty() && timers.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    Waiting.Element element = waiting.peek();
    SetTimer timer = timers.first();
    if (atOnce && element != null) {
      return Time.MIN;
    }
    long due = element == null ? Time.MAX : Time.plus(element.timeMicros, 1);
    return timer == null ? due : Math.min(due, timer.timer.timeMicros());
  }

  @Override
  public long holdMicros() {
    Waiting.Element element = waiting.peek();
    long hold = timers.holdMicros();
    if (element == null) {
      return hold;
    }
    return Math.min(hold, atOnce ? waiting.leastMicros() : element.timeMicros);
  }

  /** No result that is still to come has an earlier time. */
  private long leastToCome() {
    return atOnce ? Math.min(closedMicros, holdMicros()) : holdMicros();
  }

  @Override
  public List<Output> fire(long progressMicros, int max) {
    closedMicros = Math.max(closedMicros, progressMicros);
    List<Output> outputs = new ArrayList<>();
    for (int steps = 0; steps < STEPS_AT_ONCE && outputs.size() < max; steps++) {
      Waiting.Element element = waiting.peek();
      SetTimer timer = timers.first();
      long elementDue = element == null ? Time.MAX : element.timeMicros;
      long timerDue = timer == null ? Time.MAX : timer.timer.timeMicros();
      if (atOnce && element != null) {
        take(waiting.take(), outputs);
      } else if (timer != null && timerDue <= elementDue && timerDue <= progressMicros) {
        run(timer, outputs);
      } else if (element != null && elementDue < progressMicros) {
        take(waiting.take(), outputs);
      } else if (progressMicros == Time.MAX && timers.firstByClock() != null) {
        // All input has ended: there is nothing left that it could wait for.
        run(Objects.requireNonNull(timers.firstByClock()), outputs);
      } else {
        break;
      }
    }
    keys.forgetEmpty(Math.min(closedMicros, holdMicros()));
    return outputs;
  }

  @Override
  public @Nullable Holding holding() {
    SetTimer timer = timers.holding();
    return timer == null || timer.holdMicros > holdMicros()
        ? null
        : new Holding(
            timer.key.key, timer.timer.toString(), timer.holdMicros, timer.timer.isByClock());
  }

  @Override
  public long nextByClockMicros() {
    SetTimer timer = timers.firstByClock();
    return timer == null ? Time.MAX : timer.timer.timeMicros();
  }

  @Override
  public Rung ring(long clockMicros, long most, int max) {
    List<Output> outputs = new ArrayList<>();
    long rung = 0;
    SetTimer timer = timers.firstByClock();
    while (timer != null
        && timer.timer.timeMicros() <= clockMicros
        && rung < Math.min(most, STEPS_AT_ONCE)
        && outputs.size() < max) {
      run(timer, outputs);
      rung++;
      timer = timers.firstByClock();
    }
    return new Rung(rung, outputs);
  }

  private void take(Waiting.Element element, List<Output> outputs) {
    ran = null;
    Arrived arrived = element.arrived;
    Input input = program.inputs.get(arrived.input());
    Object key = input.key().key().apply(arrived.held());
    if (key == null) {
      throw new IllegalStateException("an element without a key came to stream " + program.stream);
    } else if (key == KeySelector.NOWHERE) {
      return;
    }
    KeyedState state = keys.of(key);
    Function<Object, Object> view = input.view();
    Object seen = view == null ? arrived.held() : view.apply(arrived.held());
    call.begin(state, element.timeMicros, arrived.origin(), outputs);
    watch.before();
    try {
      Object next = program.transform.onElement(state.state, seen, call);
      call.end();
      state.state = next;
    } catch (RuntimeException e) {
      failed(state, "element " + seen, element.timeMicros, e);
    } finally {
      watch.after(key);
    }
    expireAfter(state, element.timeMicros);
    changed(state);
  }

  /** Sets when the key is forgotten, an element having just been taken. */
  private void expireAfter(KeyedState state, long timeMicros) {
    if (program.rules.expires() && !state.isEmpty()) {
      long at = Math.min(Time.plus(timeMicros, program.rules.expireAfterMicros()), Time.MAX - 1);
      SetTimer before = state.timer(EXPIRY);
      if (before == null || before.timer.timeMicros() < at) {
        timers.set(new SetTimer(state, new Timer(EXPIRY, at), at));
      }
    }
  }

  private void changed(KeyedState state) {
    SetTimer expiry = state.timer(EXPIRY);
    if (expiry != null && state.isForgettable()) {
      timers.delete(expiry);
    }
    keys.change(state);
  }

  private void failed(KeyedState state, String what, long timeMicros, RuntimeException thrown) {
    if (program.rules.onFailure() == OnFailure.STOP) {
      call.forget();
      throw new TransformFailed(program.stream, state.key, what, timeMicros, thrown);
    }
    call.fail(state.key, what, thrown);
  }

  private void run(SetTimer set, List<Output> outputs) {
    timers.delete(set);
    KeyedState state = set.key;
    boolean byClock = set.timer.isByClock();
    long timeMicros = set.timer.timeMicros();
    chain = state == ran && timeMicros <= ranMicros ? chain + 1 : 0;
    ran = state;
    ranMicros = timeMicros;
    if (chain > LONGEST_CHAIN) {
      throw new IllegalStateException(
          "a timer sets another one that is due at once, without end: stream="
              + program.stream
              + ", key="
              + state.key);
    }
    if (EXPIRY.equals(set.timer.name())) {
      state.state = null;
      timers.deleteAll(state);
      keys.change(state);
      return;
    }
    long seenMicros = byClock ? set.holdMicros : timeMicros;
    call.begin(state, seenMicros, Math.max(seenMicros, set.holdMicros), set.holdMicros, outputs);
    watch.before();
    try {
      Object next = program.transform.onTimer(state.state, set.timer, call);
      call.end();
      state.state = next;
    } catch (RuntimeException e) {
      failed(state, "timer " + set.timer, seenMicros, e);
    } finally {
      watch.after(state.key);
    }
    changed(state);
  }

  // ---- the journal

  @Override
  public int unrecorded() {
    return keys.changed() + waiting.changed();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    writeStart(out);
    keys.writeDelta(out);
    waiting.writeDelta(out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    writeStart(out);
    keys.writeAll(out);
    waiting.writeAll(out);
  }

  private void writeStart(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeLong(closedMicros);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "transform state of another version: expected=" + VERSION + ", actual=" + version);
    }
    closedMicros = Math.max(closedMicros, in.readLong());
    keys.read(in);
    waiting.read(in);
  }

  @Override
  public void fired(Output output) {
    // The delta that was recorded with it says all.
  }

  /** Drops the elements and timers that wait, and keeps states. */
  @Override
  public long discard() {
    long dropped = 0;
    for (SetTimer timer = timers.any(); timer != null; timer = timers.any()) {
      dropped += EXPIRY.equals(timer.timer.name()) ? 0 : 1;
      timers.delete(timer);
      keys.change(timer.key);
    }
    while (!waiting.isEmpty()) {
      waiting.take();
    }
    return dropped;
  }

  /** The state of a key; null where there is none. */
  public @Nullable Object state(Object key) {
    KeyedState state = keys.find(key);
    return state == null ? null : state.state;
  }

  /** The timers of a key, in the order in which they will run. */
  public List<Timer> timers(Object key) {
    List<Timer> all = new ArrayList<>();
    KeyedState state = keys.find(key);
    if (state != null) {
      state.timers().forEach(set -> all.add(set.timer));
      all.removeIf(timer -> EXPIRY.equals(timer.name()));
    }
    all.sort(Timer.ORDER);
    return all;
  }

  /** How many keys have state, timers, or results that progress has not passed. */
  public int openKeys() {
    return keys.size();
  }
}
