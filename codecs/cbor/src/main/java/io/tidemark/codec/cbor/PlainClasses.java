package io.tidemark.codec.cbor;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Classes that are what their declaration says: no annotation of Jackson has their components
 * written or made in another way, or under another name.
 */
final class PlainClasses {
  /** What only says how older bytes are read, or what a class is called. */
  private static final Set<Class<? extends Annotation>> HARMLESS =
      Set.of(JsonAlias.class, JsonTypeName.class);

  private PlainClasses() {}

  static boolean isPlain(Class<?> type) {
    if (Arrays.stream(type.getInterfaces()).anyMatch(above -> !isPlain(above))) {
      return false;
    }
    List<AnnotatedElement> parts = new ArrayList<>(List.of(type));
    parts.addAll(List.of(type.getDeclaredFields()));
    parts.addAll(List.of(type.getDeclaredMethods()));
    parts.addAll(List.of(type.getDeclaredConstructors()));
    return parts.stream().allMatch(PlainClasses::isPlainPart);
  }

  private static boolean isPlainPart(AnnotatedElement part) {
    return areHarmless(part.getDeclaredAnnotations())
        && (!(part instanceof Executable called)
            || Arrays.stream(called.getParameterAnnotations()).allMatch(PlainClasses::areHarmless));
  }

  /** Whether it is an enum whose constants are written by their names, and read by them alone. */
  static boolean isPlainEnum(Class<?> type) {
    return type.isEnum()
        && isPlain(type)
        && Arrays.stream(type.getDeclaredFields())
            .filter(Field::isEnumConstant)
            .allMatch(constant -> constant.getDeclaredAnnotations().length == 0);
  }

  private static boolean areHarmless(Annotation[] annotations) {
    return Arrays.stream(annotations)
        .map(Annotation::annotationType)
        .allMatch(
            type -> HARMLESS.contains(type) || !type.getName().startsWith("com.fasterxml.jackson"));
  }
}
