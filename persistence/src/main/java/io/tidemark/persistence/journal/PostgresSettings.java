package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a shared journal is kept, and how it is reached. Holds no password, only where one is
 * found, so that it can be printed.
 *
 * @param url {@code jdbc:postgresql://HOST:PORT/DATABASE}, with parameters of the driver behind a
 *     question mark; {@code currentSchema} names the schema, default {@value #DEFAULT_SCHEMA}
 * @param user of the database
 * @param passwordVariable the environment variable that holds the password; null: none
 * @param passwordFile the file whose first line is the password, read each time the journal is
 *     opened; null: none
 * @param pool connections at most, 2 to 64: one writes, the others read
 * @param patience how long a database that cannot be reached is tried again before the journal
 *     fails, 0 to 10 minutes
 */
public record PostgresSettings(
    String url,
    String user,
    @Nullable String passwordVariable,
    @Nullable Path passwordFile,
    int pool,
    Duration patience) {
  /** One to write, three to read. */
  public static final int DEFAULT_POOL = 4;

  /** The most connections that a pool may have. */
  public static final int MOST_POOL = 64;

  /** Longer than a database takes to start again. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(60);

  /** Well below the hour after which the row of a silent writer may be added to another. */
  public static final Duration MOST_PATIENCE = Duration.ofMinutes(10);

  /** A schema of our own, since all may write to {@code public}, or nobody. */
  public static final String DEFAULT_SCHEMA = "tidemark";

  private static final String PREFIX = "jdbc:postgresql:";
  private static final Pattern SECRETS = Pattern.compile("[?&](user|password|sslpassword)=");
  private static final Pattern SCHEMA = Pattern.compile("[?&]currentSchema=([^&]*)");
  private static final Pattern SCHEMA_NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  public PostgresSettings {
    if (!url.startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "not a URL of PostgreSQL; allowed: jdbc:postgresql://HOST:PORT/DATABASE");
    }
    if (SECRETS.matcher(url).find()) {
      throw new IllegalArgumentException(
          "user or password in the URL, where it would be printed; allowed: the settings user, password-env, password-file");
    }
    if (!SCHEMA_NAME.matcher(schemaIn(url)).matches()) {
      throw new IllegalArgumentException(
          "currentSchema in the URL is not one name; allowed: small letters, digits and _, 63 at most");
    }
    if (user.isBlank()) {
      throw new IllegalArgumentException("no user; allowed: a user of the database");
    }
    if (passwordVariable != null && passwordFile != null) {
      throw new IllegalArgumentException(
          "two passwords; allowed: one of password-env and password-file");
    }
    if (pool < 2 || pool > MOST_POOL) {
      throw new IllegalArgumentException(
          "pool is out of range: pool=%d, allowed: 2 to %d connections".formatted(pool, MOST_POOL));
    }
    if (patience.isNegative() || patience.compareTo(MOST_PATIENCE) > 0) {
      throw new IllegalArgumentException(
          "patience is out of range: patience=%s, allowed: 0 to 10 minutes".formatted(patience));
    }
  }

  /** Without a password, with the default pool and patience. */
  public static PostgresSettings of(String url, String user) {
    return new PostgresSettings(url, user, null, null, DEFAULT_POOL, DEFAULT_PATIENCE);
  }

  /** With a password in an environment variable. */
  public PostgresSettings withPasswordVariable(String variable) {
    return new PostgresSettings(url, user, variable, null, pool, patience);
  }

  /** With a password in the first line of a file. */
  public PostgresSettings withPasswordFile(Path file) {
    return new PostgresSettings(url, user, null, file, pool, patience);
  }

  /** With so many connections at most. */
  public PostgresSettings withPool(int connections) {
    return new PostgresSettings(url, user, passwordVariable, passwordFile, connections, patience);
  }

  /** With another patience. */
  public PostgresSettings withPatience(Duration newPatience) {
    return new PostgresSettings(url, user, passwordVariable, passwordFile, pool, newPatience);
  }

  /** The schema in which the tables are. */
  public String schema() {
    return schemaIn(url);
  }

  private static String schemaIn(String url) {
    Matcher schema = SCHEMA.matcher(url);
    return schema.find() ? schema.group(1) : DEFAULT_SCHEMA;
  }

  /**
   * The password, read now; null for none.
   *
   * @throws JournalException.Failed if it is not where it should be
   */
  @Nullable String password() {
    if (passwordVariable != null) {
      String password = System.getenv(passwordVariable);
      if (password == null) {
        throw new JournalException.Failed(
            "password of the journal's database is not set: environment variable=%s (journal.password-env); set it"
                .formatted(passwordVariable));
      }
      return password;
    }
    return passwordFile == null ? null : firstLine(passwordFile);
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new JournalException.Failed(
          "password of the journal's database cannot be read: file=%s (journal.password-file), reason=%s"
              .formatted(file, e),
          e);
    }
  }
}
