package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A copy of an example's folder, which runs wherever it is. */
record ExampleFolder(Path path) {
  /** Copies what the repository has of the example. */
  static ExampleFolder copy(String example, Path to) throws IOException {
    Path from = Path.of(example);
    List<Path> files;
    try (Stream<Path> found = Files.walk(from)) {
      files = found.filter(file -> !ran(from.relativize(file))).toList();
    }
    for (Path file : files) {
      Path copy = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(file, copy);
      }
    }
    return new ExampleFolder(to);
  }

  private static boolean ran(Path file) {
    return file.startsWith("out") || file.startsWith(".tidemark");
  }

  /** Runs the script that made the delivery of the traffic, as its README says. */
  void deliver(String... seed) throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>(List.of(java.toString(), "Deliver.java"));
    command.addAll(List.of(seed));
    Process script =
        new ProcessBuilder(command).directory(path.toFile()).redirectErrorStream(true).start();
    String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(script.waitFor()).as(said).isZero();
  }

  /** Every expected file of the pipeline is, byte for byte, in the folder below {@code out}. */
  void hasWritten(String out, String pipeline) throws IOException {
    Path expected = path.resolve("expected").resolve(pipeline);
    List<Path> files;
    try (Stream<Path> found = Files.list(expected)) {
      files = found.toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      assertThat(path.resolve("out").resolve(out).resolve(expected.relativize(file)))
          .hasSameBinaryContentAs(file);
    }
  }
}
