package io.tidemark.config.launch;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.persistence.journal.JournalSettings;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A pipeline as a run sees it, whether a file or a program describes it. */
interface Described {
  /** The pipeline's name. */
  String name();

  /** The folder that remembered paths start from, absolute. */
  Path folder();

  /** The files that describe it, which it must not write to. */
  List<Path> files();

  /** The settings that shape its result, by path: a run with others is another run. */
  Map<String, String> settings();

  /** The files it writes. */
  List<Output> outputs();

  /** Whether the source waits for more at the end of its files, so that they may grow. */
  boolean follows(String source);

  /** How its journal is kept. */
  JournalSettings journal();

  /** Its sources as a new run finds them. */
  Opened find() throws Refused;

  /**
   * Its sources with the files an earlier run began with, whatever else matches by now.
   *
   * @param files for each source that reads files, as remembered
   */
  Opened reopen(Map<String, List<String>> files) throws Refused;

  /** A pipeline whose sources are known and fixed. */
  interface Opened {
    /** For each source that reads files, these files in order. */
    Map<String, List<Path>> inputs();

    /**
     * The pipeline.
     *
     * @param standardOutput what sinks write to that a pipeline file sends there
     */
    Pipeline pipeline(OutputStream standardOutput);

    /** What is allowed and probably not meant. */
    List<Problem> warnings();
  }
}
