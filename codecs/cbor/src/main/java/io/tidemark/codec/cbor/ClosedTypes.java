package io.tidemark.codec.cbor;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Jackson takes for the annotations of a class: every sealed type, and nothing else, has type
 * ids, which are names of its permitted classes. Whatever annotations ask for, no class is named in
 * the bytes or found by a name in them.
 */
final class ClosedTypes extends JacksonAnnotationIntrospector {
  /** No component can be called so. */
  static final String TYPE_ID = "@type";

  /** An enum whose constants have bodies is sealed too; its values are names already. */
  static boolean isClosed(Class<?> type) {
    return type.isSealed() && !type.isEnum();
  }

  /** The classes that values of a sealed type have, at any depth. */
  static List<Class<?>> leaves(Class<?> type) {
    List<Class<?>> leaves = new ArrayList<>();
    if (!isClosed(type)) {
      leaves.add(type);
      return leaves;
    }
    if (!Modifier.isAbstract(type.getModifiers())) {
      leaves.add(type);
    }
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      for (Class<?> leaf : leaves(permitted)) {
        if (!leaves.contains(leaf)) {
          leaves.add(leaf);
        }
      }
    }
    return leaves;
  }

  static String typeId(Class<?> leaf) {
    JsonTypeName name = leaf.getAnnotation(JsonTypeName.class);
    return name == null ? leaf.getSimpleName() : name.value();
  }

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
      MapperConfig<?> config, Annotated annotated) {
    if (annotated instanceof AnnotatedClass && isClosed(annotated.getRawType())) {
      return JsonTypeInfo.Value.construct(
          JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, TYPE_ID, null, false, true);
    }
    return null;
  }

  @Override
  public @Nullable TypeResolverBuilder<?> findTypeResolver(
      MapperConfig<?> config, AnnotatedClass annotated, JavaType type) {
    return isClosed(annotated.getRawType())
        ? super.findTypeResolver(config, annotated, type)
        : null;
  }

  @Override
  public @Nullable TypeResolverBuilder<?> findPropertyTypeResolver(
      MapperConfig<?> config, AnnotatedMember member, JavaType type) {
    return null;
  }

  @Override
  public @Nullable TypeResolverBuilder<?> findPropertyContentTypeResolver(
      MapperConfig<?> config, AnnotatedMember member, JavaType type) {
    return null;
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(Annotated annotated) {
    if (!(annotated instanceof AnnotatedClass) || !isClosed(annotated.getRawType())) {
      return null;
    }
    return leaves(annotated.getRawType()).stream()
        .map(leaf -> new NamedType(leaf, typeId(leaf)))
        .toList();
  }

  /** A class that is no record is its fields: what it computes from them is not written. */
  @Override
  public VisibilityChecker<?> findAutoDetectVisibility(
      AnnotatedClass annotated, VisibilityChecker<?> checker) {
    return annotated.getRawType().isRecord()
        ? checker
        : checker
            .withFieldVisibility(Visibility.ANY)
            .withGetterVisibility(Visibility.NONE)
            .withIsGetterVisibility(Visibility.NONE)
            .withSetterVisibility(Visibility.NONE);
  }

  /** A JVM gives fields in no order that it promises; components have one. */
  @Override
  public @Nullable Boolean findSerializationSortAlphabetically(Annotated annotated) {
    return annotated.getRawType().isRecord() ? null : Boolean.TRUE;
  }
}
