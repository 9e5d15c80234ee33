package io.tidemark.config.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tidemark journal}. */
@Command(
    name = "journal",
    description = "Looks into a journal that no process holds.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class JournalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line() {
    return new CommandLine(new JournalCommand())
        .addSubcommand(NotYetCommand.of("journal ls", "Lists the entities in a journal."))
        .addSubcommand(NotYetCommand.of("journal show", "Shows the events of entities."))
        .addSubcommand(
            NotYetCommand.of("journal init", "Creates the schema of the shared journal."));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "no command: one of ls, show, init is expected");
  }
}
