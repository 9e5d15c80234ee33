package io.tidemark.config.assembly;

import io.tidemark.config.expression.ExpressionFault;
import io.tidemark.config.expression.Reference;
import io.tidemark.config.expression.Reference.Side;
import io.tidemark.config.pipeline.Computed;
import io.tidemark.config.pipeline.JoinSettings;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Selection;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.Term;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which columns of a source or stream its readers name: of JSON those become columns. */
final class ReadColumns {
  private final PipelineFile pipeline;
  private final Set<String> columns = new LinkedHashSet<>();

  private ReadColumns(PipelineFile pipeline) {
    this.pipeline = pipeline;
  }

  /** The columns, in the order in which they are named. */
  static Set<String> of(PipelineFile pipeline, String from) {
    ReadColumns read = new ReadColumns(pipeline);
    read.addReadersOf(from);
    return read.columns;
  }

  private void addReadersOf(String from) {
    for (StreamSettings stream : pipeline.streams()) {
      if (stream.reads(from)) {
        add(stream, from);
      }
    }
  }

  private void add(StreamSettings stream, String from) {
    add(stream.where());
    if (stream.work() instanceof StreamSettings.Windowed windowed) {
      columns.addAll(windowed.keyBy());
      windowed.select().stream().map(Selection::term).forEach(this::add);
    } else if (stream.work() instanceof StreamSettings.Transformed transformed) {
      columns.addAll(transformed.keyBy());
    } else if (stream.work() instanceof StreamSettings.Joined joined) {
      add(joined, from);
    } else if (stream.work() instanceof StreamSettings.Rows rows && rows.select() != null) {
      rows.select().stream().map(Computed::term).forEach(this::add);
    } else {
      // It hands on what it reads: whoever reads it names columns of the same.
      addReadersOf(stream.name());
    }
  }

  private void add(StreamSettings.Joined joined, String from) {
    JoinSettings join = joined.join();
    boolean left = join.left().equals(from);
    columns.addAll(left ? join.leftKey() : join.rightKey());
    for (Computed computed : joined.select()) {
      add(computed.term(), left ? Side.LEFT : Side.RIGHT);
    }
  }

  private void add(@Nullable Term term) {
    if (term != null) {
      add(term, Side.ROW);
    }
  }

  private void add(Term term, Side side) {
    try {
      for (Reference reference : term.parsed().references()) {
        if (reference.side() == side) {
          columns.add(reference.column());
        }
      }
    } catch (ExpressionFault e) {
      throw new AssertionError("an expression that was checked is none: " + term.text(), e);
    }
  }
}
