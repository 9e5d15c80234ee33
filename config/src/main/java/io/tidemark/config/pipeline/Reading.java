package io.tidemark.config.pipeline;

import com.typesafe.config.ConfigOrigin;
import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What reading one pipeline file has found so far: settings that take effect, and problems. */
final class Reading {
  /** Settings that change neither the output nor the shape of the state. */
  private static final Set<String> WITHOUT_EFFECT_ON_RESULTS =
      Set.of("pipeline.batch-size", "pipeline.state", "pipeline.waiting");

  /** In the other kind of journal nothing is known of an interrupted run. */
  private static final String JOURNAL_TYPE = "pipeline.journal.type";

  /** How the library describes the origin of what {@code ${NAME}} brought in. */
  private static final String FROM_ENVIRONMENT = "env variables";

  private final Path file;
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  Reading(Path file) {
    this.file = file;
  }

  /**
   * The place of an origin, its file named as the pipeline file was: by a path that starts where
   * that one starts. Where the origin names no file, it is the pipeline file.
   */
  Place place(ConfigOrigin origin) {
    if (origin.description().equals(FROM_ENVIRONMENT)) {
      // What a substitution brings in has lost where it stands.
      return new Place(file + " (from the environment)", 0);
    }
    String name = origin.filename();
    Path absolute = file.toAbsolutePath().normalize();
    Path shown = file;
    if (name != null && !Path.of(name).normalize().equals(absolute)) {
      Path included = Path.of(name).normalize();
      Path folder = PipelineFile.folder(file);
      shown =
          included.startsWith(folder) ? file.resolveSibling(folder.relativize(included)) : included;
    }
    return new Place(shown.toString(), Math.max(origin.lineNumber(), 0));
  }

  /** Notes a setting; {@code place} is null for a default. */
  void note(String path, String value, @Nullable Place place) {
    boolean shapesResult =
        !WITHOUT_EFFECT_ON_RESULTS.contains(path)
            && (!path.startsWith("pipeline.journal.") || path.equals(JOURNAL_TYPE))
            && !path.startsWith("pipeline.cluster.")
            && !(path.startsWith("pipeline.sources.") && path.endsWith(".max-rate"))
            && !(path.startsWith("pipeline.sinks.") && path.endsWith(".overwrite"));
    settings.put(
        path,
        new Setting(
            path, value, place == null ? Place.UNKNOWN : place, place == null, shapesResult));
  }

  /** Where a setting stands that was read; the file where it was not. */
  Place placeOf(String path) {
    Setting setting = settings.get(path);
    return setting == null || setting.isDefault() ? new Place(file.toString(), 0) : setting.place();
  }

  void report(Problem problem) {
    problems.add(problem);
  }

  boolean hasProblems() {
    return !problems.isEmpty();
  }

  /** All settings so far, in the order they were read. */
  List<Setting> settings() {
    return List.copyOf(settings.values());
  }

  /** Ends the reading where there is a problem. */
  void refuseIfProblems() throws Refused {
    if (!problems.isEmpty()) {
      throw new Refused(problems);
    }
  }
}
