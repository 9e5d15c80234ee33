package io.tidemark.chaos;

import io.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Three nodes, a database, one fault a round, and whether the output is the one of an undisturbed
 * run, byte for byte.
 */
@Command(
    name = "chaos/run.sh",
    description = {
      "Runs a pipeline on three nodes with a journal in PostgreSQL, round after round, breaks"
          + " something in each, and compares the output with that of an undisturbed run. Prints a"
          + " line a round and a table at the end. Exit status 0: identical in all rounds."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class Chaos implements Callable<Integer> {
  /** So many nodes are there from the beginning. */
  static final int NODES = 3;

  @Option(names = "--rounds", description = "How many; each fault in turn.")
  private int rounds = Fault.values().length;

  @Option(names = "--seed", description = "Decides who is hit, when and for how long.")
  private long seed = 1;

  @Option(names = "--fault", description = "Only these: ${COMPLETION-CANDIDATES}.")
  private List<Fault> faults = new ArrayList<>(List.of(Fault.values()));

  @Option(names = "--rows", description = "Rows of each of the four input files.")
  private int rows = 60_000;

  @Option(names = "--rate", description = "Rows a second that each partition reads.")
  private int rate = 1_000;

  @Option(names = "--keep", description = "Keep the folder of the rounds.")
  private boolean keep;

  private final PrintStream out = System.out;

  private Chaos() {}

  /** Runs it; ends with its exit status. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Chaos()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tidemark-chaos-");
    try {
      Job job = new Job(folder, rows, seed);
      job.writeInput();
      Path expected = undisturbed(job);
      List<Round> done = rounds(job, expected);
      out.println();
      out.print(Report.of(done, seed));
      return done.stream().allMatch(Round::isRight) ? 0 : 1;
    } finally {
      if (keep) {
        out.println("kept: " + folder);
      } else {
        delete(folder);
      }
    }
  }

  private static Path undisturbed(Job job) throws IOException, InterruptedException {
    Path output = job.folder().resolve("expected");
    Shell.run(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        "io.tidemark.config.Main",
        "run",
        job.undisturbed().toString(),
        "--out",
        output.toString());
    return output;
  }

  private List<Round> rounds(Job job, Path expected) throws IOException, InterruptedException {
    List<Round> done = new ArrayList<>();
    try (Network network = Network.of(NODES + 1);
        Database database = Database.start(network)) {
      List<String> seeds = IntStream.rangeClosed(1, NODES).mapToObj(network::address).toList();
      Path pipeline = job.shared(rate, database.url(), PostgresServer.USER, seeds);
      Shell.run(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-cp",
          System.getProperty("java.class.path"),
          "io.tidemark.config.Main",
          "journal",
          "init",
          pipeline.toString());
      for (int number = 1; number <= rounds; number++) {
        Path folder = Files.createDirectory(job.folder().resolve("round" + number));
        try (SmallDisk disk = SmallDisk.under(folder.resolve("out"));
            Fleet fleet = new Fleet(network, pipeline, folder)) {
          Scene scene =
              new Scene(
                  fleet,
                  network,
                  database.server(),
                  disk.disk(),
                  new Random(seed * 1_000 + number));
          Fault fault = faults.get((number - 1) % faults.size());
          if (!fault.possible(network, disk.disk())) {
            out.println("round " + number + ": " + fault.words() + ": not possible here");
            continue;
          }
          Round round = Round.run(number, fault, scene, expected);
          done.add(round);
          out.println(Report.line(round));
        } finally {
          network.heal();
        }
      }
    }
    return done;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
