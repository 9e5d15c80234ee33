package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.time.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class RunReportTest {
  private static final EntityId.Partition CARS = new EntityId.Partition("cars", 0);
  private static final EntityId.Partition TRUCKS = new EntityId.Partition("trucks", 0);
  private static final EntityId.Partition MORE_TRUCKS = new EntityId.Partition("trucks", 1);

  private final SourceWatch cars = new SourceWatch(false, List.of(CARS));
  private final SourceWatch trucks = new SourceWatch(false, List.of(TRUCKS, MORE_TRUCKS));
  private final LongAdder counts = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final RunWatch watch =
      new RunWatch(
          inOrder("cars", cars, "trucks", trucks),
          inOrder("counts", counts, "rejected", rejected),
          new ConcurrentHashMap<>(),
          new ConcurrentHashMap<>(),
          new ConcurrentHashMap<>());

  private static <T> Map<String, T> inOrder(String name, T value, String next, T nextValue) {
    Map<String, T> map = new LinkedHashMap<>();
    map.put(name, value);
    map.put(next, nextValue);
    return map;
  }

  @Test
  void saysNothingOfProgressThatNobodyHasReported() {
    watch.reported(1, TRUCKS, 30_000_000);

    assertThat(RunReport.progress(watch, 0))
        .isEqualTo("0 read, 0/s, 0 written | cars - | trucks -");
  }

  @Test
  void saysHowMuchWasReadAndWrittenAndHowFarTheSlowestPartitionIs() {
    cars.read(1_500);
    trucks.read(700);
    counts.add(1_000);
    rejected.add(34);
    watch.reported(1, CARS, Time.MAX);
    watch.reported(1, TRUCKS, 90_000_000);
    watch.reported(1, MORE_TRUCKS, 30_000_000);

    assertThat(RunReport.progress(watch, 2_199.6))
        .isEqualTo(
            "2,200 read, 2,200/s, 1,034 written | cars finished | trucks 1970-01-01T00:00:30Z");
  }
}
