package io.tidemark.connector.file;

import java.util.Arrays;

/**
 * Splits CSV bytes into records and fields in one pass.
 *
 * <p>The grammar is RFC 4180's, over bytes: fields part at commas, records end with LF or CRLF, a
 * field that starts with a quote ends with one and may hold commas, line ends and doubled quotes. A
 * quote inside a field that did not start with one is text. All bytes that mean something are
 * ASCII, and UTF-8 uses no ASCII byte inside a longer character, so nothing is decoded to be split.
 *
 * <p>A record is <em>broken</em> where text follows a closing quote, where a carriage return stands
 * alone outside quotes, and where the file ends inside quotes. It still ends at the first line end
 * outside quotes, so that it costs one record and not the rest of the file; the fields before the
 * break stay {@link #readable}.
 *
 * <p>Cost: one look at each byte; a letter or digit takes one comparison. Why no library does this
 * is in ADR 0010.
 */
final class CsvFraming implements Framing {
  private static final int EXPECTED_FIELDS = 16;
  private static final int NEEDS_MORE = -1;

  private int[] starts = new int[EXPECTED_FIELDS];
  private int[] ends = new int[EXPECTED_FIELDS];
  private boolean[] doubled = new boolean[EXPECTED_FIELDS];
  private int fields;
  private int brokenAt;
  private boolean broken;
  private boolean ascii;
  private boolean blank;
  private int end;
  private int next;

  @Override
  public boolean frame(byte[] bytes, int from, int limit, boolean last) {
    fields = 0;
    broken = false;
    ascii = true;
    int at = from;
    while (true) {
      at = field(bytes, at, limit, last);
      if (at == NEEDS_MORE) {
        return false;
      }
      if (at == limit || bytes[at] == '\n') {
        break;
      }
      at++;
    }
    end = textEnd(bytes, from, at, limit);
    next = at == limit ? limit : at + 1;
    blank = end == from;
    return true;
  }

  /** Reads one field; returns the place of the comma, line feed or end of file behind it. */
  private int field(byte[] bytes, int from, int limit, boolean last) {
    if (from < limit && bytes[from] == '"') {
      return quotedField(bytes, from + 1, limit, last);
    }
    int stop = separator(bytes, from, limit);
    if (stop == limit && !last) {
      return NEEDS_MORE;
    }
    add(from, textEnd(bytes, from, stop, limit), false);
    return stop;
  }

  private int quotedField(byte[] bytes, int from, int limit, boolean last) {
    boolean twice = false;
    int seen = 0;
    int at = from;
    while (at < limit) {
      byte b = bytes[at];
      seen |= b;
      if (b == '"') {
        if (at + 1 == limit || bytes[at + 1] != '"') {
          break;
        }
        twice = true;
        at++;
      }
      at++;
    }
    ascii &= seen >= 0;
    if (at >= limit) {
      if (!last) {
        return NEEDS_MORE;
      }
      breakHere();
      add(from, limit, twice);
      return limit;
    }
    int stop = separator(bytes, at + 1, limit);
    if (stop == limit && !last) {
      // Also where the closing quote is the last byte, which the next one may double.
      return NEEDS_MORE;
    }
    if (textEnd(bytes, at + 1, stop, limit) > at + 1) {
      breakHere();
    }
    add(from, at, twice);
    return stop;
  }

  /** The place of the first comma or line feed, or the limit. */
  private int separator(byte[] bytes, int from, int limit) {
    int at = from;
    while (at < limit) {
      byte b = bytes[at];
      if (b <= ',') {
        if (b == ',' || b == '\n') {
          return at;
        }
        if (b < 0) {
          ascii = false;
        } else if (b == '\r' && at + 1 < limit && bytes[at + 1] != '\n') {
          breakHere();
        }
      }
      at++;
    }
    return at;
  }

  /** Where the text before a comma, a line end or the end of the file ends. */
  private static int textEnd(byte[] bytes, int from, int stop, int limit) {
    boolean afterReturn = stop > from && bytes[stop - 1] == '\r';
    return afterReturn && (stop == limit || bytes[stop] == '\n') ? stop - 1 : stop;
  }

  private void breakHere() {
    if (!broken) {
      broken = true;
      brokenAt = fields;
    }
  }

  private void add(int from, int to, boolean twice) {
    if (fields == starts.length) {
      int more = fields * 2;
      starts = Arrays.copyOf(starts, more);
      ends = Arrays.copyOf(ends, more);
      doubled = Arrays.copyOf(doubled, more);
    }
    starts[fields] = from;
    ends[fields] = to;
    doubled[fields] = twice;
    fields++;
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

  /** How many fields the record has, or had before the bytes ran out. */
  int fields() {
    return fields;
  }

  /** How many fields, from the first, lie before the break; all where nothing is broken. */
  int readable() {
    return broken ? brokenAt : fields;
  }

  /** Whether the quotes or line ends are not those of a record. */
  boolean broken() {
    return broken;
  }

  /** Whether the record has no byte outside ASCII. */
  boolean ascii() {
    return ascii;
  }

  /** The first byte of the field's text, within its quotes. */
  int start(int field) {
    return starts[field];
  }

  /** The byte after the field's text. */
  int end(int field) {
    return ends[field];
  }

  /** Whether the field's text has quotes, each doubled. */
  boolean hasDoubledQuotes(int field) {
    return doubled[field];
  }
}
