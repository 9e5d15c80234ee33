package io.tidemark.core.time;

/**
 * What admission did with one event. An event has one action, hence one diagnostic and one count:
 * the last rule that changed its time, or the rule that dropped it.
 */
public enum Action {
  /** Accepted; its time is the event time. */
  NONE(0, "none", "", false),
  /** Dropped: too far ahead of its arrival. */
  DROP_EARLY(1, "drop_early", "early", true),
  /** Moved back to the early bound. */
  ADJUST_EARLY(2, "adjust_early", "early", false),
  /** Dropped: too far behind its arrival. */
  DROP_LATE(3, "drop_late", "late", true),
  /** Moved up to the late bound. */
  ADJUST_LATE(4, "adjust_late", "late", false),
  /** Dropped: below the watermark. */
  DROP_ORDER(5, "drop_order", "order", true),
  /** Moved up to the watermark. */
  ADJUST_ORDER(6, "adjust_order", "order", false),
  /** No event at all: bad input changes no clock. */
  BAD(7, "bad", "", true);

  private static final Action[] ACTIONS = values();

  private final int code;
  private final String label;
  private final String rule;
  private final boolean dropped;

  Action(int code, String label, String rule, boolean dropped) {
    this.code = code;
    this.label = label;
    this.rule = rule;
    this.dropped = dropped;
  }

  /** The action's place among counts, in memory and in bytes: from 0, for ever. */
  public int code() {
    return code;
  }

  /** The action of the code. */
  public static Action of(int code) {
    for (Action action : ACTIONS) {
      if (action.code == code) {
        return action;
      }
    }
    throw new IllegalArgumentException("no action has the code " + code);
  }

  /** The action's name in output: {@code none}, {@code drop_early}, … */
  public String label() {
    return label;
  }

  /** Whether the event goes no further and has no assigned time. */
  public boolean dropped() {
    return dropped;
  }

  /** Whether the event goes on with another time than its own. */
  public boolean adjusted() {
    return !dropped && this != NONE;
  }

  /**
   * The rule that acted, in the words of the diagnostic stream: {@code early}, {@code late} or
   * {@code order}.
   *
   * @throws IllegalStateException for {@link #NONE}, where no rule acted, and for {@link #BAD},
   *     whose diagnostic names the kind of bad input
   */
  public String rule() {
    if (rule.isEmpty()) {
      throw new IllegalStateException("no rule acted: action=" + label);
    }
    return rule;
  }
}
