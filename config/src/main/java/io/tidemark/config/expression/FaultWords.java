package io.tidemark.config.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the library says is wrong, in the words of pipeline files. */
final class FaultWords {
  private static final Pattern OVERLOAD =
      Pattern.compile("found no matching overload for '([^']*)' applied to '([^']*)'.*");
  private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '([^']*)'.*");
  private static final Pattern UNEXPECTED = Pattern.compile("(?s).*input '<EOF>'.*");
  private static final Pattern EXPECTING = Pattern.compile("(?s)(.*) expecting \\{.*");

  private FaultWords() {}

  static String of(String message) {
    Matcher overload = OVERLOAD.matcher(message);
    if (overload.matches()) {
      return overload(overload.group(1), typeNames(overload.group(2)));
    }
    Matcher undeclared = UNDECLARED.matcher(message);
    if (undeclared.matches()) {
      return "no function " + undeclared.group(1);
    }
    if (UNEXPECTED.matcher(message).matches()) {
      return "it ends too early";
    }
    Matcher expecting = EXPECTING.matcher(message);
    return expecting.matches() ? expecting.group(1) : message;
  }

  private static String overload(String function, String types) {
    String operator = function.replace("_", "");
    boolean named = !operator.isEmpty() && Character.isLetter(operator.charAt(0));
    String what =
        named && !operator.equals("in")
            ? "no " + function + " of " + types
            : "no " + operator + " between " + types;
    boolean mixed = types.contains("long") && types.contains("double");
    return mixed
        ? what + ": make a double of the long with double(…), or write 2.0 instead of 2"
        : what;
  }

  private static String typeNames(String types) {
    return types
        .replaceAll("wrapper\\((\\w+)\\)", "$1")
        .replaceAll("\\bint\\b", "long")
        .replaceAll("\\bbool\\b", "boolean")
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace("google.protobuf.Duration", "duration");
  }

  static String typeName(String type) {
    return typeNames(type);
  }
}
