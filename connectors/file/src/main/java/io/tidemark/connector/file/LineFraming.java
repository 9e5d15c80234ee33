package io.tidemark.connector.file;

/** One record per line; a line of nothing but blanks is none. */
final class LineFraming implements Framing {
  private int end;
  private int next;
  private boolean blank;

  @Override
  public boolean frame(byte[] bytes, int from, int limit, boolean last) {
    int at = from;
    while (at < limit && bytes[at] != '\n') {
      at++;
    }
    if (at == limit && !last) {
      return false;
    }
    next = at == limit ? limit : at + 1;
    end = at > from && bytes[at - 1] == '\r' ? at - 1 : at;
    blank = isBlank(bytes, from, end);
    return true;
  }

  private static boolean isBlank(byte[] bytes, int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  @Override
  public int end() {
    return end;
  }

  @Override
  public int next() {
    return next;
  }

  @Override
  public boolean blank() {
    return blank;
  }
}
