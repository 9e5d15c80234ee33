package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Transform} as an entity runs it, for all keys that the entity has. Elements wait until
 * progress has passed them; then they and the timers are taken one by one in canonical order.
 * Outputs are {@link Derived}. Not thread-safe: owned by one entity.
 */
public final class TransformComputation implements Computation {
  /** Of the form in which keys and what waits are written. */
  private static final int VERSION = 1;

  /** So many elements and timers are taken at most before others are heard. */
  private static final int STEPS_AT_ONCE = 65_536;

  /** So many timers run at most one after the other that were all set for the past. */
  private static final int LONGEST_CHAIN = 1_000_000;

  /**
   * What is computed, and of what.
   *
   * @param stream its name, for messages
   * @param inputs in the order of their names
   * @param keyCodec of the keys
   * @param states how states are written
   */
  public record Program(
      String stream,
      Transform<Object, Object, Object, Object> transform,
      List<Input> inputs,
      Codec<Object> keyCodec,
      Codec<Object> states) {
    /** Copies the list. */
    public Program {
      inputs = List.copyOf(inputs);
    }
  }

  private final Program program;
  private final Map<String, Integer> inputOf = new HashMap<>();
  private final Map<Object, KeyedState> keys = new HashMap<>();
  private final Map<Object, KeyedState> changed = new LinkedHashMap<>();

  /** Keys without state and timers, which are forgotten once progress is beyond their results. */
  private final Deque<KeyedState> leaving = new ArrayDeque<>();

  private final Waiting waiting;
  private final Timers timers;
  private final Context context = new Context();

  /** Elements below this time would come too late; the largest progress that fired. */
  private long closedMicros = Time.MIN;

  private int chain;

  /** A computation that has seen nothing. */
  public TransformComputation(Program program) {
    this.program = program;
    for (int i = 0; i < program.inputs.size(); i++) {
      inputOf.put(program.inputs.get(i).senders(), i);
    }
    this.waiting = new Waiting(program.inputs);
    this.timers = new Timers(program.inputs.get(0).key().order());
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
    waiting.add(assignedMicros, input(EntityId.origin(from)), partition(from), element);
  }

  private static int partition(EntityId from) {
    if (from instanceof EntityId.Partition partition) {
      return partition.index();
    }
    return from instanceof EntityId.Substream substream ? substream.partition().index() : 0;
  }

  private int input(String senders) {
    Integer input = inputOf.get(senders);
    if (input == null) {
      throw new IllegalArgumentException(
          "stream " + program.stream + " reads nothing of " + senders);
    }
    return input;
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
    long due = element == null ? Time.MAX : Time.plus(element.timeMicros, 1);
    return timer == null ? due : Math.min(due, timer.timer.timeMicros());
  }

