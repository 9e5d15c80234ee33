package io.tidemark.sharding;

import com.typesafe.config.Config;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;

/** A node cannot listen at its address; the message is the operating system's reason. */
public final class CannotListen extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private CannotListen(String reason, Throwable cause) {
    super(reason, cause);
  }

  /** Whether another process has the address; else it is none of this host. */
  public boolean isTaken() {
    return String.valueOf(getMessage()).contains("in use");
  }

  /**
   * Listens for a moment where a node with these settings will: Pekko itself logs a stack trace
   * where it cannot.
   *
   * @throws CannotListen where it cannot
   */
  static void check(Config settings) {
    Config artery = settings.getConfig("pekko.remote.artery");
    String host = bound(artery, "hostname");
    String port = bound(artery, "port");
    if (host.startsWith("<") || port.equals("0")) {
      return; // The system chooses.
    }
    InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(address);
    } catch (IOException | UnresolvedAddressException e) {
      throw in(e).orElseGet(() -> new CannotListen(String.valueOf(e.getMessage()), e));
    }
  }

  private static String bound(Config artery, String key) {
    String bind = artery.getString("bind." + key);
    return bind.isEmpty() ? artery.getString("canonical." + key) : bind;
  }

  /** The same in words, where that is what the failure comes from. */
  static Optional<CannotListen> in(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        // Some put the address before the reason: [/127.0.0.1:7411] Address already in use
        String reason = String.valueOf(cause.getMessage()).replaceFirst("^\\[[^ ]*] ", "");
        return Optional.of(new CannotListen(reason, failure));
      }
      if (cause instanceof UnresolvedAddressException) {
        return Optional.of(new CannotListen("the host name does not resolve", failure));
      }
    }
    return Optional.empty();
  }
}
