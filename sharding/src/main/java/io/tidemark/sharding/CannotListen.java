package io.tidemark.sharding;

import java.net.BindException;
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
