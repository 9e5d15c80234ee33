package io.tidemark.benchmarks.jet;

import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** One {@link GeneratorProcessor} for each partition. */
final class GeneratorProcessors implements ProcessorSupplier {
  private final Job job;
  private final EventTimePolicy<? super Event> policy;

  GeneratorProcessors(Job job, EventTimePolicy<? super Event> policy) {
    this.job = job;
    this.policy = policy;
  }

  @Override
  public Collection<? extends Processor> get(int count) {
    if (count != Job.PARTITIONS) {
      throw new IllegalArgumentException(
          "one processor reads one partition: processors="
              + count
              + ", partitions="
              + Job.PARTITIONS);
    }
    AtomicInteger unfinished = new AtomicInteger(count);
    return IntStream.range(0, count)
        .mapToObj(partition -> new GeneratorProcessor(job, partition, unfinished, policy))
        .toList();
  }
}
