package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.refusal.Nearest;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code tidemark}: without a subcommand it says what there is. */
@Command(
    name = "tidemark",
    description = "Runs event-time computations described by pipeline files.",
    mixinStandardHelpOptions = true,
    versionProvider = TidemarkCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 complete, or drained after SIGTERM; 1 failed while running; 2 refused",
      "(usage, configuration or state); 130 after SIGINT, a run can be resumed.",
      "",
      "Examples:",
      "  tidemark check examples/tollbooth/tollbooth.conf",
      "  tidemark run examples/tollbooth/tollbooth.conf --out /tmp/tollbooth",
      "  tidemark help policy"
    },
    subcommands = CommandLine.HelpCommand.class)
public final class TidemarkCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private TidemarkCommand() {
    this.spec = CommandSpec.create();
  }

  /** Runs the command; returns its exit status. Everything it says goes to the terminal. */
  public static int execute(Terminal terminal, String... args) {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8), true);
    CommandLine line =
        new CommandLine(new TidemarkCommand())
            .addSubcommand(new RunCommand(terminal))
            .addSubcommand(new CheckCommand(terminal))
            .addSubcommand(new PolicyCommand(terminal))
            .addSubcommand(new WhyCommand(terminal))
            .addSubcommand(JournalCommand.line(terminal))
            .addSubcommand(new ReplayCommand(terminal))
            .addSubcommand(
                NotYetCommand.of(
                    "status",
                    "Streams, partitions, groups and slowest substreams of a running pipeline, and"
                        + " who holds back whom."));
    line.setOut(out)
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler((e, given) -> refuseUsage(terminal, e))
        .setExecutionExceptionHandler((e, command, parsed) -> end(terminal, e));
    int status = line.execute(args);
    out.flush();
    return status;
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "no command: one of " + String.join(", ", commands(spec)) + " is expected");
  }

  private static int refuseUsage(Terminal terminal, ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    terminal.err().println("tidemark: " + reason(e, command));
    String help = command.qualifiedName() + " --help";
    terminal.err().println("`" + help + "` tells what there is.");
    return ExitStatus.REFUSED;
  }

  private static String reason(ParameterException e, CommandSpec command) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return e.getMessage() == null ? "wrong usage" : e.getMessage();
    }
    String word = unmatched.getUnmatched().get(0);
    boolean isOption = word.startsWith("-");
    List<String> known = new ArrayList<>();
    if (isOption) {
      command.options().forEach(option -> known.add(option.longestName()));
    } else {
      known.addAll(commands(command));
    }
    String kind = "an argument too many";
    if (isOption) {
      kind = "no such option";
    } else if (!known.isEmpty()) {
      kind = "no such command";
    }
    String hint = Nearest.hint(word.replaceFirst("=.*", ""), known);
    return kind + ": " + word + (hint.isEmpty() ? "" : "; " + hint.strip());
  }

  private static List<String> commands(CommandSpec command) {
    return List.copyOf(command.subcommands().keySet());
  }

  private static int end(Terminal terminal, Exception e) throws Exception {
    if (e instanceof Refused refused) {
      for (Problem problem : refused.problems()) {
        terminal.err().println("tidemark: " + problem);
      }
      return ExitStatus.REFUSED;
    }
    if (e instanceof OutputFailed failed) {
      return terminal.say(failed);
    }
    if (e instanceof IOException) {
      terminal.err().println("tidemark: " + (e.getMessage() == null ? e : e.getMessage()));
      return ExitStatus.FAILED;
    }
    throw e;
  }

  /** The version the jar was built with. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = TidemarkCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "tidemark " + (version == null ? "(not from a jar)" : version), "Java " + Runtime.version()
      };
    }
  }
}
