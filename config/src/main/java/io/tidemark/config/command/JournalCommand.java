package io.tidemark.config.command;

import io.tidemark.config.command.Terminal.OutputFailed;
import io.tidemark.config.inspection.HeldJournal;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.persistence.journal.PostgresSchema;
import io.tidemark.persistence.journal.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark journal}. */
@Command(
    name = "journal",
    description = "Looks into a journal, or prepares a shared one.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class JournalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Terminal terminal) {
    return new CommandLine(new JournalCommand())
        .addSubcommand(new Ls(terminal))
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Init(terminal));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "no command: one of ls, show, init is expected");
  }

  /**
   * The journal that is meant: of the pipeline where it is in a database, of the state named, of
   * the pipeline's state, or of the only state here.
   */
  private static HeldJournal open(@Nullable Path named, @Nullable Path pipeline)
      throws Refused, IOException {
    PipelineFile file = pipeline == null ? null : PipelineFile.read(pipeline);
    if (file != null && (named == null || file.journal().postgres() != null)) {
      return HeldJournal.open(file);
    }
    return HeldJournal.open(named == null ? onlyState() : named.toAbsolutePath().normalize());
  }

  private static Path onlyState() throws Refused, IOException {
    List<Path> here = List.of();
    Path states = Path.of(".tidemark").toAbsolutePath();
    if (Files.isDirectory(states)) {
      try (Stream<Path> folders = Files.list(states)) {
        here = folders.filter(Files::isDirectory).sorted().toList();
      }
    }
    if (here.size() != 1) {
      throw new Refused(
          Problem.of(
              "which state?",
              here.isEmpty() ? "there is none in " + states : "there are several: " + here,
              "name it with --state, or name the pipeline file"));
    }
    return here.get(0);
  }

  private static void print(List<List<String>> rows, Terminal terminal) throws OutputFailed {
    TextTable table = new TextTable(rows.get(0));
    for (List<String> row : rows.subList(1, rows.size())) {
      table.add(row, terminal);
    }
    table.end(terminal);
  }

  /** {@code tidemark journal ls}. */
  @Command(
      name = "ls",
      description =
          "Lists the entities in a journal: the events kept of each, the number of its last event,"
              + " the bytes of the events, and the event its newest snapshot covers.",
      footer = {"", "Example:", "  tidemark journal ls traffic.conf"},
      mixinStandardHelpOptions = true)
  static final class Ls implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
        arity = "0..1",
        paramLabel = "PIPELINE.conf",
        description = "The pipeline whose state is meant.")
    private @Nullable Path pipeline;

    @Option(
        names = "--state",
        paramLabel = "DIR",
        description = "The folder of the state; default: the pipeline's, or the one in .tidemark.")
    private @Nullable Path state;

    Ls(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws Refused, IOException, OutputFailed {
      try (HeldJournal journal = open(state, pipeline)) {
        print(journal.entities(), terminal);
      }
      return ExitStatus.COMPLETE;
    }
  }

  /** {@code tidemark journal init}. */
  @Command(
      name = "init",
      description =
          "Creates the tables of the shared journal that the pipeline file names, in their own schema."
              + " Where they are there already it changes nothing.",
      footer = {"", "Example:", "  tidemark journal init traffic.conf"},
      mixinStandardHelpOptions = true)
  static final class Init implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
        paramLabel = "PIPELINE.conf",
        description = "The pipeline file, with journal { type = postgresql }.")
    private Path pipeline = Path.of("");

    Init(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws Refused, OutputFailed {
      PipelineFile file = PipelineFile.read(pipeline);
      PostgresSettings database = file.journal().postgres();
      if (database == null) {
        throw new Refused(
            new Problem(
                file.place("pipeline.journal.type"),
                "pipeline.journal.type",
                "leveldb",
                "a journal in a folder needs no tables",
                "allowed: journal { type = postgresql, … }; `run` makes a folder itself"));
      }
      try {
        PostgresSchema schema = PostgresSchema.init(database);
        terminal.print(
            "schema %s %s: %s, user %s"
                .formatted(
                    schema.name(),
                    schema.isNew() ? "is created" : "is there already",
                    schema.url(),
                    database.user()));
        terminal.flush();
      } catch (JournalException e) {
        throw new Refused(
            Problem.of("the journal " + database.url(), String.valueOf(e.getMessage()), ""));
      }
      return ExitStatus.COMPLETE;
    }
  }

  /** {@code tidemark journal show}. */
  @Command(
      name = "show",
      description =
          "Shows the kept events of entities: number, time, kind, version of its form, writer, size,"
              + " and what it says: batches, idle estimates, floors, results, commits.",
      footer = {
        "",
        "Examples:",
        "  tidemark journal show --state .tidemark/traffic partition/readings/0",
        "  tidemark journal show traffic.conf sink/hourly"
      },
      mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
        arity = "1..*",
        paramLabel = "[PIPELINE.conf] ENTITY",
        description =
            "Names as `journal ls` shows them, with or without the pipeline's name; before them"
                + " perhaps the pipeline file whose state is meant.")
    private List<String> words = new ArrayList<>();

    @Option(
        names = "--state",
        paramLabel = "DIR",
        description = "The folder of the state; default: the pipeline's, or the one in .tidemark.")
    private @Nullable Path state;

    Show(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws Refused, IOException, OutputFailed {
      Path first = Path.of(words.get(0));
      boolean pipeline = Files.isRegularFile(first);
      List<String> names = words.subList(pipeline ? 1 : 0, words.size());
      if (names.isEmpty()) {
        throw new Refused(
            Problem.of("which entity?", "none is named", "`tidemark journal ls` lists them"));
      }
      try (HeldJournal journal = open(state, pipeline ? first : null)) {
        for (String name : names) {
          print(journal.events(name), terminal);
        }
      }
      return ExitStatus.COMPLETE;
    }
  }
}
