package io.tidemark.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real PostgreSQL of its own, on a free port of the loopback address, with its data in a folder
 * that goes with it: to be stopped, killed, damaged and started again. Its one user is {@value
 * #USER}, without a password, a superuser.
 *
 * <p>Needs the server's programs, on the path or where Debian has them. PostgreSQL refuses to run
 * as root, so root runs it as {@code postgres} or {@code nobody}, by {@code setpriv}. Not
 * thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
  /** Whom it lets in. */
  public static final String USER = "tidemark";

  private static final String DEBIAN = "/usr/lib/postgresql";
  private static final List<String> USERS = List.of("postgres", "nobody");
  private static final String START_SECONDS = "60";

  private final Path programs;
  private final Path folder;
  private final List<String> as;
  private final int port;
  private final Thread hook = new Thread(this::stopQuietly);

  private PostgresServer(Path programs, Path folder, List<String> as, int port) {
    this.programs = programs;
    this.folder = folder;
    this.as = as;
    this.port = port;
  }

  /**
   * Makes a server and starts it; skips the running test where the server is not installed.
   *
   * @param settings lines for its {@code postgresql.conf}, such as {@code fsync = off}
   */
  public static PostgresServer start(String... settings) {
    Optional<Path> programs = programs();
    Assumptions.assumeTrue(
        programs.isPresent(),
        "PostgreSQL is not installed: no initdb on the path or in " + DEBIAN + "/*/bin");
    try {
      Path folder = Files.createTempDirectory("tidemark-postgres-");
      PostgresServer server =
          new PostgresServer(programs.orElseThrow(), folder, as(folder), freePort());
      Runtime.getRuntime().addShutdownHook(server.hook);
      server.make(settings);
      server.restart();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the server's programs are; empty if they are not installed. */
  public static Optional<Path> programs() {
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of);
    return Stream.concat(path, debian().stream())
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .filter(folder -> Files.isExecutable(folder.resolve("pg_ctl")))
        .findFirst();
  }

  private static List<Path> debian() {
    try (Stream<Path> versions = Files.list(Path.of(DEBIAN))) {
      return versions
          .sorted(Comparator.reverseOrder())
          .map(version -> version.resolve("bin"))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** What runs a program as somebody who may; gives the folder to them. */
  private static List<String> as(Path folder) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    for (String user : USERS) {
      try {
        Files.setOwner(
            folder,
            folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user));
        return List.of("setpriv", "--reuid=" + user, "--regid=" + group(user), "--clear-groups");
      } catch (IOException e) {
        // There is no such user: the next one.
      }
    }
    Assumptions.assumeTrue(false, "PostgreSQL does not run as root, and there is none of " + USERS);
    throw new AssertionError("not reached");
  }

  private static String group(String user) throws IOException {
    return new String(run(List.of("id", "-gn", user)), StandardCharsets.UTF_8).strip();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void make(String... settings) throws IOException {
    run(
        "initdb",
        "--data-checksums",
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C",
        "--auth=trust",
        "--username=" + USER,
        "--pgdata=" + data());
    List<String> lines = new ArrayList<>();
    lines.add("listen_addresses = '127.0.0.1'");
    lines.add("port = " + port);
    lines.add("unix_socket_directories = ''");
    lines.add("max_connections = 50");
    lines.addAll(List.of(settings));
    Files.write(data().resolve("postgresql.conf"), lines, StandardOpenOption.APPEND);
  }

  /** {@code jdbc:postgresql://…} of its database {@code postgres}. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  /** The folder of the server's own files. */
  public Path data() {
    return folder.resolve("data");
  }

  /** What the server has logged. */
  public Path log() {
    return folder.resolve("log");
  }

  /** Starts it where it does not run, and waits until it can be connected to. */
  public void restart() {
    control("start", "--log=" + log(), "--wait", "--timeout=" + START_SECONDS);
  }

  /** Ends it in order: connections are cut, memory is written to its files. */
  public void stop() {
    control("stop", "--mode=fast", "--wait");
  }

  /** Ends it as a crash would: the next start recovers from the log. */
  public void kill() {
    control("stop", "--mode=immediate", "--wait");
  }

  private void control(String command, String... arguments) {
    List<String> words = new ArrayList<>(List.of(command, "--pgdata=" + data(), "--silent"));
    words.addAll(List.of(arguments));
    try {
      run("pg_ctl", words.toArray(String[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(as);
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    run(command);
  }

  /** Into a file: the server keeps what it is given open. */
  private static byte[] run(List<String> command) throws IOException {
    Path output = Files.createTempFile("tidemark-postgres-", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(new File("/"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(
            "%s ended with status %d: %s".formatted(command, status, Files.readString(output)));
      }
      return Files.readAllBytes(output);
    } catch (InterruptedException e) {
      throw new IOException("interrupted while waiting for " + command, e);
    } finally {
      Files.delete(output);
    }
  }

  private void stopQuietly() {
    if (Files.exists(data().resolve("postmaster.pid"))) {
      try {
        kill();
      } catch (UncheckedIOException e) {
        // It has ended already, or nobody can end it.
      }
    }
  }

  /** Ends it and deletes its folder. */
  @Override
  public void close() {
    stopQuietly();
    Runtime.getRuntime().removeShutdownHook(hook);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
