package io.tidemark.testkit.simulation;

import io.tidemark.core.time.Time;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A transform that depends on order and does all that a transform can: what it does with an element
 * follows from the element's number.
 *
 * @param number of an element
 * @param tickMicros how far apart things are
 * @param skips whether it throws now and then
 */
record Tally(ToLongFunction<Object> number, long tickMicros, boolean skips)
    implements Transform<Object, Object, Object, Object> {
  /** Its further output. */
  static final SideOutput<Note> NOTES = SideOutput.of("notes", Note.class);

  private static final String NAMED = "named";
  private static final String LATE = "late";

  /** A result of the further output. */
  record Note(String what, long number) {}

  @Override
  public @Nullable Object onElement(
      @Nullable Object state, Object element, TransformContext<Object, Object> context) {
    long number = this.number.applyAsLong(element);
    long hash = hash(hash(state, number), known(context));
    if (number % 3 != 0) {
      context.emit(result("element", context, number, hash));
    }
    switch ((int) (number % 7)) {
      case 0 -> context.setTimer(ticks(context.time(), 12));
      case 1 -> context.setTimer(NAMED, ticks(context.time(), 9));
      case 2 -> context.setTimer(ticks(context.time(), -4));
      case 3 -> context.deleteTimer(NAMED);
      case 4 -> {
        Instant time = ticks(context.time(), 7);
        context.setTimer(LATE, time, time);
      }
      case 5 -> context.deleteTimer(ticks(context.time(), 12));
      default -> {
        // Nothing: not every element sets a timer.
      }
    }
    if (number % 5 == 0) {
      context.emit(NOTES, new Note("element", number));
    }
    if (number % 13 == 0) {
      context.deleteTimers();
    }
    if (skips && number % 17 == 0) {
      throw new IllegalStateException("it does not take " + number);
    }
    return number % 11 == 0 ? null : (Object) hash;
  }

  @Override
  public @Nullable Object onTimer(
      @Nullable Object state, Timer timer, TransformContext<Object, Object> context) {
    long hash = hash(state, timer.timeMicros());
    String name = String.valueOf(timer.name());
    context.emit(result(name, context, 0, hash));
    if (timer.name() == null && Math.floorMod(hash, 2) == 0) {
      context.setTimer(NAMED, ticks(context.time(), 3));
    }
    return name.equals(NAMED) ? null : (Object) hash;
  }

  private static Object result(
      String what, TransformContext<Object, Object> context, long number, long hash) {
    List<Object> values = List.of(what, context.timeMicros(), number, hash);
    return values;
  }

  private static long known(TransformContext<Object, Object> context) {
    long known = context.decision().code();
    known = known * 31 + context.eventTime().map(Time::micros).orElse(0L);
    return known * 31 + context.arrivalTime().map(Time::micros).orElse(0L);
  }

  private Instant ticks(Instant from, long ticks) {
    return from.plus(ticks * tickMicros, ChronoUnit.MICROS);
  }

  private static long hash(@Nullable Object state, long number) {
    return (state == null ? 17 : (long) state) * 31 + number;
  }
}
