package io.tidemark.config.plan;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Setting;
import java.util.ArrayList;
import java.util.List;

/** The settings that take effect, one a line: path = value, and where it stands. */
public final class SettingsTable {
  private SettingsTable() {}

  /** The lines, in the order in which settings are read. */
  public static List<String> of(PipelineFile file) {
    int widest =
        file.settings().stream().mapToInt(setting -> assignment(setting).length()).max().orElse(0);
    int width = Math.min(widest, 76);
    List<String> lines = new ArrayList<>();
    for (Setting setting : file.settings()) {
      String assignment = assignment(setting);
      String gap = " ".repeat(Math.max(0, width - assignment.length()));
      lines.add(assignment + gap + "  " + where(file, setting));
    }
    return lines;
  }

  private static String where(PipelineFile file, Setting setting) {
    if (setting.isDefault()) {
      return "default";
    }
    boolean here = file.file().toString().equals(setting.place().file());
    return here ? "line " + setting.place().line() : setting.place().toString();
  }

  private static String assignment(Setting setting) {
    return setting.path() + " = " + setting.value();
  }
}
