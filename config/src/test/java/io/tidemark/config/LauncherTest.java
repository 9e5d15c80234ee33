package io.tidemark.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a source tree with a Java and a Maven that only write down what they did. */
class LauncherTest {
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      for option in "$@"; do
        if [[ $option == -XX:ArchiveClassesAtExit=* ]]; then
          echo prepared >> "$LOG"
          echo classes > "${option#*=}"
          exit
        elif [[ $option == -XX:SharedArchiveFile=* ]]; then
          archived=yes
        fi
      done
      echo "started ${archived:-no}" >> "$LOG"
      """;
  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      echo "built $MAVEN_OPTS" >> "$LOG"
      mkdir -p config/target/tidemark/lib
      cat config/src/main/code > config/target/tidemark/lib/code.jar
      cp began config/target/tidemark/built
      """;

  @TempDir private Path home = Path.of("");

  @BeforeEach
  void growTree() throws IOException {
    Files.copy(Path.of("..", "tidemark"), home.resolve("tidemark"));
    for (String folder :
        List.of(
            "config/src/main",
            "connectors/file/src/main",
            "codecs/cbor/src/main",
            "jdk/bin",
            "bin")) {
      Files.createDirectories(home.resolve(folder));
    }
    for (String pom : List.of("", "config/", "connectors/file/", "codecs/cbor/")) {
      Files.writeString(home.resolve(pom + "pom.xml"), "");
    }
    Files.writeString(home.resolve("config/src/main/code"), "one");
    Files.writeString(home.resolve("began"), Instant.now().plusSeconds(60) + "\n");
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    executable("jdk/bin/java", JAVA);
    executable("jdk/bin/javac", "");
    executable("bin/mvn", MAVEN);
  }

  private void executable(String file, String text) throws IOException {
    Path script = Files.writeString(home.resolve(file), text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private Process start() throws IOException {
    return command()
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("said").toFile()))
        .start();
  }

