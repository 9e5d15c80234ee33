package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A bounded source of the job's partitions: a split is a partition from an offset on, which the
 * readers' checkpoints hold. The enumerator's hold the splits no reader has.
 */
abstract class PartitionedSource implements Source<Event, PartitionSplit, List<PartitionSplit>> {
  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SplitEnumerator<PartitionSplit, List<PartitionSplit>> createEnumerator(
      SplitEnumeratorContext<PartitionSplit> context) {
    return new PartitionAssigner(
        context,
        IntStream.range(0, Job.PARTITIONS)
            .mapToObj(partition -> new PartitionSplit(partition, 0))
            .toList());
  }

  @Override
  public SplitEnumerator<PartitionSplit, List<PartitionSplit>> restoreEnumerator(
      SplitEnumeratorContext<PartitionSplit> context, List<PartitionSplit> unassigned) {
    return new PartitionAssigner(context, unassigned);
  }

  @Override
  public SimpleVersionedSerializer<PartitionSplit> getSplitSerializer() {
    return new PartitionSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<List<PartitionSplit>> getEnumeratorCheckpointSerializer() {
    return new SplitsSerializer();
  }

  private static final class SplitsSerializer
      implements SimpleVersionedSerializer<List<PartitionSplit>> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<PartitionSplit> splits) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(splits.size());
      for (PartitionSplit split : splits) {
        out.writeInt(split.partition());
        out.writeLong(split.offset());
      }
      return bytes.toByteArray();
    }

    @Override
    public List<PartitionSplit> deserialize(int version, byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      int size = in.readInt();
      List<PartitionSplit> splits = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        splits.add(new PartitionSplit(in.readInt(), in.readLong()));
      }
      return splits;
    }
  }
}
