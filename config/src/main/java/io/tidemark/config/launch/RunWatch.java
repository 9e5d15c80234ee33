package io.tidemark.config.launch;

import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is known of a run while it runs.
 *
 * @param sources by name, in the order of the pipeline
 * @param sinks rows written in this process, by name
 */
record RunWatch(Map<String, SourceWatch> sources, Map<String, LongAdder> sinks) {
  static RunWatch of(Plan plan) {
    Map<String, SourceWatch> sources = new LinkedHashMap<>();
    for (SourceSpec source : plan.pipeline().sources()) {
      int partitions = source.source().partitions().size();
      sources.put(source.name(), new SourceWatch(source.substreams() != null, partitions));
    }
    Map<String, LongAdder> sinks = new LinkedHashMap<>();
    for (SinkSpec sink : plan.pipeline().sinks()) {
      sinks.put(sink.name(), new LongAdder());
    }
    return new RunWatch(sources, sinks);
  }

  SourceWatch source(String name) {
    SourceWatch watch = sources.get(name);
    if (watch == null) {
      throw new IllegalArgumentException("no source has the name " + name);
    }
    return watch;
  }

  LongAdder sink(String name) {
    LongAdder rows = sinks.get(name);
    if (rows == null) {
      throw new IllegalArgumentException("no sink has the name " + name);
    }
    return rows;
  }

  long recordsRead() {
    return sources.values().stream().mapToLong(SourceWatch::recordsRead).sum();
  }

  long rowsWritten() {
    return sinks.values().stream().mapToLong(LongAdder::sum).sum();
  }
}
