package io.tidemark.benchmarks.jdbc;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.tidemark.benchmarks.journal.PersistPlace;
import io.tidemark.benchmarks.journal.PersistRate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.pekko.actor.setup.Setup;

/**
 * {@link PersistRate} with pekko-persistence-jdbc as it ships, on PostgreSQL. Arguments: JDBC URL
 * of a database of its own, user.
 */
public final class JdbcPersistRate {
  private static final String SCHEMA = "/schema/postgres/postgres-create-schema.sql";
  private static final String TABLES = "event_tag, event_journal, snapshot";

  private JdbcPersistRate() {}

  public static void main(String[] args) throws Exception {
    Database database = new Database(args[0], args[1]);
    database.create();
    PersistRate.print(database);
  }

  private record Database(String url, String user) implements PersistPlace {
    private void execute(String sql) throws SQLException {
      try (Connection connection = DriverManager.getConnection(url, user, "");
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    void create() throws IOException, SQLException {
      execute("DROP TABLE IF EXISTS " + TABLES);
      try (InputStream schema = JdbcPersistRate.class.getResourceAsStream(SCHEMA)) {
        String all =
            new String(Objects.requireNonNull(schema).readAllBytes(), StandardCharsets.UTF_8);
        // One by one: an index that is made concurrently stands alone.
        for (String statement : Pattern.compile(";").splitAsStream(all).toList()) {
          if (!statement.isBlank()) {
            execute(statement);
          }
        }
      }
    }

    @Override
    public void empty() throws SQLException {
      execute("TRUNCATE " + TABLES);
    }

    @Override
    public Opened open() {
      Config settings =
          ConfigFactory.parseString(
                  """
                  pekko.persistence.journal.plugin = jdbc-journal
                  pekko.persistence.snapshot-store.plugin = jdbc-snapshot-store
                  slick.profile = "slick.jdbc.PostgresProfile$"
                  slick.db.driver = org.postgresql.Driver
                  jdbc-journal.slick = ${slick}
                  jdbc-snapshot-store.slick = ${slick}
                  """)
              .withValue("slick.db.url", ConfigValueFactory.fromAnyRef(url))
              .withValue("slick.db.user", ConfigValueFactory.fromAnyRef(user));
      return new Opened() {
        @Override
        public Config settings() {
          return settings;
        }

        @Override
        public List<Setup> setups() {
          return List.of();
        }

        @Override
        public void close() {}
      };
    }
  }
}
