package io.tidemark.config.pipeline;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseable;

/**
 * Includes files that are there. HOCON passes over a file that is missing, so that a mistyped name
 * would quietly leave out the settings in it.
 */
final class StrictIncluder implements ConfigIncluder {
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
      throw new ConfigException.Generic("an included file is not there: " + what, e);
    }
  }
}
