package io.tidemark.connector.file;

/** Why a record is bad. */
enum Fault {
  /** CSV: more or fewer fields than the header has. */
  WRONG_COLUMN_COUNT("wrong-column-count"),
  /** Broken quotes, no JSON object, or bytes that are not UTF-8. */
  UNPARSABLE("unparsable"),
  /** A field that is no value of its column's type. */
  BAD_VALUE("bad-value"),
  /** Longer than a record may be. */
  OVERSIZED("oversized");

  private final String kind;

  Fault(String kind) {
    this.kind = kind;
  }

  /** The word on the diagnostic stream. */
  String kind() {
    return kind;
  }
}
