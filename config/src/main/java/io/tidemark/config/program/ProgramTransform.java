package io.tidemark.config.program;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.row.Schema;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.PipelineTransform;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transform that a pipeline file names by its class.
 *
 * @param transform the computation
 * @param states how its states are written
 * @param form of its results
 * @param rules what holds beside
 */
public record ProgramTransform(
    Transform<Object, Object, Object, Object> transform,
    Codec<Object> states,
    RecordForm<?> form,
    Rules rules) {
  private static final String ALLOWED =
      "; a public class with a public constructor without arguments that implements "
          + PipelineTransform.class.getName();

  /**
   * Finds the class and asks it.
   *
   * @throws IllegalArgumentException where there is none, or it is none of these; the message says
   *     what is wrong and what is allowed
   */
  public static ProgramTransform load(String className) {
    Transformation<?, ?, ?, ?> of = instance(className).transformation();
    if (!of.outputs().isEmpty()) {
      throw new IllegalArgumentException(
          "it has side outputs, which a pipeline file does not read: "
              + of.rules().outputs()
              + "; leave sideOutput(…) and onFailure(SKIP) out, or write the pipeline in Java");
    }
    if (of.rules().arrivalOrder()) {
      throw new IllegalArgumentException(
          "it takes elements in the order of their arrival, which a replay cannot repeat"
              + "; leave arrivalOrder() out, or write the pipeline in Java");
    }
    return new ProgramTransform(
        untyped(of.transform()), untyped(of.states()), of.results(), of.rules());
  }

  private static PipelineTransform instance(String className) {
    try {
      Class<?> type = Class.forName(className);
      if (!PipelineTransform.class.isAssignableFrom(type)) {
        throw new IllegalArgumentException("a class of another kind" + ALLOWED);
      }
      if (!Modifier.isPublic(type.getModifiers())) {
        throw new IllegalArgumentException("a class that is not public" + ALLOWED);
      }
      return type.asSubclass(PipelineTransform.class).getConstructor().newInstance();
    } catch (ClassNotFoundException | LinkageError e) {
      String missing = e instanceof LinkageError ? ", or one it needs: " + e.getMessage() : "";
      throw new IllegalArgumentException(
          "no such class on the class path"
              + missing
              + "; name its JAR in the environment variable TIDEMARK_CLASSPATH",
          e);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new IllegalArgumentException("a class that cannot be made" + ALLOWED, e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("its constructor failed: " + e.getCause(), e);
    }
  }

  /** The columns of its results. */
  public Schema results() {
    return form.schema();
  }

  /** How its results are written. */
  public Codec<Object> values() {
    return untyped(RecordCodec.of(form));
  }

  /** The values of a result, one per column. */
  public List<@Nullable Object> row(Object derived) {
    return Arrays.asList(values(form, ((Derived) derived).value()));
  }

  private static <R extends Record> @Nullable Object[] values(RecordForm<R> form, Object result) {
    return form.values(form.type().cast(result));
  }

  @SuppressWarnings("unchecked") // A pipeline gives it what its class asks for: keys and rows.
  private static Transform<Object, Object, Object, Object> untyped(
      Transform<?, ?, ?, ?> transform) {
    return (Transform<Object, Object, Object, Object>) transform;
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> untyped(Codec<?> codec) {
    return (Codec<Object>) codec;
  }
}
