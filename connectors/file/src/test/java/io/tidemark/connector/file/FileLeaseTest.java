package io.tidemark.connector.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeaseTest {
  @TempDir Path folder;

  /** A process of its own: within one, locks are refused in another way. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      FileOutput output = new FileOutput(Path.of(args[0]));
      output.restore(0);
      output.append("a,b\n".getBytes(UTF_8));
      output.sync();
      System.out.println("written");
      Thread.sleep(60_000);
    }
  }

  private Process holder(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("written");
    return process;
  }

  @Test
  void aFileIsNotTouchedWhileAnotherProcessWritesItAndIsOnceItIsGone() throws Exception {
    Path file = folder.resolve("out.csv");
    Process first = holder(file);
    FileOutput second = new FileOutput(file);
    CompletableFuture<Boolean> restored =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return second.restore(2);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      AtomicInteger told = new AtomicInteger();
      assertThatThrownBy(
              () -> FileLease.take(channel, Duration.ofMillis(200), told::incrementAndGet))
          .hasMessageContaining("another process has it");
      assertThat(told).hasValue(1);
    }
    assertThat(restored).isNotDone();
    assertThat(file).hasContent("a,b\n");
    first.destroyForcibly().waitFor();
    assertThat(restored.get(30, TimeUnit.SECONDS)).isFalse();
    second.append("c\n".getBytes(UTF_8));
    second.close();
    assertThat(Files.readString(file)).isEqualTo("a,c\n");
  }

  @Test
  void anEarlierIncarnationInThisProcessIsWaitedFor() throws Exception {
    Path file = folder.resolve("out.csv");
    FileOutput first = new FileOutput(file);
    first.restore(0);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> FileLease.take(channel, Duration.ofMillis(100), () -> {}))
          .hasMessageContaining("did not end");
      first.close();
      FileLease.take(channel, Duration.ofMillis(100), () -> {});
    }
  }
}
