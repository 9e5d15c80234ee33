package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that made the delivery of the traffic. */
class DeliverTest {
  /** What the repository has of it, by gateway. */
  static final List<Path> DELIVERED =
      List.of(
          Path.of("traffic/delivered/gateway_a.csv"), Path.of("traffic/delivered/gateway_b.csv"));

  @Test
  void makesTheSameDeliveryAgain(@TempDir Path folder) throws Exception {
    ExampleFolder copy = ExampleFolder.copy("traffic", folder);
    Path delivered = folder.resolve("delivered");
    for (Path file : DELIVERED) {
      Files.delete(delivered.resolve(file.getFileName()));
    }

    copy.deliver();

    for (Path file : DELIVERED) {
      assertThat(delivered.resolve(file.getFileName())).hasSameBinaryContentAs(file);
    }
  }
}
