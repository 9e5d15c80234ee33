package io.tidemark.config.control;

import io.tidemark.config.state.RunState.Control;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks a running pipeline. */
public final class ControlClient {
  private static final int PATIENCE_MILLIS = 5_000;

  private ControlClient() {}

  /**
   * The lines of the answer; none where the token was not taken.
   *
   * @throws IOException where nobody answers there, or not within five seconds
   */
  public static List<String> ask(Control control, String question) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), control.port()), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      String text = control.token() + "\n" + question + "\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
