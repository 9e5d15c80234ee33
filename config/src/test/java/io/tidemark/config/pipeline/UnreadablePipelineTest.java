package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.config.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that is no pipeline file yet: brackets, includes, substitutions, files that are none. */
class UnreadablePipelineTest {
  private final PipelineFiles files;

  UnreadablePipelineTest(@TempDir Path folder) {
    files = new PipelineFiles(folder);
  }

  @Test
  void refusesWhatIsNoHocon() {
    assertThat(files.refusal("pipeline {\n  name = \n}"))
        .startsWith("small.conf:3: not readable as HOCON: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`pipeline {\n  a { b = \"}\"\n}\n` | 4: not readable as HOCON: a } is missing: the block that"
            + " begins in line 1, or one in it, is not closed",
        "`pipeline {\n  a = [1, 2 # ]\n}\n` | 3: not readable as HOCON: a ] is missing: the list that"
            + " begins in line 2 is not closed before this }",
        "`pipeline {\n  a { b = [1, 2] ]\n}\n` | 2: not readable as HOCON: a } is missing: the block"
            + " that begins in line 2, or one in it, is not closed before this ]",
        "`pipeline {\n  a = \"\"\"{\n{\"\"\" // {\n}\n}\n` | 5: not readable as HOCON: a } too many:"
            + " nothing is open here"
      })
  void refusesABracketThatIsMissingOrTooMany(String text, String message) {
    assertThat(files.refusal(text)).isEqualTo("small.conf:" + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include file(\"nowhere.conf\")",
        "include required(file(\"nowhere.conf\"))",
        "include required(\"nowhere.conf\")"
      })
  void refusesAnIncludeInAnyFormOfAFileThatIsNotThere(String include) {
    assertThat(files.refusal("pipeline {", include + "\npipeline {"))
        .isEqualTo(
            "small.conf: not readable as HOCON: an included file is not there: nowhere.conf");
  }

  @Test
  void refusesAnIncludeOfWhatIsNoFileOfThePipeline() {
    assertThat(files.refusal("pipeline {", "include classpath(\"nowhere.conf\")\npipeline {"))
        .isEqualTo(
            "small.conf: not readable as HOCON: classpath(nowhere.conf) cannot be included; name"
                + " a file: include \"FILE\"");
  }

  @Test
  void refusesFilesThatIncludeEachOtherInOneShortLine() throws IOException {
    Files.writeString(files.folder().resolve("other.conf"), "include \"small.conf\"");

    assertThat(files.refusal("pipeline {", "include \"other.conf\"\npipeline {"))
        .isEqualTo(
            "small.conf: not readable as HOCON: the included files include each other:"
                + " small.conf or one it includes");
  }

  @Test
  void refusesAnIncludeOfAFileThatIsNotThere() {
    assertThat(files.refusal("pipeline {", "include \"nowhere.conf\"\npipeline {"))
        .isEqualTo(
            "small.conf: not readable as HOCON: an included file is not there: nowhere.conf");
  }

  @Test
  void refusesASettingOfAnIncludedFileAtItsPlaceThere() throws IOException {
    Files.createDirectory(files.folder().resolve("sub"));
    Files.writeString(files.folder().resolve("sub/window.conf"), "\ntumbling = soon");

    assertThat(files.refusal("tumbling = 1h", "include \"sub/window.conf\""))
        .startsWith("sub/window.conf:2: pipeline.streams.s.window.tumbling = soon: not a duration");
  }

  @Test
  void refusesASubstitutionOfNothing() {
    assertThat(files.refusal("paths", "file-name-as = ${nothing.there}, paths"))
        .startsWith("small.conf:2: not readable as HOCON: ")
        .contains("nothing.there");
  }

  @Test
  void saysWhereAValueOfTheEnvironmentComesFrom() {
    assertThat(files.refusal("tumbling = 1h", "tumbling = ${PATH}"))
        .startsWith("small.conf (from the environment): pipeline.streams.s.window.tumbling = ")
        .contains("not a duration");
  }

  @Test
  void refusesAFileThatIsNotThere() {
    Path nowhere = files.folder().resolve("nowhere.conf");

    Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(nowhere));

    assertThat(refused).hasMessage(nowhere + ": no such file; name a pipeline file");
  }

  @Test
  void refusesAFolder() {
    Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(files.folder()));

    assertThat(refused).hasMessageContaining("not a file");
  }
}
