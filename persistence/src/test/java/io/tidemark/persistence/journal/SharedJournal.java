package io.tidemark.persistence.journal;

import io.tidemark.testkit.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A journal in a database of its own server, for tests: a schema each, since a server is slow. */
record SharedJournal(PostgresServer server, PostgresSettings settings) {
  static SharedJournal on(PostgresServer server, String schema) {
    PostgresSettings settings =
        PostgresSettings.of(server.url() + "?currentSchema=" + schema, PostgresServer.USER)
            .withPatience(Duration.ofSeconds(30));
    PostgresSchema.init(settings);
    return new SharedJournal(server, settings);
  }

  Journal open() {
    return Journal.open(settings, JournalSettings.defaults());
  }

  /** Says the statements as a superuser. */
  void sql(String statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The first column of the first row. */
  String ask(String question) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(settings.url(), PostgresServer.USER, "");
  }
}