  private ProcessBuilder command() {
    ProcessBuilder command = new ProcessBuilder("bash", home.resolve("tidemark").toString(), "run");
    Map<String, String> environment = command.environment();
    environment.put("JAVA_HOME", home.resolve("jdk").toString());
    environment.put("PATH", home.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("LOG", home.resolve("log").toString());
    environment.put("MAVEN_OPTS", "-Xmx1g");
    return command;
  }

  /** A call of its own, the two outputs apart. */
  private record Call(long pid, int status, String out, String err) {}

  private Call call(ProcessBuilder command) throws Exception {
    Path err = home.resolve("err");
    Process process = command.redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Call(process.pid(), process.waitFor(), out, Files.readString(err));
  }

  /** What Java and Maven did since the last call. */
  private List<String> commands(int atOnce) throws Exception {
    Files.writeString(home.resolve("log"), "");
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      processes.add(start());
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).as(Files.readString(home.resolve("said"))).isZero();
    }
    return Files.readAllLines(home.resolve("log"), StandardCharsets.UTF_8);
  }

  /** As Maven does when somebody calls it: every jar is another file, with a date of its own. */
  private void buildAgain() throws IOException {
    Path app = home.resolve("config/target/tidemark");
    Files.delete(app.resolve("lib/code.jar"));
    Files.copy(home.resolve("config/src/main/code"), app.resolve("lib/code.jar"));
    Files.delete(app.resolve("built"));
    Files.copy(home.resolve("began"), app.resolve("built"));
  }

  @Test
  void addsJarsOfOthersBehindItsOwn() throws Exception {
    executable("jdk/bin/java", "printf '%s\\n' \"$@\" > \"$LOG\"\n");
    ProcessBuilder command = command();
    command.environment().put("TIDEMARK_CLASSPATH", "mine.jar:classes");

    Call call = call(command);

    assertThat(call.status()).as(call.err()).isZero();
    assertThat(Files.readString(home.resolve("log")))
        .contains("/lib/code.jar:mine.jar:classes\nio.tidemark.config.Main\n");
  }

  @Test
  void buildsAndPreparesOnceWhenCommandsStartTogether() throws Exception {
    assertThat(commands(4))
        .containsExactly(
            "built -Xmx1g -Djansi.noreset=true",
            "prepared",
            "started yes",
            "started yes",
            "started yes",
            "started yes");
    assertThat(commands(1)).containsExactly("started yes");
  }

  @Test
  void keepsWhatItPreparedWhenABuildGivesTheSameBytes() throws Exception {
    assertThat(commands(1)).contains("prepared");

    buildAgain();

    assertThat(commands(2)).containsExactly("started yes", "started yes");
  }

  @Test
  void preparesAnewForOtherBytesAndDropsTheOldArchive() throws Exception {
    assertThat(commands(1)).contains("prepared");
    Files.writeString(home.resolve("config/src/main/code"), "two");

    buildAgain();

    assertThat(commands(1)).containsExactly("prepared", "started yes");
    try (var files = Files.list(home.resolve("config/target/tidemark"))) {
      assertThat(files.filter(file -> file.toString().contains(".jsa"))).hasSize(1);
    }
  }

  @Test
  void startsWithoutAnArchiveWhereNoneCanBeMade() throws Exception {
    executable("jdk/bin/java", JAVA.replace("echo classes", "exit 1; echo classes"));

    assertThat(commands(1)).endsWith("prepared", "started no");
    assertThat(commands(1)).containsExactly("started no");
  }

  @Test
  void saysWhatItNeedsWhereNoJavaIsNewEnough() throws Exception {
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n");
    // The Java that this machine has is out of sight.
    Path launcher = home.resolve("tidemark");
    String nowhere = home.resolve("jvm").toString();
    Files.writeString(launcher, Files.readString(launcher).replace("/usr/lib/jvm", nowhere));
    ProcessBuilder command = command();
    command.environment().put("PATH", home.resolve("bin").toString());

    Call call = call(command);

    assertThat(call.status()).isEqualTo(2);
    assertThat(call.out()).isEmpty();
    assertThat(call.err())
        .isEqualTo(
            "tidemark: no Java 17 or later: JAVA_HOME=%s, java on PATH=none, nothing in %s; install"
                    .formatted(home.resolve("jdk"), nowhere)
                + " a JDK 17 or set JAVA_HOME to one\n");
    assertThat(home.resolve("log")).doesNotExist();
  }

  @Test
  void saysThatItCannotBuildWithoutACompiler() throws Exception {
    Files.delete(home.resolve("jdk/bin/javac"));

    Call call = call(command());

    assertThat(call.status()).isEqualTo(2);
    assertThat(call.out()).isEmpty();
    assertThat(call.err())
        .isEqualTo(
            "tidemark: cannot build: %s has no compiler; install a JDK 17 or later\n"
                .formatted(home.resolve("jdk")));
    assertThat(home.resolve("log")).doesNotExist();
  }

  @Test
  void startsNothingWhenTheBuildFails() throws Exception {
    executable("bin/mvn", "#!/usr/bin/env bash\necho '[ERROR] no such symbol'\nexit 1\n");

    Call call = call(command());

    assertThat(call.status()).isEqualTo(2);
    assertThat(call.out()).isEmpty();
    assertThat(call.err())
        .startsWith("tidemark: building, which takes some minutes")
        .endsWith("[ERROR] no such symbol\ntidemark: the build failed; its messages are above\n");
    assertThat(home.resolve("log")).doesNotExist();
  }

  @Test
  void keepsStandardOutputForTheResultsOfTheCommand() throws Exception {
    executable("bin/mvn", MAVEN + "echo '[INFO] built'\necho '[WARNING] odd' >&2\n");
    executable(
        "jdk/bin/java",
        JAVA.replace("echo prepared", "echo noise; echo prepared") + "echo result\n");

    Call call = call(command());

    assertThat(call.status()).isZero();
    assertThat(call.out()).isEqualTo("result\n");
    assertThat(call.err()).contains("[INFO] built\n", "[WARNING] odd\n").doesNotContain("noise");
    assertThat(call(command())).returns("result\n", Call::out).returns("", Call::err);
  }

  @Test
  void becomesTheJvmSoThatItsExitStatusAndSignalsAreTheCommands() throws Exception {
    executable("jdk/bin/java", JAVA + "echo \"pid $$\"\nexit 130\n");
    Call ended = call(command());

    executable("jdk/bin/java", JAVA + "echo \"pid $$\"\nkill -KILL $$\n");
    Call killed = call(command());

    assertThat(ended.status()).isEqualTo(130);
    assertThat(ended.out()).isEqualTo("pid " + ended.pid() + "\n");
    assertThat(killed.status()).isEqualTo(128 + 9);
    assertThat(killed.out()).isEqualTo("pid " + killed.pid() + "\n");
  }
}
