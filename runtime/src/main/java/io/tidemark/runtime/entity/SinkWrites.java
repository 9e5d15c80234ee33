package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.runtime.channel.EntityCommand;
import java.io.IOException;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to a sink's output for one incarnation, off its thread. An output that cannot be written
 * ends the pipeline: what was not committed is cut off at the next start.
 */
final class SinkWrites {
  private static final Logger LOG = LoggerFactory.getLogger(SinkWrites.class);

  private final EntityId.Sink sink;
  private final EntityFactory factory;
  private final ActorRef<EntityCommand> asker;
  private final Lane lane;
  // All three are owned by the lane.
  private @Nullable SinkWriter<Object> writer;
  private long length;
  private boolean broken;
  private volatile boolean closed;

  SinkWrites(EntityId.Sink sink, PipelineNode node, ActorRef<EntityCommand> asker) {
    this.sink = sink;
    this.factory = node.factory();
    this.asker = asker;
    this.lane = node.lanes().of(sink);
  }

  /** Starts a write, after those before it. */
  void write(Step.Write write) {
    lane.submit(() -> answer(perform(write)));
  }

  /** The incarnation has ended: nothing is written or answered any more. */
  void close() {
    closed = true;
    lane.submit(this::closeWriter);
  }

  private EntityCommand perform(Step.Write write) {
    try {
      if (!closed) {
        append(write);
      }
      return new EntityCommand.Done(new Message.Written(length));
    } catch (IOException e) {
      // An outside failure: its message is for whoever runs the pipeline, its trace for nobody.
      LOG.debug("writing {} failed", sink.name(), e);
      broken = true;
      return new EntityCommand.Broken(Reasons.of(e));
    } catch (RuntimeException | Error e) {
      LOG.error("writing {} failed", sink.name(), e);
      return new EntityCommand.Broken(
          "the output cannot be written: sink="
              + sink.sink()
              + ", rows="
              + write.rows().size()
              + ", length="
              + length
              + " (bytes), reason="
              + Reasons.of(e));
    }
  }

  private void append(Step.Write write) throws IOException {
    SinkWriter<Object> open = writer;
    if (open == null) {
      if (write.restoreTo() < 0) {
        throw new IllegalStateException("rows came before the committed length");
      }
      open = factory.openWriter(sink);
      writer = open;
    }
    if (write.restoreTo() >= 0) {
      length = open.restore(write.restoreTo());
    }
    if (!write.rows().isEmpty()) {
      length = open.append(write.rows().stream().map(Output::value).toList());
      open.sync();
    }
  }

  private void answer(EntityCommand command) {
    if (!closed) {
      asker.tell(command);
    }
  }

  private void closeWriter() {
    SinkWriter<Object> open = writer;
    writer = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.debug("closing the writer of {} failed", sink.name(), e);
        if (!broken) { // Otherwise it is the same failure again.
          LOG.warn("closing the writer of {} failed: {}", sink.name(), Reasons.of(e));
        }
      } catch (RuntimeException e) {
        LOG.warn("closing the writer of {} failed", sink.name(), e);
      }
    }
  }
}
