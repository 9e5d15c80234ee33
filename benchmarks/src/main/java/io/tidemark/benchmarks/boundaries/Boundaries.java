package io.tidemark.benchmarks.boundaries;

import static java.util.Comparator.comparingLong;
import static java.util.Comparator.naturalOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Observes what the engines on the class path do at each boundary, and prints a table. */
public final class Boundaries {
  private static final Pattern LEADING_NUMBER = Pattern.compile("-?\\d+");

  private Boundaries() {}

  /** Prints the table as Markdown. */
  public static void main(String[] arguments) {
    List<Subject> subjects = new ArrayList<>();
    ServiceLoader.load(Subject.class).forEach(subjects::add);
    List<String> lines = new ArrayList<>();
    lines.add(line("where", "steps", subjects.stream().map(Subject::name).toList()));
    lines.add(line("---", "---", subjects.stream().map(subject -> "---").toList()));
    for (Boundary boundary : Boundary.values()) {
      List<String> cells = new ArrayList<>();
      for (Subject subject : subjects) {
        cells.add(observe(subject, boundary));
      }
      lines.add(line(boundary.where(), "`" + boundary.text() + "`", cells));
    }
    lines.forEach(System.out::println);
    System.out.flush();
    // An engine that finds no end would not let the JVM exit.
    Runtime.getRuntime().halt(0);
  }

  /** What the subject does there, as a cell of the table. */
  public static String observe(Subject subject, Boundary boundary) {
    if (!subject.has(boundary)) {
      return "not run";
    }
    try (Notes notes = Notes.open()) {
      subject.run(boundary.computation(), boundary.steps(subject.lastMillis()), notes);
      List<String> results = notes.results(boundary.tellsWhen(), subject.lastMillis());
      if (!boundary.computation().isOrdered()) {
        results.sort(comparingLong(Boundaries::leadingNumber).thenComparing(naturalOrder()));
      }
      return results.isEmpty()
          ? "nothing"
          : results.stream().map(result -> "`" + result + "`").collect(Collectors.joining(", "));
    } catch (TimeoutException e) {
      return String.valueOf(e.getMessage());
    } catch (Exception e) {
      return "refused (" + root(e).getClass().getSimpleName() + ")";
    }
  }

  private static long leadingNumber(String result) {
    Matcher number = LEADING_NUMBER.matcher(result);
    return number.lookingAt() ? Long.parseLong(number.group()) : Long.MIN_VALUE;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
      root = cause;
    }
    return root;
  }

  private static String line(String where, String steps, List<String> cells) {
    return "| " + where + " | " + steps + " | " + String.join(" | ", cells) + " |";
  }
}
