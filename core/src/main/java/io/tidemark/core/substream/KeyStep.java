package io.tidemark.core.substream;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.Placed;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.KeyAdmission;
import io.tidemark.core.time.KeyState;
import io.tidemark.core.time.TimePolicy;
import java.util.List;

/**
 * The order rule for the elements of one partition's keys, and what it leaves behind: a count, a
 * diagnostic, an element that goes on. Immutable: shared by the partition's substreams.
 */
public final class KeyStep {
  /** How accepted elements go on to key groups. */
  public enum Forward {
    /** Nobody takes them. */
    NONE,
    /** As they are. */
    PLAIN,
    /** With their place in the partition: somebody depends on their order. */
    PLACED
  }

  private final TimePolicy policy;
  private final SourceLabel label;
  private final boolean diagnostics;
  private final boolean ordered;
  private final Forward forward;

  /**
   * The rule of one partition.
   *
   * @param diagnostics whether anybody listens to the diagnostic stream
   * @param ordered whether a computation inside depends on order, and gets elements with their
   *     origin
   * @param forward whether and how elements go on to key groups
   */
  public KeyStep(
      TimePolicy policy, SourceLabel label, boolean diagnostics, boolean ordered, Forward forward) {
    this.policy = policy;
    this.label = label;
    this.diagnostics = diagnostics;
    this.ordered = ordered;
    this.forward = forward;
  }

  /** Takes an accepted element. */
  @FunctionalInterface
  interface Accepting {
    void accept(long assignedMicros, Object element);
  }

  KeyAdmission admission(KeyState state) {
    return new KeyAdmission(policy, state);
  }

  KeyCounts judge(
      KeyAdmission admission,
      AdmittedBatch.Slice elements,
      int element,
      List<List<Output>> outputs,
      Accepting accepting) {
    AdmittedBatch.Fed fed = elements.batch().fed();
    if (fed == null) {
      throw new IllegalArgumentException("a batch for substreams lacks their columns");
    }
    int index = elements.index(element);
    Object value = elements.value(element);
    Action action =
        admission.judge(
            fed.actions()[index],
            elements.timeMicros(element),
            fed.floorBefore()[index],
            fed.floorAfter()[index]);
    if (diagnostics && action != Action.NONE) {
      boolean order = action == Action.ADJUST_ORDER || action == Action.DROP_ORDER;
      SourceLabel.Judged judged =
          new SourceLabel.Judged(
              action,
              order ? admission.judgedAgainstMicros() : fed.floorBefore()[index],
              fed.eventMicros()[index],
              fed.arrivalMicros()[index],
              action.dropped() ? 0 : admission.assignedMicros());
      Offset offset = new Offset(fed.file(), fed.positions()[index]);
      outputs
          .get(Substream.DIAGNOSTICS)
          .add(new Output(judged.timeMicros(), label.diagnostic(judged, offset, value)));
    }
    if (!action.dropped()) {
      long assigned = admission.assignedMicros();
      Object placed =
          ordered || forward == Forward.PLACED
              ? new Placed(fed.origin(index, action), value)
              : value;
      accepting.accept(assigned, ordered ? placed : value);
      if (forward != Forward.NONE) {
        Object handedOn = forward == Forward.PLACED ? placed : value;
        outputs.get(Substream.ELEMENTS).add(new Output(assigned, handedOn));
      }
    }
    return count(action);
  }

  private static KeyCounts count(Action action) {
    return switch (action) {
      case NONE -> ACCEPTED;
      case ADJUST_EARLY -> EARLY;
      case ADJUST_LATE -> LATE;
      case ADJUST_ORDER -> ORDER;
      default -> DROPPED;
    };
  }

  private static final KeyCounts ACCEPTED = new KeyCounts(1, 0, 0, 0, 0, 0);
  private static final KeyCounts EARLY = new KeyCounts(0, 1, 0, 0, 0, 0);
  private static final KeyCounts LATE = new KeyCounts(0, 0, 1, 0, 0, 0);
  private static final KeyCounts ORDER = new KeyCounts(0, 0, 0, 1, 0, 0);
  private static final KeyCounts DROPPED = new KeyCounts(0, 0, 0, 0, 1, 0);
}
