package io.tidemark.benchmarks.jet.boundaries;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.Watermark;
import io.tidemark.benchmarks.boundaries.Step;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Emits the elements and watermarks of the steps, and no other watermark. */
final class StepProcessor extends AbstractProcessor {
  private final Traverser<Object> items;

  private StepProcessor(List<String> texts, EventTimePolicy<? super String> policy) {
    items = Traversers.traverseIterable(texts).map(text -> item(text, policy));
  }

  private static Object item(String text, EventTimePolicy<? super String> policy) {
    Step step = Step.of(text);
    return step.isWatermark()
        ? new Watermark(step.millis())
        : policy.wrapFn().apply(text, step.millis());
  }

  @Override
  public boolean complete() {
    return emitFromTraverser(items);
  }

  /** Makes one. */
  static final class Supplier implements ProcessorSupplier {
    private final List<String> texts;
    private final EventTimePolicy<? super String> policy;

    Supplier(List<String> texts, EventTimePolicy<? super String> policy) {
      this.texts = texts;
      this.policy = policy;
    }

    @Override
    public Collection<? extends Processor> get(int count) {
      return Collections.nCopies(count, new StepProcessor(texts, policy));
    }
  }
}
