package io.tidemark.connector.file;

import java.util.List;

/** Values as text, in files, in tables and where a hash is taken of them. */
public final class Values {
  private Values() {}

  /** The value as it is printed: one text per value, the same on every JDK. */
  public static String text(Object value) {
    if (value instanceof Double number) {
      return Numbers.toString(number);
    }
    if (value instanceof List<?> list) {
      return JsonText.array(list);
    }
    return value.toString();
  }
}
