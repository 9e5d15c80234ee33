package io.tidemark.config.control;

import io.tidemark.config.state.RunState.Control;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Answers questions about a running pipeline, one at a time, on a port of the loopback address that
 * the system chooses. A question is two lines, the token and the question; whoever does not know
 * the token, or takes longer than two seconds, gets nothing.
 */
public final class ControlServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  private static final int MOST_WAITING = 8;
  private static final int PATIENCE_MILLIS = 2_000;

  private final ServerSocket socket;
  private final String token;
  private final Function<String, List<String>> answers;

  private ControlServer(ServerSocket socket, String token, Function<String, List<String>> answers) {
    this.socket = socket;
    this.token = token;
    this.answers = answers;
  }

  /**
   * Starts to answer.
   *
   * @param answers the lines that answer a question; called on the server's thread
   */
  public static ControlServer start(Function<String, List<String>> answers) throws IOException {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    ServerSocket socket = new ServerSocket(0, MOST_WAITING, InetAddress.getLoopbackAddress());
    ControlServer server = new ControlServer(socket, HexFormat.of().formatHex(token), answers);
    Thread thread = new Thread(server::serve, "tidemark-control");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  /** Where it answers, and to whom. */
  public Control control() {
    return new Control(socket.getLocalPort(), token);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket asker = socket.accept()) {
        answer(asker);
      } catch (IOException e) {
        // The asker left, or the server was closed: the loop's condition tells which.
      }
    }
  }

  private void answer(Socket asker) throws IOException {
    asker.setSoTimeout(PATIENCE_MILLIS);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(asker.getInputStream(), StandardCharsets.UTF_8));
    String shown = in.readLine();
    if (shown == null || !isToken(shown)) {
      return;
    }
    String question = in.readLine();
    if (question == null) {
      return;
    }
    OutputStream out = asker.getOutputStream();
    String text = String.join("\n", answers.apply(question)) + "\n";
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Takes as long for a token that is nearly right as for any other. */
  private boolean isToken(String shown) {
    return MessageDigest.isEqual(
        shown.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
