package io.tidemark.codec.cbor;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Looks at a type and at all it consists of before the first value is written. What passes is
 * written by what its declaration says, and comes back as the class it was.
 */
final class CodableTypes {
  /** What a map's keys and a set's members can be: they have one natural order and one text. */
  private static final Set<Class<?>> KEYS =
      Set.of(
          String.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Character.class,
          Boolean.class,
          Instant.class,
          Duration.class,
          LocalDate.class,
          UUID.class);

  private static final Set<Class<?>> PLAIN =
      Set.of(
          byte.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class,
          char.class,
          boolean.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          LocalTime.class,
          LocalDateTime.class);

  private static final Set<Class<?>> COLLECTIONS =
      Set.of(
          List.class,
          ArrayList.class,
          Set.class,
          SortedSet.class,
          NavigableSet.class,
          HashSet.class,
          LinkedHashSet.class,
          TreeSet.class);

  private static final Set<Class<?>> MAPS =
      Set.of(
          Map.class,
          SortedMap.class,
          NavigableMap.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          EnumMap.class);

  private final JavaType root;
  private final TypeFactory types;
  private final Set<JavaType> seen = new HashSet<>();

  private CodableTypes(JavaType root, TypeFactory types) {
    this.root = root;
    this.types = types;
  }

  /**
   * Passes a type that can be coded.
   *
   * @throws IllegalArgumentException otherwise: the type, where in it the fault is, what to do
   */
  static void check(JavaType type, TypeFactory types) {
    new CodableTypes(type, types).check(type, type.getRawClass().getSimpleName());
  }

  private void check(JavaType type, String at) {
    Class<?> raw = type.getRawClass();
    if (PLAIN.contains(raw) || isKey(raw)) {
      return;
    }
    if (raw.isArray()) {
      check(type.getContentType(), at + "[]");
    } else if (COLLECTIONS.contains(raw)) {
      checkContent(type, at);
    } else if (MAPS.contains(raw)) {
      checkKey(type.getKeyType(), at + "{key}");
      check(type.getContentType(), at + "{value}");
    } else if (seen.add(type)) {
      checkClass(type, at);
    }
  }

  private static boolean isKey(Class<?> type) {
    return type.isEnum() || KEYS.contains(type);
  }

  private void checkContent(JavaType type, String at) {
    if (Set.class.isAssignableFrom(type.getRawClass())) {
      checkKey(type.getContentType(), at + "{member}");
    } else {
      check(type.getContentType(), at + "[]");
    }
  }

  private void checkKey(JavaType type, String at) {
    if (!isKey(type.getRawClass())) {
      throw refused(
          type,
          at,
          "keys of maps and members of sets are strings, whole numbers, enums, Instant and the"
              + " like; keep others in a list of records");
    }
  }

  private void checkClass(JavaType type, String at) {
    Class<?> raw = type.getRawClass();
    if (ClosedTypes.isClosed(raw)) {
      checkLeaves(type, at);
    } else if (raw.isRecord()) {
      for (RecordComponent component : raw.getRecordComponents()) {
        check(
            types.resolveMemberType(component.getGenericType(), type.getBindings()),
            at + "." + component.getName());
      }
    } else if (raw.getName().startsWith("java.") || raw.isInterface() || isOpen(raw)) {
      throw refused(type, at, cure(raw));
    } else {
      checkFields(type, at);
    }
  }

  private void checkLeaves(JavaType type, String at) {
    Map<String, Class<?>> ids = new HashMap<>();
    for (Class<?> leaf : ClosedTypes.leaves(type.getRawClass())) {
      JavaType resolved = types.constructType(leaf);
      String there = at + "(" + leaf.getSimpleName() + ")";
      Class<?> other = ids.putIfAbsent(ClosedTypes.typeId(leaf), leaf);
      if (other != null) {
        throw refused(
            resolved,
            there,
            "it has the type id of %s, %s; give one of them a @JsonTypeName"
                .formatted(other.getName(), ClosedTypes.typeId(leaf)));
      }
      if (leaf.getTypeParameters().length > 0) {
        throw refused(
            resolved, there, "a permitted class has no type parameters; name the types instead");
      }
      if (ClosedTypes.isClosed(leaf)) {
        checkFields(resolved, there);
      } else {
        check(resolved, there);
      }
    }
  }

  private void checkFields(JavaType type, String at) {
    Class<?> raw = type.getRawClass();
    if (!isMade(raw)) {
      throw refused(type, at, "make it a record, or give it a constructor without parameters");
    }
    int fields = 0;
    for (JavaType part = type;
        part != null && part.getRawClass() != Object.class;
        part = part.getSuperClass()) {
      for (Field field : part.getRawClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !Modifier.isTransient(field.getModifiers())) {
          fields++;
          check(
              types.resolveMemberType(field.getGenericType(), part.getBindings()),
              at + "." + field.getName());
        }
      }
    }
    if (fields == 0) {
      throw refused(type, at, "it has no fields; make it a record or an enum");
    }
  }

  private static boolean isMade(Class<?> type) {
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    boolean plainly = Arrays.stream(constructors).anyMatch(made -> made.getParameterCount() == 0);
    Stream<Executable> makers =
        Stream.concat(Arrays.stream(constructors), Arrays.stream(type.getDeclaredMethods()));
    return plainly || makers.anyMatch(maker -> maker.isAnnotationPresent(JsonCreator.class));
  }

  /** Values may be of classes that nobody knows yet. */
  private static boolean isOpen(Class<?> type) {
    return !Modifier.isFinal(type.getModifiers());
  }

  private static String cure(Class<?> type) {
    if (type == Object.class) {
      return "name the type, which may be a sealed interface of records";
    }
    if (type == Optional.class) {
      return "take the type inside and let it be null";
    }
    if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
      return "take List, Set or Map";
    }
    if (type.getName().startsWith("java.")) {
      return "keep what it is made of, in a record";
    }
    if (type.isInterface()) {
      return "make it a sealed interface of records; of a function keep what it is made of";
    }
    return "make it a record, or final, or sealed";
  }

  private IllegalArgumentException refused(JavaType type, String at, String cure) {
    return new IllegalArgumentException(
        "a type cannot be coded: type=%s, at=%s, actual=%s; %s, or give a codec of your own"
            .formatted(root.getRawClass().getName(), at, type.toCanonical(), cure));
  }
}
