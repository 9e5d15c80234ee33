package io.tidemark.core.pipeline;

import io.tidemark.core.key.KeySelector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A keyed computation over sources and other streams.
 *
 * @param name unique among the sources and streams of the pipeline
 * @param inputs at least one; no source or stream twice
 * @param keyedBySubstream whether the key is the substream key of the one source it reads
 * @param work what is computed for each key
 */
public record StreamSpec(String name, List<Input> inputs, boolean keyedBySubstream, Work work) {
  /**
   * What a stream reads.
   *
   * @param from name of a source or stream
   * @param key of the computation, over what {@code from} hands on: elements of a source, results
   *     of a stream
   */
  public record Input(String from, KeySelector<Object, Object> key) {}

  /** Copies the list; refuses none, and one name twice. */
  public StreamSpec {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("a stream is over nothing: stream=" + name);
    }
    Set<String> names = new HashSet<>();
    for (Input input : inputs) {
      if (!names.add(input.from)) {
        throw new IllegalArgumentException(
            "a stream reads the same twice: stream=" + name + ", from=" + input.from);
      }
    }
  }

  /** Aggregates over the windows of each key of one source or stream. */
  public static StreamSpec windowed(
      String name, String from, boolean keyedBySubstream, WindowWork work) {
    return new StreamSpec(name, List.of(new Input(from, work.key())), keyedBySubstream, work);
  }

  /** The names of what it reads. */
  public List<String> froms() {
    return inputs.stream().map(Input::from).toList();
  }

  /** Whether it reads the source or stream of the name. */
  public boolean reads(String from) {
    return inputs.stream().anyMatch(input -> input.from.equals(from));
  }

  /** What it reads of the source or stream of the name. */
  public Input input(String from) {
    return inputs.stream()
        .filter(input -> input.from.equals(from))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("stream " + name + " does not read " + from));
  }
}
