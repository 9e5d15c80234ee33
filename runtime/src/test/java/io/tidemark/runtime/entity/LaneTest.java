package io.tidemark.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTest {
  @Test
  void runsJobsInOrderAndNeverOnTheThreadThatSubmitsThem() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      Lane lane = new Lane(executor);
      List<Integer> done = new CopyOnWriteArrayList<>();
      Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
      for (int i = 0; i < 2_000; i++) {
        int job = i;
        lane.submit(
            () -> {
              threads.add(Thread.currentThread());
              done.add(job);
            });
      }
      lane.idle().toCompletableFuture().get(30, TimeUnit.SECONDS);
      assertThat(done).isEqualTo(IntStream.range(0, 2_000).boxed().toList());
      assertThat(threads).doesNotContain(Thread.currentThread());
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void goesOnAfterAJobThatThrew() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      Lane lane = new Lane(executor);
      List<String> done = new CopyOnWriteArrayList<>();
      lane.submit(
          () -> {
            throw new IllegalStateException("a job must not, but it did");
          });
      lane.submit(() -> done.add("next"));
      lane.idle().toCompletableFuture().get(30, TimeUnit.SECONDS);
      assertThat(done).containsExactly("next");
    } finally {
      executor.shutdown();
    }
  }
}
