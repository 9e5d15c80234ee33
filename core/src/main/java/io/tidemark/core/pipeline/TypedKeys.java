package io.tidemark.core.pipeline;

import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A program's transform, whose keys look as the program knows them. */
record TypedKeys(
    Transform<Object, Object, Object, Object> transform, Function<Object, Object> typed)
    implements Transform<Object, Object, Object, Object> {
  @Override
  public @Nullable Object onElement(
      @Nullable Object state, Object element, TransformContext<Object, Object> context) {
    return transform.onElement(state, element, new Typed(context, typed));
  }

  @Override
  public @Nullable Object onTimer(
      @Nullable Object state, Timer timer, TransformContext<Object, Object> context) {
    return transform.onTimer(state, timer, new Typed(context, typed));
  }

  private record Typed(TransformContext<Object, Object> context, Function<Object, Object> typed)
      implements TransformContext<Object, Object> {
    @Override
    public Object key() {
      return typed.apply(context.key());
    }

    @Override
    public Instant time() {
      return context.time();
    }

    @Override
    public long timeMicros() {
      return context.timeMicros();
    }

    @Override
    public void emit(Object result) {
      context.emit(result);
    }

    @Override
    public void emit(Instant time, Object result) {
      context.emit(time, result);
    }

    @Override
    public void setTimer(Instant time) {
      context.setTimer(time);
    }

    @Override
    public void setTimer(String name, Instant time) {
      context.setTimer(name, time);
    }

    @Override
    public void setTimer(String name, Instant time, Instant hold) {
      context.setTimer(name, time, hold);
    }

    @Override
    public void deleteTimer(Instant time) {
      context.deleteTimer(time);
    }

    @Override
    public void deleteTimer(String name) {
      context.deleteTimer(name);
    }

    @Override
    public void deleteTimers() {
      context.deleteTimers();
    }
  }
}
