package io.tidemark.config.state;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.config.state.RunState.Control;
import io.tidemark.config.state.RunState.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The text of {@code run.json}. */
final class RunJson {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RunJson() {}

  static String write(RunState state) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", VERSION);
    json.put("pipeline", state.pipeline());
    json.put("status", state.status().name().toLowerCase(Locale.ROOT));
    json.put("pid", state.pid());
    Control control = state.control();
    if (control != null) {
      json.putObject("control")
          .put("address", "127.0.0.1")
          .put("port", control.port())
          .put("token", control.token());
    }
    json.put("digest", state.digest());
    ArrayNode inputs = json.putArray("inputs");
    for (InputFile input : state.inputs()) {
      inputs
          .addObject()
          .put("source", input.source())
          .put("path", input.path())
          .put("size", input.size())
          .put("head_sha256", input.headSha256());
    }
    ArrayNode outputs = json.putArray("outputs");
    state.outputs().forEach(outputs::add);
    ObjectNode settings = json.putObject("settings");
    state.settings().forEach(settings::put);
    return json.toPrettyString() + "\n";
  }

  /**
   * What the text says.
   *
   * @throws IOException where it is not what {@link #write} writes
   */
  static RunState read(String text) throws IOException {
    JsonNode json = parse(text);
    int version = json.path("version").asInt();
    if (version != VERSION) {
      throw new IOException("it has version " + version + ", expected " + VERSION);
    }
    List<InputFile> inputs = new ArrayList<>();
    for (JsonNode input : required(json, "inputs")) {
      inputs.add(
          new InputFile(
              required(input, "source").asText(),
              required(input, "path").asText(),
              required(input, "size").asLong(),
              required(input, "head_sha256").asText()));
    }
    List<String> outputs = new ArrayList<>();
    required(json, "outputs").forEach(output -> outputs.add(output.asText()));
    Map<String, String> settings = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> setting : required(json, "settings").properties()) {
      settings.put(setting.getKey(), setting.getValue().asText());
    }
    JsonNode control = json.path("control");
    return new RunState(
        required(json, "pipeline").asText(),
        required(json, "digest").asText(),
        settings,
        inputs,
        outputs,
        status(required(json, "status").asText()),
        required(json, "pid").asLong(),
        control.isMissingNode()
            ? null
            : new Control(required(control, "port").asInt(), required(control, "token").asText()));
  }

  private static JsonNode parse(String text) throws IOException {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String place = at == null ? "" : ": line=" + at.getLineNr() + ", column=" + at.getColumnNr();
      throw new IOException("it is not JSON, or cut off" + place, e);
    }
  }

  private static JsonNode required(JsonNode json, String name) throws IOException {
    JsonNode value = json.get(name);
    if (value == null) {
      throw new IOException("it lacks " + name);
    }
    return value;
  }

  private static Status status(String word) throws IOException {
    for (Status status : Status.values()) {
      if (status.name().toLowerCase(Locale.ROOT).equals(word)) {
        return status;
      }
    }
    throw new IOException("it has a status nobody knows: " + word);
  }
}
