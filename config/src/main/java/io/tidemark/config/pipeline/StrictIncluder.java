package io.tidemark.config.pipeline;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Includes files that are there. HOCON passes over a file that is missing, so that a mistyped name
 * would quietly leave out the settings in it.
 */
final class StrictIncluder implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderClasspath {
  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return this;
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    ConfigParseable file = context.relativeTo(what);
    if (file == null) {
      throw new ConfigException.Generic("an included file is not there: " + what);
    }
    try {
      return file.parse(context.parseOptions().setAllowMissing(false));
    } catch (ConfigException.IO e) {
      String found = file.origin().filename();
      throw notIncluded(found == null ? null : Path.of(found), what, e);
    }
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    try {
      return ConfigFactory.parseFile(what, context.parseOptions().setAllowMissing(false)).root();
    } catch (ConfigException.IO e) {
      throw notIncluded(what.toPath(), what.toString(), e);
    }
  }

  /** What is on the class path is ours and no part of a pipeline. */
  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    throw new ConfigException.Generic(
        "classpath(" + what + ") cannot be included; name a file: include \"FILE\"");
  }

  private static ConfigException notIncluded(@Nullable Path found, String what, Exception cause) {
    boolean there = found != null && Files.exists(found);
    return new ConfigException.Generic(
        "an included file " + (there ? "cannot be read: " : "is not there: ") + what, cause);
  }
}
