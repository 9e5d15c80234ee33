package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.ledger.Ledger;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Commits results in two phases: the rows between two checkpoints are one transaction, prepared
 * with the checkpoint and committed when it is complete.
 */
final class LedgerSink implements Sink<WindowCount>, SupportsCommitter<LedgerSink.Transaction> {
  private final String ledger;

  LedgerSink(String ledger) {
    this.ledger = ledger;
  }

  @Override
  public SinkWriter<WindowCount> createWriter(WriterInitContext context) {
    return new Writer();
  }

  @Override
  public Committer<Transaction> createCommitter(CommitterInitContext context) {
    return new LedgerCommitter(Ledger.named(ledger));
  }

  @Override
  public SimpleVersionedSerializer<Transaction> getCommittableSerializer() {
    return new TransactionSerializer();
  }

  /**
   * Prepared rows.
   *
   * @param id the same whenever they are committed again, and no other's
   */
  record Transaction(UUID id, Digest rows) {}

  private static final class Writer implements CommittingSinkWriter<WindowCount, Transaction> {
    private final Digester digester = new Digester();

    @Override
    public void write(WindowCount row, Context context) {
      digester.add(row.windowEndMicros(), row.key(), row.count());
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public Collection<Transaction> prepareCommit() {
      return List.of(new Transaction(UUID.randomUUID(), digester.take()));
    }

    @Override
    public void close() {}
  }

  private static final class LedgerCommitter implements Committer<Transaction> {
    private final Ledger ledger;

    private LedgerCommitter(Ledger ledger) {
      this.ledger = ledger;
    }

    @Override
    public void commit(Collection<CommitRequest<Transaction>> requests) {
      for (CommitRequest<Transaction> request : requests) {
        Transaction transaction = request.getCommittable();
        ledger.commit(transaction.id().toString(), transaction.rows());
      }
    }

    @Override
    public void close() {}
  }

  private static final class TransactionSerializer
      implements SimpleVersionedSerializer<Transaction> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Transaction transaction) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(transaction.id().getMostSignificantBits());
      out.writeLong(transaction.id().getLeastSignificantBits());
      out.writeLong(transaction.rows().rows());
      out.writeLong(transaction.rows().sum());
      return bytes.toByteArray();
    }

    @Override
    public Transaction deserialize(int version, byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      return new Transaction(
          new UUID(in.readLong(), in.readLong()), new Digest(in.readLong(), in.readLong()));
    }
  }
}
