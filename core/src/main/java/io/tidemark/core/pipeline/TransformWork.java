package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Input;
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
 * @param values how its results are written
 */
public record TransformWork(
    KeySelector<Object, Object> key,
    Transform<Object, Object, Object, Object> transform,
    Function<Object, Object> typedKey,
    Map<String, Function<Object, Object>> views,
    Codec<Object> states,
    Codec<Object> values)
    implements Work {
  /** Copies the map. */
  public TransformWork {
    views = Map.copyOf(views);
  }

  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public Computation begin(StreamSpec stream, Plan plan) {
    List<Input> inputs = new ArrayList<>();
    for (StreamSpec.Input input : stream.inputs()) {
      inputs.add(input(input, plan));
    }
    inputs.sort(Comparator.comparing(Input::from));
    return new TransformComputation(
        new TransformComputation.Program(
            stream.name(), transform, inputs, key.codec(), typedKey, states));
  }

  private Input input(StreamSpec.Input input, Plan plan) {
    String from = input.from();
    Function<Object, Object> view = views.get(from);
    if (plan.isSource(from)) {
      return new Input(from, from, input.key(), view, plan.source(from).codec(), null);
    }
    StreamSpec stream = plan.stream(from);
    Work work = stream.work();
    return new Input(
        from, plan.origin(from), input.key(), view, work.results(), work.resultOrder());
  }

  @Override
  public Codec<Object> results() {
    return Derived.codec(key.codec(), values);
  }

  @Override
  public Comparator<Object> resultOrder() {
    return Derived.order(key.order());
  }
}
