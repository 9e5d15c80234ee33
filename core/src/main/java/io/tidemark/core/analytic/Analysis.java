package io.tidemark.core.analytic;

import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several analytic functions side by side: each element gives one result, of the element and what
 * they say of it.
 *
 * @param functions in the order of the values
 * @param result makes results
 * @param <T> the type of the elements
 * @param <O> the type of the results
 */
public record Analysis<T, O>(
    List<Analytic<? super T>> functions, BiFunction<? super T, List<@Nullable Object>, O> result)
    implements Transform<Object, T, Object, O> {
  /** Copies the list. */
  public Analysis {
    functions = List.copyOf(functions);
  }

  @Override
  public Object onElement(@Nullable Object state, T element, TransformContext<Object, O> context) {
    List<?> states = (List<?>) state;
    List<@Nullable Object> next = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < functions.size(); i++) {
      Object before = states == null ? null : states.get(i);
      Analytic.Answer answer = functions.get(i).next(before, context.timeMicros(), element);
      next.add(answer.state());
      values.add(answer.value());
    }
    context.emit(result.apply(element, Collections.unmodifiableList(values)));
    return Collections.unmodifiableList(next);
  }
}
