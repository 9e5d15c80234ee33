package io.tidemark.chaos;

import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The journal's database, where nodes see it.
 *
 * @param url as nodes see it
 */
record Database(PostgresServer server, String url, Path access) implements AutoCloseable {

  static Database start(Network network) throws IOException {
    Path access = Files.createTempFile("tidemark-chaos-", ".hba");
    Files.writeString(access, "host all all 127.0.0.1/32 trust\nhost all all 10.77.0.0/24 trust\n");
    Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-r--r--"));
    PostgresServer server =
        PostgresServer.start(
            "listen_addresses = '127.0.0.1" + (network.canCut() ? "," + network.host() : "") + "'",
            "hba_file = '" + access + "'");
    return new Database(server, server.url().replace("127.0.0.1", network.host()), access);
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.delete(access);
  }
}
