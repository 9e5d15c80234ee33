package io.tidemark.codec.cbor;

import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AccessorNamingStrategy;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.DefaultAccessorNamingStrategy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Of a record its components, and no method that happens to be called {@code isOpen}. */
final class ComponentNaming extends DefaultAccessorNamingStrategy.Provider {
  @Override
  public AccessorNamingStrategy forRecord(MapperConfig<?> config, AnnotatedClass record) {
    return new Components(config, record);
  }

  private static final class Components extends DefaultAccessorNamingStrategy.RecordNaming {
    private final Set<String> names;

    Components(MapperConfig<?> config, AnnotatedClass record) {
      super(config, record);
      names =
          Arrays.stream(record.getRawType().getRecordComponents())
              .map(RecordComponent::getName)
              .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public @Nullable String findNameForRegularGetter(AnnotatedMethod method, String name) {
      return names.contains(name) ? name : null;
    }

    @Override
    public @Nullable String findNameForIsGetter(AnnotatedMethod method, String name) {
      return null;
    }

    @Override
    public @Nullable String findNameForMutator(AnnotatedMethod method, String name) {
      return null;
    }
  }
}
