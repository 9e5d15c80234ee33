package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** What is left of a partition from an offset on. */
record PartitionSplit(int partition, long offset) implements SourceSplit {
  @Override
  public String splitId() {
    return Integer.toString(partition);
  }

  Generator open(Job job) {
    return new Generator(job, partition, offset);
  }

  /** Twelve bytes, in checkpoints and on the way to a reader. */
  static final class Serializer implements SimpleVersionedSerializer<PartitionSplit> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(PartitionSplit split) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(split.partition());
      out.writeLong(split.offset());
      return bytes.toByteArray();
    }

    @Override
    public PartitionSplit deserialize(int version, byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      return new PartitionSplit(in.readInt(), in.readLong());
    }
  }
}
