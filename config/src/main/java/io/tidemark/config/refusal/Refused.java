package io.tidemark.config.refusal;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Nothing was done, and nothing was changed: usage, configuration or state forbid it. The command
 * ends with exit status 2.
 */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  /** Refused for these problems, at least one. */
  public Refused(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Refused for one problem. */
  public Refused(Problem problem) {
    this(List.of(problem));
  }

  /** What has to be put right. */
  public List<Problem> problems() {
    return problems;
  }
}
