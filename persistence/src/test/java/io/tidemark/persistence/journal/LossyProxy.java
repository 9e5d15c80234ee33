package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a journal and its server and cuts a connection at the next commit: before the
 * server hears of it, or after it has carried it out and before anybody hears of that.
 */
final class LossyProxy implements AutoCloseable {
  private static final String COMMIT = "COMMIT";

  private final int serverPort;
  private final ServerSocket listening;
  private final AtomicReference<Cut> next = new AtomicReference<>(Cut.NONE);
  private final AtomicInteger cuts = new AtomicInteger();

  enum Cut {
    NONE,
    BEFORE_THE_COMMIT,
    BEFORE_THE_ANSWER
  }

  LossyProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** What becomes of the next commit. */
  void arm(Cut cut) {
    next.set(cut);
  }

  int cuts() {
    return cuts.get();
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "lossy-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        Pair pair = new Pair(client, server);
        daemon(pair::toServer);
        daemon(pair::toClient);
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  /** One connection. */
  private final class Pair {
    private final Socket client;
    private final Socket server;
    private volatile boolean mute;

    Pair(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void toServer() {
      byte[] buffer = new byte[1 << 16];
      try (client;
          server) {
        InputStream in = client.getInputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (isCommit(buffer, n)) {
            Cut cut = next.getAndSet(Cut.NONE);
            if (cut != Cut.NONE) {
              cuts.incrementAndGet();
            }
            if (cut == Cut.BEFORE_THE_COMMIT) {
              return;
            }
            mute = cut == Cut.BEFORE_THE_ANSWER;
          }
          server.getOutputStream().write(buffer, 0, n);
        }
      } catch (IOException e) {
        // One side has gone; then the other goes too.
      }
    }

    private static boolean isCommit(byte[] buffer, int length) {
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(COMMIT);
    }

    void toClient() {
      byte[] buffer = new byte[1 << 16];
      try (client;
          server) {
        InputStream in = server.getInputStream();
        for (int n = in.read(buffer); n >= 0 && !mute; n = in.read(buffer)) {
          client.getOutputStream().write(buffer, 0, n);
        }
      } catch (IOException e) {
        // As above.
      }
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
