package io.tidemark.config.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
  private static final int HEAD = 1 << 16;

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("a.csv");
  }

  private InputFile remember(String text) throws IOException {
    Files.writeString(file, text);
    return InputFile.of("a", "a.csv", file);
  }

  @Test
  void isTheSameWhileNothingHappens() throws IOException {
    InputFile input = remember("t\n1\n");

    assertThat(input.change(file)).isEmpty();
    assertThat(input.headSha256())
        .isEqualTo("a613c9903bf3f07773f99b47dde52264965f5bbb6ef572cd51fe2ba0be933525");
  }

  @Test
  void mayGrowAtItsEnd() throws IOException {
    InputFile input = remember("t\n1\n");
    Files.writeString(file, "t\n1\n2\n");

    assertThat(input.change(file)).isEmpty();
  }

  @Test
  void isChangedWhereAnEarlyByteIs() throws IOException {
    InputFile input = remember("t\n1\n");
    Files.writeString(file, "t\n2\n");

    assertThat(input.change(file)).isEqualTo("was changed");
  }

  @Test
  void isShortenedWhereItsEndIsGone() throws IOException {
    InputFile input = remember("t\n1\n");
    Files.writeString(file, "t\n");

    assertThat(input.change(file)).isEqualTo("was shortened from 4 to 2 bytes");
  }

  @Test
  void isMissingWhereItIsGone() throws IOException {
    InputFile input = remember("t\n1\n");
    Files.delete(file);

    assertThat(input.change(file)).isEqualTo("is missing");
  }

  @Test
  void isJudgedByItsFirst64Kilobytes() throws IOException {
    byte[] bytes = new byte[HEAD + 2];
    Files.write(file, bytes);
    InputFile input = InputFile.of("a", "a.csv", file);

    byte[] beyond = Arrays.copyOf(bytes, bytes.length);
    beyond[HEAD] = 1;
    Files.write(file, beyond);
    assertThat(input.change(file)).isEmpty();

    byte[] within = Arrays.copyOf(bytes, bytes.length);
    within[HEAD - 1] = 1;
    Files.write(file, within);
    assertThat(input.change(file)).isEqualTo("was changed");
  }
}
