package io.tidemark.sharding;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node listens for others.
 *
 * @param host a name or an address; of IPv6 in brackets
 * @param port 1 to 65535
 */
public record NodeAddress(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[^:@/\\s]+):(\\d{1,5})");
  private static final int LARGEST_PORT = 65_535;

  /**
   * The address that is written {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException where it is none; the message says what is expected
   */
  public static NodeAddress parse(String text) {
    return parseAll(List.of(text)).get(0);
  }

  /**
   * The addresses that are written {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException where some are none; the message names each of them
   */
  public static List<NodeAddress> parseAll(List<String> texts) {
    List<NodeAddress> addresses = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String text : texts) {
      Matcher matcher = FORM.matcher(text);
      int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      if (port < 1 || port > LARGEST_PORT) {
        wrong.add(text);
      } else {
        addresses.add(new NodeAddress(matcher.group(1), port));
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "not an address of a node: actual="
              + String.join(", ", wrong)
              + ", expected=HOST:PORT, port 1 to 65535");
    }
    return List.copyOf(addresses);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
