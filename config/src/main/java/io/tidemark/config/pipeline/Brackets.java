package io.tidemark.config.pipeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether braces and brackets match, of a text that the HOCON library does not take: it only says
 * what it would have liked to come next, and a person wants to know what is missing. Comments and
 * quoted strings are passed over.
 */
final class Brackets {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s:\"\"\".*?\"\"\"+)|\"(?:[^\"\\\\\n]|\\\\.)*\"|(?:#|//)[^\n]*|\n|[{}\\[\\]]");

  private record Open(char bracket, int line) {
    String missing() {
      return bracket == '{'
          ? "a } is missing: the block that begins in line "
              + line
              + ", or one in it, is not closed"
          : "a ] is missing: the list that begins in line " + line + " is not closed";
    }
  }

  private Brackets() {}

  /**
   * What is wrong.
   *
   * @param line where it shows, from 1
   */
  record Fault(int line, String what) {}

  /** The first fault, if there is one. */
  static Optional<Fault> check(String text) {
    Deque<Open> open = new ArrayDeque<>();
    Matcher tokens = TOKEN.matcher(text);
    int line = 1;
    while (tokens.find()) {
      String token = tokens.group();
      char first = token.charAt(0);
      if (first == '{' || first == '[') {
        open.push(new Open(first, line));
      } else if (first == '}' || first == ']') {
        Open last = open.poll();
        if (last == null) {
          return Optional.of(new Fault(line, "a " + first + " too many: nothing is open here"));
        }
        if ((last.bracket == '{') != (first == '}')) {
          return Optional.of(new Fault(line, last.missing() + " before this " + first));
        }
      }
      line += (int) token.chars().filter(c -> c == '\n').count();
    }
    int end = line;
    return Optional.ofNullable(open.peek()).map(last -> new Fault(end, last.missing()));
  }
}
