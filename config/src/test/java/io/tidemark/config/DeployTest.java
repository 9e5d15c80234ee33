package io.tidemark.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready configurations: what can be told of them without a cluster of containers. */
class DeployTest {
  private static final Path DEPLOY = Path.of("deploy");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Pattern VARIABLE = Pattern.compile("TIDEMARK_[A-Z]+");

  @TempDir Path folder;

  @BeforeEach
  void writeInput() throws IOException {
    Files.createDirectories(folder.resolve("input"));
    Files.writeString(
        folder.resolve("input/a.csv"),
        "at,received,sensor,value\n2024-01-01T00:00:00Z,2024-01-01T00:00:01Z,a,1.5\n");
  }

  private String check(String file, Map<String, String> environment) throws Exception {
    Path copy = Files.copy(DEPLOY.resolve(file), folder.resolve(file));
    ProcessBuilder builder = JavaProcess.of("io.tidemark.config.Main", "check", copy.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain("warning");
    return said;
  }

  @Test
  void theLocalOneIsAPipeline() throws Exception {
    assertThat(check("local.conf", Map.of())).contains("pipeline.journal.type", "leveldb");
  }

  @Test
  void theSharedOneIsAPipelineAndTellsNoPassword() throws Exception {
    String plan =
        check(
            "cluster-postgres.conf",
            Map.of(
                "TIDEMARK_SEEDS", "a:7411, b:7411",
                "TIDEMARK_JOURNAL", "jdbc:postgresql://db:5432/tidemark",
                "TIDEMARK_DATA", folder.toString(),
                "TIDEMARK_PASSWORD", "not to be seen"));
    assertThat(plan)
        .contains("[a:7411, b:7411]", "jdbc:postgresql://db:5432/tidemark", "TIDEMARK_PASSWORD")
        .doesNotContain("not to be seen");
  }

  private static List<JsonNode> documents(String file) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    try (YAMLParser parser =
        new YAMLFactory().createParser(Files.readString(DEPLOY.resolve(file)))) {
      YAML.<JsonNode>readValues(parser, JsonNode.class).forEachRemaining(documents::add);
    }
    return documents;
  }

  private static Set<String> variables() throws IOException {
    Set<String> variables = new TreeSet<>();
    Matcher matcher = VARIABLE.matcher(Files.readString(DEPLOY.resolve("cluster-postgres.conf")));
    while (matcher.find()) {
      variables.add(matcher.group());
    }
    return variables;
  }

  @Test
  void theManifestsSetWhatThePipelineTakesFromTheEnvironment() throws IOException {
    Set<String> expected = variables();
    assertThat(expected).hasSize(4);
    JsonNode compose = documents("compose.yaml").get(0).at("/services/init/environment");
    Set<String> composed = new TreeSet<>();
    compose.fieldNames().forEachRemaining(composed::add);
    assertThat(composed).isEqualTo(expected);

    List<JsonNode> manifests = documents("kubernetes.yaml");
    JsonNode pods = manifests.get(1);
    assertThat(pods.at("/kind").asText()).isEqualTo("StatefulSet");
    Set<String> set = new TreeSet<>();
    pods.at("/spec/template/spec/initContainers/0/env")
        .forEach(variable -> set.add(variable.at("/name").asText()));
    assertThat(set).containsAll(expected);
    for (int i = 0; i < pods.at("/spec/replicas").asInt(); i++) {
      assertThat(pods.toString()).contains("tidemark-" + i + ".tidemark:7411");
    }
  }
}
