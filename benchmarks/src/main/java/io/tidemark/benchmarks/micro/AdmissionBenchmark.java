package io.tidemark.benchmarks.micro;

import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.TimePolicy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One element judged, on a partition whose elements come up to a second out of order. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AdmissionBenchmark {
  private static final int ELEMENTS = 1 << 16;

  /** Which rules apply. */
  public enum Policy {
    /** Early, late and order against event and arrival times; nothing violates them. */
    EVENT_TIME {
      @Override
      TimePolicy policy() {
        return TimePolicy.defaults().outOfOrder(Duration.ofSeconds(1));
      }
    },
    /** The order rule alone; nothing violates it. */
    BACKFILL {
      @Override
      TimePolicy policy() {
        return TimePolicy.defaults().backfill().outOfOrder(Duration.ofSeconds(1));
      }
    },
    /** The order rule without tolerance: nearly every element is adjusted. */
    BACKFILL_ADJUSTING {
      @Override
      TimePolicy policy() {
        return TimePolicy.defaults().backfill().outOfOrder(Duration.ZERO);
      }
    };

    abstract TimePolicy policy();
  }

  /** Which rules apply. */
  @Param public Policy policy = Policy.EVENT_TIME;

  private final long[] eventMicros = new long[ELEMENTS];
  private final long[] arrivalMicros = new long[ELEMENTS];

  /** Draws the elements. */
  public AdmissionBenchmark() {
    Job job = new Job(Shape.TUMBLING, 1, ELEMENTS, 50, 1);
    Generator generator = new Generator(job, 0, 0);
    for (int i = 0; i < ELEMENTS; i++) {
      eventMicros[i] = generator.next().timeMicros();
      arrivalMicros[i] = Job.START_MICROS + i * job.stepMicros();
    }
  }

  /** All elements of a new partition; the result keeps the compiler from leaving any out. */
  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public long judge() {
    PartitionAdmission admission =
        new PartitionAdmission(policy.policy(), false, AdmissionState.INITIAL);
    long sum = 0;
    for (int i = 0; i < ELEMENTS; i++) {
      if (!admission.judge(eventMicros[i], arrivalMicros[i]).dropped()) {
        sum += admission.assignedMicros();
      }
    }
    return sum + admission.progressMicros();
  }
}
