package io.tidemark.config.refusal;

import org.jspecify.annotations.Nullable;

/**
 * One thing a person has to put right.
 *
 * @param place where it stands; null where no file is to blame
 * @param subject what is wrong: a path in the configuration, an option, a file
 * @param value what stands there; null where nothing does
 * @param what what is wrong with it
 * @param allowed what is allowed, or how to go on; empty where {@code what} says it
 */
public record Problem(
    @Nullable Place place, String subject, @Nullable String value, String what, String allowed) {

  /** A problem that no configuration file is to blame for. */
  public static Problem of(String subject, String what, String allowed) {
    return new Problem(null, subject, null, what, allowed);
  }

  /** One line: place, subject = value, what is wrong; what is allowed. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    if (place != null) {
      line.append(place).append(": ");
    }
    line.append(subject);
    if (value != null) {
      line.append(" = ").append(value);
    }
    line.append(": ").append(what);
    if (!allowed.isEmpty()) {
      line.append("; ").append(allowed);
    }
    return line.toString();
  }
}
