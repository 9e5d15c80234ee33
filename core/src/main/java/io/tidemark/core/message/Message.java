package io.tidemark.core.message;

import io.tidemark.core.source.RecordBatch;
import java.util.List;

/**
 * What entities say to each other and what their shells tell them. Every message between entities
 * carries its sender's generation; in one JVM messages pass by reference and nobody changes what
 * they refer to.
 */
public sealed interface Message {

  /** A message between entities: who hears a larger generation adopts it before anything else. */
  sealed interface Tagged extends Message {
    /** The sender's generation. */
    long generation();
  }

  /**
   * Something numbered on the channel from one entity to another.
   *
   * @param previous number of the item retained before this one on the channel; 0: none
   */
  record Item(EntityId from, long generation, long number, long previous, Payload payload)
      implements Tagged {}

  /**
   * The answer to items: the numbers up to which everything is in the receiver's memory, and in its
   * journal.
   */
  record Ack(EntityId from, long generation, long delivered, long durable) implements Tagged {}

  /**
   * Every output of the partition's substreams numbered up to {@code low} is durable downstream.
   */
  record OutputLow(EntityId.Partition from, long generation, long low) implements Tagged {}

  /**
   * What a partition sends to one of its substreams; the only message that starts one.
   *
   * @param fence the partition's fence: its incarnation
   * @param start counts the incarnations of the substream under that fence
   * @param openedAt decision that opened the key
   * @param items numbered {@code 2 · decision} for a sub-batch and {@code 2 · decision + 1} for a
   *     wake
   * @param urge what the partition wants besides an answer
   */
  record Feed(
      long generation, long fence, long start, long openedAt, List<FeedItem> items, Urge urge)
      implements Tagged {}

  /** What a feed asks for besides an answer. */
  enum Urge {
    /** Nothing. */
    NONE,
    /** Write what is unrecorded, and send again what is not durable downstream. */
    FLUSH,
    /** Stop: the partition has recorded the key as passive or closed. */
    PASSIVATE
  }

  /**
   * One item of a feed.
   *
   * @param floorMicros of a wake: the partition's floor after the decision
   * @param sealed of a wake: the input has ended without progress to +∞; open windows are discarded
   */
  record FeedItem(
      long number, long previous, AdmittedBatch.Slice elements, long floorMicros, boolean sealed) {}

  /**
   * What a substream says to its partition, all parts at once.
   *
   * @param incarnation tells incarnations apart that a feed started under one start number, because
   *     nobody had noticed that the one before was gone
   * @param sequence counts the statements of the incarnation: a larger one is later
   * @param position number of the last item taken
   * @param durable number of the last item that the journal covers
   * @param holdMicros earliest time the substream may still emit, or has emitted unacknowledged
   * @param dueMicros floor at which it must be woken; {@code Time.MAX} with {@code dueNever}
   * @param dueNever nothing is open: no floor, not even +∞, is awaited
   * @param outputLow every output numbered up to here is durable downstream
   * @param retained outputs not yet durable downstream
   * @param idle everything is written and durable downstream: the substream would passivate
   * @param empty nothing is remembered but the watermark
   * @param watermarkMicros the key's own watermark
   * @param counts cumulative order counts since the key was opened
   */
  record Statement(
      EntityId.Substream from,
      long generation,
      long fence,
      long start,
      long incarnation,
      long sequence,
      long position,
      long durable,
      long holdMicros,
      long dueMicros,
      boolean dueNever,
      long outputLow,
      int retained,
      boolean idle,
      boolean empty,
      long watermarkMicros,
      KeyCounts counts)
      implements Tagged {}

  /** From the shell: what substreams have said since their partition last heard of them. */
  record Statements(List<Statement> latest) implements Tagged {
    /** The largest of the senders' generations. */
    @Override
    public long generation() {
      long largest = 0;
      for (Statement statement : latest) {
        largest = Math.max(largest, statement.generation());
      }
      return largest;
    }
  }

  /** A member's progress: no element before {@code progressMicros} will come from it. */
  record Report(EntityId.Member from, long generation, long progressMicros, boolean sealed)
      implements Tagged {}

  /**
   * The coordinator's word to a member: the minimum over everything upstream of it; to a partition,
   * over all partitions of its source, itself included.
   *
   * @param sealed nothing whatever follows: progress ends here
   */
  record Progress(long generation, long progressMicros, boolean sealed) implements Tagged {}

  /** The coordinator's ping: report again. */
  record Ping(long generation) implements Tagged {}

  /** From the shell: the read that the partition asked for has come back. */
  record Fetched(RecordBatch records) implements Message {}

  /** From the shell: the read failed for an outside reason; the message names file and reason. */
  record FetchFailed(String reason) implements Message {}

  /** From the shell: an incarnation of a substream has ended. */
  record SubstreamEnded(EntityId.Substream substream, long start) implements Message {}

  /** From the shell: the rows are appended and synced, and the output has this length. */
  record Written(long length) implements Message {}

  /** From the shell: go on with what was put aside. */
  record Continue() implements Message {}

  /** What an item carries. */
  sealed interface Payload {
    /** How many elements or rows. */
    int size();
  }

  /** Elements straight from a partition. */
  record Elements(AdmittedBatch.Slice slice) implements Payload {
    @Override
    public int size() {
      return slice.size();
    }
  }

  /** Outputs: results, diagnostics, or elements judged by a substream. */
  record Outputs(List<Output> outputs) implements Payload {
    @Override
    public int size() {
      return outputs.size();
    }
  }
}
