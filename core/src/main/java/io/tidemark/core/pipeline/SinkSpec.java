package io.tidemark.core.pipeline;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Arrivals;
import io.tidemark.core.message.Arrived;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.Intake;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.DiagnosticCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sink of a pipeline.
 *
 * @param name unique among the sinks of the pipeline
 * @param from what it writes
 * @param writer gives a new, unopened writer to each incarnation of the sink
 * @param order when rows are written
 */
public record SinkSpec(
    String name, Feed from, Supplier<SinkWriter<Object>> writer, Sink.Order order) {
  /** What a sink writes. */
  public sealed interface Feed {
    /** The results of a stream. */
    record OfStream(String stream) implements Feed {}

    /** The diagnostics of a source. */
    record OfDiagnostics(String source) implements Feed {}

    /** Elements of sources and streams, as they are after steps that keep nothing. */
    record OfElements(List<Element> parts) implements Feed {
      /**
       * What comes of one source or stream.
       *
       * @param from its name
       * @param pieces what is made of elements, of each of which the view is then; null where they
       *     are taken as they are
       * @param view elements as rows, which gives null for one that is left out; null where rows
       *     are the elements as they are held
       */
      public record Element(
          String from, @Nullable Pieces pieces, @Nullable Function<Object, @Nullable Object> view) {
        /** Elements taken as they are. */
        public Element(String from, @Nullable Function<Object, @Nullable Object> view) {
          this(from, null, view);
        }

        /** What the view is of: the element, or what is made of it. */
        private Iterable<?> taken(Object held) {
          return pieces == null ? List.of(held) : pieces.pieces(held);
        }

        private boolean isRow(Object taken) {
          return view == null || view.apply(taken) != null;
        }

        /** For partitions, which keep elements apart by keys: one for all that become rows. */
        Object key(Object held) {
          for (Object taken : taken(held)) {
            if (isRow(taken)) {
              return 0L;
            }
          }
          return KeySelector.NOWHERE;
        }

        /** Hands on what becomes a row of an element. */
        void rows(Arrived element, Consumer<Object> rows) {
          for (Object taken : taken(element.held())) {
            if (isRow(taken)) {
              rows.accept(element.with(taken));
            }
          }
        }

        /** The row that an element, or what is made of it, becomes. */
        Object row(Object taken) {
          Object row = view == null ? taken : view.apply(taken);
          if (row == null) {
            throw new IllegalStateException("an element that is left out came to a sink: " + taken);
          }
          return row;
        }
      }

      /** Copies the list, in the order of the names. */
      public OfElements {
        parts = parts.stream().sorted(Comparator.comparing(Element::from)).toList();
      }

      /** The names of the sources and streams. */
      public List<String> froms() {
        return parts.stream().map(Element::from).toList();
      }

      /** What comes of the source or stream of the name. */
      Element part(String from) {
        return parts.get(froms().indexOf(from));
      }

      /** The row that an element becomes which arrived at the sink. */
      public Object row(Object arrived) {
        Arrived element = (Arrived) arrived;
        return parts.get(element.input()).row(element.held());
      }

      /** Whether something comes of the source or stream. */
      public boolean reads(String from) {
        return parts.stream().anyMatch(part -> part.from.equals(from));
      }

      /** The names: what the steps are is code, which no pipeline is told apart by. */
      @Override
      public String toString() {
        return froms().toString();
      }
    }
  }

  /** A sink of the elements of a stage, which a program's writers take. */
  static <T> SinkSpec ofElements(
      String name,
      List<Part<T>> parts,
      Supplier<? extends SinkWriter<T>> writers,
      Sink.Order order) {
    Feed.OfElements feed = elements(parts);
    Supplier<SinkWriter<Object>> untyped = Untyped.writers(writers);
    return new SinkSpec(name, feed, () -> new TypedWriter<Object>(untyped.get(), feed::row), order);
  }

  /** A sink of the elements of a stage, whose destination stays visible as what it is. */
  static <T> SinkSpec ofRows(
      String name,
      List<Part<T>> parts,
      RowFormat<T> rows,
      Destination destination,
      Sink.Order order) {
    Feed.OfElements feed = elements(parts);
    RowFormat<Object> untyped = Untyped.rows(rows);
    RowFormat<Object> taken =
        new RowFormat<>(untyped.columns(), arrived -> untyped.of(feed.row(arrived)));
    return new SinkSpec(name, feed, Untyped.writers(destination.writers(taken)), order);
  }

  private static <T> Feed.OfElements elements(List<Part<T>> parts) {
    List<Feed.OfElements.Element> elements = new ArrayList<>();
    for (Part<T> part : parts) {
      elements.add(
          new Feed.OfElements.Element(part.from(), part.view().pieces(), part.view().nullable()));
    }
    return new Feed.OfElements(elements);
  }

  /** How it takes what is handed on to it. */
  Intake intake(Plan plan) {
    if (from instanceof Feed.OfStream feed) {
      Work work = plan.stream(feed.stream()).work();
      return Intake.ofRows(work.results(), work.resultOrder());
    } else if (from instanceof Feed.OfElements elements) {
      return intake(elements, arrivals(plan, elements));
    }
    return Intake.ofRows(
        Untyped.codec(DiagnosticCodec.INSTANCE), Comparator.comparing(row -> (Diagnostic) row));
  }

  private Arrivals arrivals(Plan plan, Feed.OfElements elements) {
    List<Arrivals.Input> inputs = new ArrayList<>();
    for (Feed.OfElements.Element part : elements.parts) {
      inputs.add(plan.arrivals(part.from).of(part.pieces));
    }
    return new Arrivals("sink " + name, inputs);
  }

  private static Intake intake(Feed.OfElements elements, Arrivals arrivals) {
    return new Intake(
        arrivals.rows(),
        (left, right) -> arrivals.compare((Arrived) left, (Arrived) right),
        (from, value, rows) -> {
          Arrived element = arrivals.of(from, value);
          elements.parts.get(element.input()).rows(element, rows);
        });
  }
}
