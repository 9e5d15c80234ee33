package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Input;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformComputation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a program computes itself; results are {@link Derived}.
 *
 * @param key of the elements; codec and order are of the keys of all inputs
 * @param typedKey a key as the transform knows it, of one as it is kept
 * @param views elements as the transform takes them, by the name of what they come from; none where
 *     it takes them as they are held
 * @param states how the transform's states are written
 * @param values how the results of each of its outputs are written
 * @param rules what holds beside
 */
public record TransformWork(
    KeySelector<Object, Object> key,
    Transform<Object, Object, Object, Object> transform,
    Function<Object, Object> typedKey,
    Map<String, Function<Object, Object>> views,
    Codec<Object> states,
    List<Codec<Object>> values,
    Rules rules)
    implements Work {
  /** Copies the map and the list. */
  public TransformWork {
    values = List.copyOf(values);
    views = Map.copyOf(views);
  }

  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public boolean isByClock() {
    return rules.wallClock();
  }

  @Override
  public List<String> furtherOutputs() {
    return rules.outputs();
  }

  @Override
  public Computation begin(StreamSpec stream, Plan plan) {
    List<Input> inputs = new ArrayList<>();
    for (Arrivals.Input read : plan.arrivals(stream)) {
      inputs.add(new Input(read, stream.input(read.from()).key(), views.get(read.from())));
    }
    return new TransformComputation(
        new TransformComputation.Program(
            stream.name(), transform, inputs, key.codec(), typedKey, states, rules));
  }

  @Override
  public Codec<Object> results() {
    return Derived.codec(key.codec(), values);
  }

  @Override
  public Comparator<Object> resultOrder() {
    return Derived.order(key.order());
  }

  @Override
  public List<Object> rank(Object result) {
    Derived derived = (Derived) result;
    return List.of(derived.key(), derived.number());
  }
}
