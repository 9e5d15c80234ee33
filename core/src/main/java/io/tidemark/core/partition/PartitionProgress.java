package io.tidemark.core.partition;

import io.tidemark.core.channel.Reporter;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;

/**
 * How far a partition is: its floor, what holds its progress below that, and what of it is durable
 * everywhere.
 */
final class PartitionProgress {
  private final PartitionSettings settings;
  private final Judge judge;
  private final DecisionLog log;
  private final Rebuild rebuild;
  private final PartitionChannels channels;
  private final KeyBook keys;
  private final EntityId.Partition self;
  private final Reporter reporter;
  private long announcedOutputLow;

  PartitionProgress(
      EntityId.Partition self,
      PartitionSettings settings,
      Judge judge,
      DecisionLog log,
      Rebuild rebuild,
      PartitionChannels channels,
      KeyBook keys) {
    this.self = self;
    this.settings = settings;
    this.judge = judge;
    this.log = log;
    this.rebuild = rebuild;
    this.channels = channels;
    this.keys = keys;
    this.reporter = new Reporter(self);
  }

  /** The floor of what has left: while a decision is being written, that before it. */
  long floorMicros() {
    Decision decision = log.find(rebuild.made());
    Decision standing = decision == null ? log.base() : decision;
    if (standing.number() == 0) {
      return Time.MIN;
    }
    return settings.substreams() != null
        ? standing.after().floorMicros()
        : standing.after().watermarkMicros();
  }

  /** The earliest time that may still come from here. */
  long progressMicros() {
    long held = Math.min(channels.holdMicros(), keys.totals().holdMicros());
    return Math.min(floorMicros(), held);
  }

  /** Nothing whatever follows. */
  private boolean isSealed(boolean writing) {
    return judge.isEnded()
        && !writing
        && !channels.anyUndelivered()
        && keys.totals().holdMicros() == Time.MAX;
  }

  /** Moves low-water and output-low up; false while some key has not said where it is. */
  boolean raise() {
    KeyTotals totals = keys.totals();
    if (totals.anyUnknown()) {
      return false;
    }
    long lowWater = channels.durable(rebuild.made());
    if (totals.oldestDecision() != Time.MAX) {
      lowWater = Math.min(lowWater, totals.oldestDecision() - 1);
    }
    if (settings.substreams() != null) {
      log.raiseOutputLow(Math.min(log.latest().number() * 2 + 1, totals.outputLow()));
    }
    log.raiseLowWater(lowWater);
    return true;
  }

  private boolean isKnown() {
    return !rebuild.isOn() && keys.allKnown();
  }

  /** Tells the coordinator what is new, where all is known. */
  void report(long generation, boolean writing, Step step) {
    if (isKnown()) {
      reporter.report(generation, progressMicros(), isSealed(writing), step);
    }
  }

  /** Tells the coordinator again, where all is known. */
  void repeat(long generation, boolean writing, Step step) {
    if (isKnown()) {
      reporter.repeat(generation, progressMicros(), isSealed(writing), step);
    }
  }

  /** Tells everyone downstream of the substreams below which number nothing is awaited. */
  void announceOutputLow(long generation, Step step) {
    if (log.outputLow() > announcedOutputLow) {
      announcedOutputLow = log.outputLow();
      Message low = new Message.OutputLow(self, generation, announcedOutputLow);
      settings.receivers().forEach(receiver -> step.send(receiver, low));
    }
  }
}
