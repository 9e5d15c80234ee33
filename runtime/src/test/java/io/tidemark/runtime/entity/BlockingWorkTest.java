package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.runtime.channel.EntityCommand;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingWorkTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("orders", 0);
  private static final EntityId.Sink SINK = new EntityId.Sink("out");

  private final Rig rig = new Rig();
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    rig.close();
  }

  private void carryOut(ActorRef<EntityCommand> shell, EntityId id, Step.Effect effect) {
    shell.tell(rig.envelope(id, item(OTHER, 1, effect)));
  }

  private void awaitHeard(EntityId id, Object message) {
    rig.eventually(() -> assertThat(heard(id)).contains(message));
  }

  private Iterable<Object> heard(EntityId id) {
    Tally tally = rig.tallies.get(id);
    return tally == null ? List.of() : tally.heard();
  }

  private static Step.Read read(long position) {
    return new Step.Read(new Offset(0, position), 10);
  }

  private static Step.Write write(long restoreTo, Object... rows) {
    return new Step.Write(Arrays.stream(rows).map(row -> new Output(0, row)).toList(), restoreTo);
  }

  private final class Reader implements PartitionReader {
    @Override
    public RecordBatch read(Offset from, int maxRecords) throws IOException {
      done.add("read " + from.position());
      if (from.position() == 13) {
        throw new FileSystemException("orders.csv", null, "Permission denied");
      }
      if (from.position() == 14) {
        throw new IllegalStateException("offset 14 is inside a record");
      }
      return RecordBatch.empty(from, true);
    }

    @Override
    public void close() {
      done.add("closed");
    }
  }

  private final class Writer implements SinkWriter<Object> {
    private long length;

    @Override
    public long restore(long committedLength) {
      done.add("restore " + committedLength);
      length = committedLength;
      return length;
    }

    @Override
    public long append(List<Object> rows) throws IOException {
      done.add("append " + rows);
      if (rows.contains("full")) {
        throw new FileSystemException("out/counts.csv", null, "No space left on device");
      }
      length += rows.size();
      return length;
    }

    @Override
    public void sync() {
      done.add("sync");
    }

    @Override
    public void close() {
      done.add("closed");
    }
  }

  @Test
  void readsOneBatchAfterTheOther() throws InterruptedException {
    rig.reader = new Reader();
    ActorRef<EntityCommand> partition = rig.spawn(PARTITION);
    for (int i = 1; i <= 3; i++) {
      carryOut(partition, PARTITION, read(i));
      assertThat(done.take()).isEqualTo("read " + i);
      int fetched = i;
      rig.eventually(
          () ->
              assertThat(heard(PARTITION))
                  .filteredOn(Message.Fetched.class::isInstance)
                  .hasSize(fetched));
    }
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void saysThatASourceCannotBeRead() {
    ActorRef<EntityCommand> partition = rig.spawn(PARTITION);
    carryOut(partition, PARTITION, read(1));
    awaitHeard(PARTITION, new Message.FetchFailed("no such file: partition/orders/0"));
    rig.reader = new Reader();
    carryOut(partition, PARTITION, read(13));
    awaitHeard(PARTITION, new Message.FetchFailed("orders.csv: Permission denied"));
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void endsThePipelineWhenAReaderIsBroken() throws InterruptedException {
    rig.reader = new Reader();
    carryOut(rig.spawn(PARTITION), PARTITION, read(14));
    assertThat(rig.failure()).contains("partition/orders/0", "offset 14 is inside a record");
  }

  @Test
  void endsThePipelineWhenASecondReadIsAskedForBeforeTheFirstIsBack() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    rig.reader =
        new PartitionReader() {
          @Override
          public RecordBatch read(Offset from, int maxRecords) throws IOException {
            try {
              blocked.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return RecordBatch.empty(from, true);
          }

          @Override
          public void close() {
            done.add("closed");
          }
        };
    ActorRef<EntityCommand> partition = rig.spawn(PARTITION);
    carryOut(partition, PARTITION, read(1));
    carryOut(partition, PARTITION, read(2));
    assertThat(rig.failure()).contains("while another is under way");
    blocked.countDown();
    assertThat(done.take()).isEqualTo("closed");
  }

  @Test
  void closesTheReaderWithTheIncarnationAndOpensItForTheNext() throws InterruptedException {
    rig.reader = new Reader();
    ActorRef<EntityCommand> partition = rig.spawn(PARTITION);
    carryOut(partition, PARTITION, read(1));
    assertThat(done.take()).isEqualTo("read 1");
    rig.kill(partition);
    assertThat(done.take()).isEqualTo("closed");
    carryOut(rig.spawn(PARTITION), PARTITION, read(2));
    assertThat(done.take()).isEqualTo("read 2");
  }

  @Test
  void restoresAppendsAndSyncsBeforeItAnswers() {
    rig.writer = new Writer();
    ActorRef<EntityCommand> sink = rig.spawn(SINK);
    carryOut(sink, SINK, write(100));
    awaitHeard(SINK, new Message.Written(100));
    carryOut(sink, SINK, write(-1, "a", "b"));
    awaitHeard(SINK, new Message.Written(102));
    assertThat(done).containsExactly("restore 100", "append [a, b]", "sync");
  }

  @Test
  void endsThePipelineWhenTheOutputCannotBeWritten() throws InterruptedException {
    rig.writer = new Writer();
    ActorRef<EntityCommand> sink = rig.spawn(SINK);
    carryOut(sink, SINK, write(0, "full"));
    assertThat(rig.failure()).contains("out/counts.csv: No space left on device");
  }

  @Test
  void endsThePipelineWhenTheOutputCannotBeOpened() throws InterruptedException {
    carryOut(rig.spawn(SINK), SINK, write(0));
    assertThat(rig.failure()).contains("no such directory: out");
  }

  @Test
  void endsThePipelineWhenAnotherEntityReads() throws InterruptedException {
    carryOut(rig.spawn(SINK), SINK, read(0));
    assertThat(rig.failure()).contains("sink/out can neither read nor write");
  }

  @Test
  void opensTheOutputForTheNextIncarnationOnlyWhenTheWriteOfTheOneBeforeHasEnded()
      throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    rig.writer =
        new SinkWriter<>() {
          @Override
          public long restore(long committedLength) {
            return committedLength;
          }

          @Override
          public long append(List<Object> rows) throws IOException {
            done.add("append");
            try {
              blocked.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            done.add("appended");
            return rows.size();
          }

          @Override
          public void sync() {
            done.add("sync");
          }

          @Override
          public void close() {
            done.add("closed");
          }
        };
    ActorRef<EntityCommand> sink = rig.spawn(SINK);
    carryOut(sink, SINK, write(0, "row"));
    assertThat(done.take()).isEqualTo("append");
    rig.kill(sink);
    rig.writer = new Writer();
    carryOut(rig.spawn(SINK), SINK, write(7));
    blocked.countDown();
    awaitHeard(SINK, new Message.Written(7));
    assertThat(done).containsExactly("appended", "sync", "closed", "restore 7");
  }
}
