package io.tidemark.persistence.journal;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an error of PostgreSQL means for the journal, by its SQLSTATE. */
enum SqlFailure {
  /** The database is away, starting, full or busy, or two transactions met: try again. */
  PASSING,
  /** It does not find or does not recognize its own files. */
  DAMAGE,
  /** The journal has no schema there. */
  NO_SCHEMA,
  /** Anything else, which trying again does not change: a password, a right that is missing. */
  LASTING;

  private static final Set<String> PASSING_STATES =
      Set.of(
          "25006", // read only: a standby that is about to be the primary, or the other way round
          "25P03", // it waited too long for us inside a transaction
          "40001", "40P01", "55P03", // a lock was not to be had in time
          "57014", // a statement took too long
          "57P01", "57P02", "57P03", "57P05");
  private static final Set<String> NO_SCHEMA_STATES = Set.of("3F000", "42P01", "42703");

  static SqlFailure of(SQLException e) {
    String state = state(e);
    if (state == null) {
      return e instanceof SQLTransientConnectionException ? PASSING : LASTING;
    }
    if (state.startsWith("08") || state.startsWith("53") || PASSING_STATES.contains(state)) {
      return PASSING;
    }
    if (state.startsWith("XX") || state.startsWith("58")) {
      return DAMAGE;
    }
    return NO_SCHEMA_STATES.contains(state) ? NO_SCHEMA : LASTING;
  }

  /** Of the error itself, or of what kept the pool from connecting. */
  private static @Nullable String state(SQLException e) {
    return e instanceof SQLTransientConnectionException
            && e.getCause() instanceof SQLException cause
        ? cause.getSQLState()
        : e.getSQLState();
  }

  /** In the server's own words, on one line. */
  static String words(SQLException e) {
    Throwable said =
        e instanceof SQLTransientConnectionException && e.getCause() != null ? e.getCause() : e;
    return String.valueOf(said.getMessage()).replaceAll("\\s*\\n\\s*", "; ");
  }
}