  @Override
  public long holdMicros() {
    Waiting.Element element = waiting.peek();
    long hold = timers.holdMicros();
    return element == null ? hold : Math.min(hold, element.timeMicros);
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
      if (timer != null && timerDue <= elementDue && timerDue <= progressMicros) {
        run(timer, outputs);
      } else if (element != null && elementDue < progressMicros) {
        take(waiting.take(), outputs);
      } else {
        break;
      }
    }
    forgetEmpty();
    return outputs;
  }

  private void take(Waiting.Element element, List<Output> outputs) {
    chain = 0;
    Input input = program.inputs.get(element.input);
    Object key = input.key().key().apply(element.held);
    if (key == null) {
      throw new IllegalStateException("an element without a key came to stream " + program.stream);
    } else if (key == KeySelector.NOWHERE) {
      return;
    }
    KeyedState state = keys.computeIfAbsent(key, KeyedState::new);
    Function<Object, Object> view = input.view();
    Object seen = view == null ? element.held : view.apply(element.held);
    context.begin(state, element.timeMicros, element.timeMicros, element.timeMicros, outputs);
    try {
      changeTo(state, program.transform.onElement(state.state, seen, context));
    } catch (RuntimeException e) {
      throw new TransformFailed(program.stream, key, "element " + seen, element.timeMicros, e);
    } finally {
      context.end();
    }
  }

  private void run(SetTimer set, List<Output> outputs) {
    timers.delete(set);
    KeyedState state = set.key;
    long timeMicros = set.timer.timeMicros();
    chain = timeMicros < set.holdMicros ? chain + 1 : 0;
    if (chain > LONGEST_CHAIN) {
      throw new IllegalStateException(
          "timers set for the past set timers for the past without end: stream="
              + program.stream
              + ", key="
              + state.key);
    }
    context.begin(state, timeMicros, Math.max(timeMicros, set.holdMicros), set.holdMicros, outputs);
    try {
      changeTo(state, program.transform.onTimer(state.state, set.timer, context));
    } catch (RuntimeException e) {
      throw new TransformFailed(program.stream, state.key, "timer " + set.timer, timeMicros, e);
    } finally {
      context.end();
    }
  }

  private void changeTo(KeyedState key, @Nullable Object state) {
    key.state = state;
    markChanged(key);
    if (key.isEmpty()) {
      leaving.add(key);
    }
  }

  private void markChanged(KeyedState key) {
    if (!key.changed) {
      key.changed = true;
      changed.put(key.key, key);
    }
  }

  /** Forgets keys without state and timers whose results no later one can equal in time. */
  private void forgetEmpty() {
    long reached = Math.min(closedMicros, holdMicros());
    while (!leaving.isEmpty()) {
      KeyedState key = leaving.peek();
      if (!key.isEmpty()) {
        leaving.remove();
      } else if (key.lastResultMicros() < reached) {
        leaving.remove();
        if (keys.remove(key.key, key)) {
          markChanged(key);
        }
      } else {
        return;
      }
    }
  }

  // ---- what a transform tells

  /** What a transform is told and tells, for one element or timer. */
  private final class Context implements TransformContext<Object, Object> {
    private @Nullable KeyedState state;
    private List<Output> outputs = List.of();
    private long timeMicros;
    private long resultMicros;
    private long leastMicros;

    private void begin(KeyedState ofKey, long time, long ofResults, long least, List<Output> into) {
      state = ofKey;
      timeMicros = time;
      resultMicros = ofResults;
      leastMicros = least;
      outputs = into;
    }

    private void end() {
      state = null;
    }

    private KeyedState current() {
      KeyedState current = state;
      if (current == null) {
        throw new IllegalStateException(
            "a transform's context is of use during the call only: stream=" + program.stream);
      }
      return current;
    }

    @Override
    public Object key() {
      return current().key;
    }

    @Override
    public Instant time() {
      return Time.instant(timeMicros);
    }

    @Override
    public long timeMicros() {
      return timeMicros;
    }

    @Override
    public void emit(Object result) {
      add(resultMicros, result);
    }

    @Override
    public void emit(Instant time, Object result) {
      long micros = Time.micros(time);
      if (micros < leastMicros || !Time.isFinite(micros)) {
        throw new IllegalArgumentException(
            "a result is too early: expected=not before "
                + Time.format(leastMicros)
                + ", actual="
                + time);
      }
      add(micros, result);
    }

    private void add(long micros, Object result) {
      KeyedState of = current();
      int number = of.count(micros, Math.min(leastMicros, holdMicros()));
      outputs.add(new Output(micros, new Derived(of.key, number, result)));
    }

    @Override
    public void setTimer(Instant time) {
      set(null, time, resultMicros);
    }

    @Override
    public void setTimer(String name, Instant time) {
      set(name, time, resultMicros);
    }

    @Override
    public void setTimer(String name, Instant time, Instant hold) {
      long micros = Time.micros(hold);
      if (micros < leastMicros || micros > Math.max(Time.micros(time), resultMicros)) {
        throw new IllegalArgumentException(
            "a timer holds progress between now and its time: timer="
                + time
                + ", hold="
                + hold
                + ", expected=not before "
                + Time.format(leastMicros));
      }
      set(name, time, micros);
    }

    private void set(@Nullable String name, Instant time, long holdMicros) {
      long micros = Time.micros(time);
      if (!Time.isFinite(micros)) {
        throw new IllegalArgumentException("a timer is beyond the axis: time=" + time);
      }
      KeyedState of = current();
      if (name == null && of.timer(micros) != null) {
        return;
      }
      timers.set(new SetTimer(of, new Timer(name, micros), holdMicros));
    }

    @Override
    public void deleteTimer(Instant time) {
      delete(Time.micros(time));
    }

    @Override
    public void deleteTimer(String name) {
      delete(name);
    }

    @Override
    public void deleteTimers() {
      timers.deleteAll(current());
    }

    private void delete(Object nameOrTime) {
      SetTimer timer = current().timer(nameOrTime);
      if (timer != null) {
        timers.delete(timer);
      }
    }
  }

  // ---- the journal

  @Override
  public int unrecorded() {
    return changed.size() + waiting.changed();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    writeKeys(changed, out);
    for (KeyedState key : changed.values()) {
      key.changed = false;
    }
    changed.clear();
    waiting.writeDelta(out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    Map<Object, KeyedState> inOrder = new TreeMap<>(program.inputs.get(0).key().order());
    inOrder.putAll(keys);
    writeKeys(inOrder, out);
    waiting.writeAll(out);
  }

  private void writeKeys(Map<Object, KeyedState> some, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeLong(closedMicros);
    Bytes.writeVarInt(some.size(), out);
    for (Map.Entry<Object, KeyedState> entry : some.entrySet()) {
      program.keyCodec.write(entry.getKey(), out);
      KeyedState key = keys.get(entry.getKey());
      out.writeBoolean(key != null);
      if (key != null) {
        write(key, out);
      }
    }
  }

  private void write(KeyedState key, DataOutput out) throws IOException {
    key.writeResults(out);
    out.writeBoolean(key.state != null);
    if (key.state != null) {
      program.states.write(key.state, out);
    }
    Bytes.writeVarInt(key.timerCount(), out);
    for (SetTimer set : key.timers()) {
      String name = set.timer.name();
      out.writeBoolean(name != null);
      if (name != null) {
        Bytes.writeString(name, out);
      }
      out.writeLong(set.timer.timeMicros());
      out.writeLong(set.holdMicros);
    }
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "transform state of another version: expected=" + VERSION + ", actual=" + version);
    }
    closedMicros = Math.max(closedMicros, in.readLong());
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      Object key = program.keyCodec.read(in);
      KeyedState before = keys.remove(key);
      if (before != null) {
        timers.deleteAll(before);
      }
      if (in.readBoolean()) {
        KeyedState state = read(key, in);
        keys.put(key, state);
        if (state.isEmpty()) {
          leaving.add(state);
        }
      }
    }
    waiting.read(in);
  }

  private KeyedState read(Object key, DataInput in) throws IOException {
    KeyedState state = new KeyedState(key);
    state.readResults(in);
    if (in.readBoolean()) {
      state.state = program.states.read(in);
    }
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      String name = in.readBoolean() ? Bytes.readString(in) : null;
      Timer timer = new Timer(name, in.readLong());
      timers.set(new SetTimer(state, timer, in.readLong()));
    }
    return state;
  }

  @Override
  public void fired(Output output) {
    // The delta that was recorded with it says all.
  }

  /** Drops the elements and timers that wait, and keeps states. */
  @Override
  public long discard() {
    long dropped = timers.size();
    for (SetTimer timer = timers.first(); timer != null; timer = timers.first()) {
      timers.delete(timer);
      markChanged(timer.key);
    }
    while (!waiting.isEmpty()) {
      waiting.take();
    }
    return dropped;
  }

  /** The state of a key; null where there is none. */
  public @Nullable Object state(Object key) {
    KeyedState state = keys.get(key);
    return state == null ? null : state.state;
  }

  /** The timers of a key, in the order in which they will run. */
  public List<Timer> timers(Object key) {
    List<Timer> all = new ArrayList<>();
    KeyedState state = keys.get(key);
    if (state != null) {
      state.timers().forEach(set -> all.add(set.timer));
    }
    all.sort(Timer.ORDER);
    return all;
  }

  /** How many keys have state, timers, or results that progress has not passed. */
  public int openKeys() {
    return keys.size();
  }
}
