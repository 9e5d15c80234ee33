package io.tidemark.config.expression;

/** Why an expression means nothing: for the one who wrote it. */
public final class ExpressionFault extends Exception {
  private final String what;
  private final int position;

  ExpressionFault(String what, int position) {
    super(what);
    this.what = what;
    this.position = position;
  }

  /** What is wrong. */
  public String what() {
    return what;
  }

  /** Where, as characters before it. */
  public int position() {
    return position;
  }
}
