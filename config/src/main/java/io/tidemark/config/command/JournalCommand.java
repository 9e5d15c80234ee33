package io.tidemark.config.command;

import io.tidemark.config.refusal.Refused;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark journal}. */
@Command(
    name = "journal",
    description = "Looks into a journal that no process holds.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class JournalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "no command: one of ls, show, init is expected");
  }

  @Command(
      name = "ls",
      description = "Not there yet. Lists the entities in a journal.",
      mixinStandardHelpOptions = true)
  int ls(
      @Option(names = "--state", paramLabel = "DIR", description = "The folder of the state.")
          @Nullable Path state)
      throws Refused {
    throw NotYet.refuse("tidemark journal ls");
  }

  @Command(
      name = "show",
      description = "Not there yet. Shows the events of entities.",
      mixinStandardHelpOptions = true)
  int show(
      @Option(names = "--state", paramLabel = "DIR", description = "The folder of the state.")
          @Nullable Path state,
      @Parameters(paramLabel = "ENTITY", arity = "0..*", description = "Which ones; default: all.")
          @Nullable List<String> entities)
      throws Refused {
    throw NotYet.refuse("tidemark journal show");
  }

  @Command(
      name = "init",
      description = "Not there yet. Creates the schema of the shared journal.",
      mixinStandardHelpOptions = true)
  int init() throws Refused {
    throw NotYet.refuse("tidemark journal init");
  }
}
