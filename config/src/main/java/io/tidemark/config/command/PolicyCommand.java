package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.policy.DryRun;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.unit.Durations;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark policy}. */
@Command(
    name = "policy",
    description = {
      "Dry-runs a time policy over a CSV file, read as one partition: for each row what admission"
          + " does with it, the time it is given and the watermark after it; then totals.",
      "",
      "Columns are text here: a row that run would reject as bad-value, for a column that a pipeline",
      "file declares as a number, is judged by its times.",
      "",
      "A duration D is an integer and us, ms, s, m, h or d, such as 90s.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tidemark policy crossings.csv --event-time entered --arrival-time received \\",
      "      --early 5m --late 5m --out-of-order 2m",
      "  tidemark policy crossings.csv --event-time entered --arrival-time received \\",
      "      --early off --late 5m --out-of-order 2m --substreams booth --output csv"
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PolicyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE.csv", description = "A CSV file with a header row.")
  private Path file = Path.of("");

  @Option(
      names = "--event-time",
      required = true,
      paramLabel = "COL",
      description = "The column of the event time.")
  private String eventTime = "";

  @Option(
      names = "--arrival-time",
      paramLabel = "COL",
      description =
          "The column of the arrival time. Without it: backfill, arrival is event time, and only"
              + " order is judged.")
  private @Nullable String arrivalTime;

  @Option(
      names = "--early",
      paramLabel = "D|off",
      description = "How far an event may be ahead of its arrival. Default: 5m.")
  private @Nullable String early;

  @Option(
      names = "--late",
      paramLabel = "D|unbounded",
      description = "How far an event may be behind its arrival. Default: 5s.")
  private @Nullable String late;

  @Option(
      names = "--out-of-order",
      paramLabel = "D",
      description = "How far the watermark stays behind the largest time. Default: 0s.")
  private @Nullable String outOfOrder;

  @Option(
      names = "--substreams",
      paramLabel = "COL",
      split = ",",
      description = "The key columns of substreams, separated by commas.")
  private List<String> substreams = new ArrayList<>();

  @Option(
      names = "--on-early",
      paramLabel = "ACTION",
      description = "drop, adjust or pass. Default: drop.")
  private @Nullable String onEarly;

  @Option(
      names = "--on-late",
      paramLabel = "ACTION",
      description = "drop or adjust. Default: adjust.")
  private @Nullable String onLate;

  @Option(
      names = "--on-out-of-order",
      paramLabel = "ACTION",
      description = "drop or adjust. Default: adjust.")
  private @Nullable String onOutOfOrder;

  @Option(
      names = "--time-format",
      paramLabel = "FORMAT",
      description =
          "How both times are written: iso8601, epoch-seconds, epoch-millis or epoch-micros."
              + " Default: iso8601.")
  private @Nullable String timeFormat;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      description = "csv or table. Default: table on a terminal, else csv.")
  private @Nullable String output;

  PolicyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Refused, OutputFailed {
    TimestampFormat format = TimestampFormat.ISO8601;
    if (timeFormat != null) {
      List<TimestampFormat> formats = List.of(TimestampFormat.values());
      format = word("--time-format", timeFormat, formats, TimestampFormat::label);
    }
    boolean table = terminal.outIsTerminal();
    if (output != null) {
      table = word("--output", output, List.of("csv", "table"), form -> form).equals("table");
    }
    requireColumns();
    DryRun run =
        DryRun.of(new DryRun.Question(file, eventTime, arrivalTime, substreams, format, policy()));
    VerdictPrinter printer = table ? VerdictPrinter.table(terminal) : VerdictPrinter.csv(terminal);
    Map<Action, Long> totals = new EnumMap<>(Action.class);
    try {
      run.<OutputFailed>run(
          verdict -> {
            totals.merge(verdict.action(), 1L, Long::sum);
            printer.print(verdict);
          });
    } catch (IOException e) {
      terminal.flush();
      terminal.err().println("tidemark: cannot read on: " + e.getMessage());
      return ExitStatus.FAILED;
    }
    printer.end(totals);
    return ExitStatus.COMPLETE;
  }

  private TimePolicy policy() {
    TimePolicy policy = TimePolicy.defaults();
    if (early != null) {
      policy =
          early.equals("off") ? policy.earlyOff() : policy.early(bound("--early", early, "off"));
    }
    if (late != null) {
      policy =
          late.equals("unbounded")
              ? policy.lateUnbounded()
              : policy.late(bound("--late", late, "unbounded"));
    }
    if (outOfOrder != null) {
      policy = policy.outOfOrder(bound("--out-of-order", outOfOrder, null));
    }
    if (onEarly != null) {
      policy = policy.onEarly(action("--on-early", onEarly, List.of(OnViolation.values())));
    }
    List<OnViolation> strict = List.of(OnViolation.DROP, OnViolation.ADJUST);
    if (onLate != null) {
      policy = policy.onLate(action("--on-late", onLate, strict));
    }
    return onOutOfOrder == null
        ? policy
        : policy.onOutOfOrder(action("--on-out-of-order", onOutOfOrder, strict));
  }

  private void requireColumns() {
    Set<String> seen = new HashSet<>();
    for (String column : substreams) {
      if (column.isEmpty()) {
        throw wrong("--substreams", String.join(",", substreams), "an empty name", "COL,COL");
      }
      if (!seen.add(column)) {
        throw wrong("--substreams", column, "named twice", "each column once");
      }
    }
  }

  private Duration bound(String option, String text, @Nullable String word) {
    String allowed = Durations.FORM + (word == null ? "" : "; or " + word);
    try {
      Duration bound = Durations.parse(text);
      if (bound.isNegative()) {
        throw wrong(option, text, "negative", allowed);
      }
      return bound;
    } catch (IllegalArgumentException e) {
      throw wrong(option, text, String.valueOf(e.getMessage()), allowed);
    }
  }

  private OnViolation action(String option, String text, List<OnViolation> allowed) {
    return word(option, text, allowed, action -> action.name().toLowerCase(Locale.ROOT));
  }

  private <T> T word(String option, String text, List<T> meanings, Function<T, String> name) {
    for (T meaning : meanings) {
      if (name.apply(meaning).equals(text)) {
        return meaning;
      }
    }
    List<String> words = meanings.stream().map(name).toList();
    throw wrong(
        option + " = " + text + ": not one of the words; " + Nearest.hint(text, words),
        String.join(", ", words));
  }

  private ParameterException wrong(String option, String value, String what, String allowed) {
    return wrong(option + " = " + value + ": " + what + "; ", allowed);
  }

  private ParameterException wrong(String problem, String allowed) {
    return new ParameterException(spec.commandLine(), problem + "allowed: " + allowed);
  }
}
