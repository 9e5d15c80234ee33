package io.tidemark.config.command;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;

/** Commands and options that are part of the language and are not there. */
final class NotYet {
  private NotYet() {}

  static Refused refuse(String what) {
    return new Refused(Problem.of(what, "not there yet", "`tidemark --help` tells what is"));
  }
}
