package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sink with {@code path = "-"} in a real process that knows no language: rows, nothing else. */
@Timeout(120)
class StandardOutputIT {
  private final RunFolder folder;

  StandardOutputIT(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  private String standardOutput(String format) throws Exception {
    folder.write(
        "in.csv",
        """
        device,at,value,note
        Zürich,2024-01-01T00:00:00Z,1.5,first
        Zürich,2024-01-01T00:00:30Z,2,"say ""no"", then"
        "a,b",2024-01-01T00:00:10.25Z,,
        Zürich,2024-01-01T00:01:00Z,2E-3,
        """);
    String text =
        """
        pipeline {
          name = p
          sources.in {
            paths = ["in.csv"], columns { value = double, at = timestamp }, event-time { column = at }
          }
          streams.seen { from = in, key-by = [device], window { tumbling = 1m }
            select = ["count() as n", "sum(value) as total", "max(note) as note", "min(at) as first"] }
          sinks.seen { from = seen, path = "-", %s }
        }
        """;
    Path pipeline = folder.write("p.conf", text.formatted(format));
    ProcessBuilder command =
        JavaProcess.of("io.tidemark.config.Main", "run", pipeline.toString())
            .redirectError(folder.path().resolve("err").toFile());
    command.environment().put("LC_ALL", "C");
    Process run = command.start();
    String out = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = Files.readString(folder.path().resolve("err"));
    assertThat(run.waitFor()).as(err).isZero();
    assertThat(err).contains("4 records read in ");
    return out;
  }

  @Test
  void hasTheBytesOfACsvFile() throws Exception {
    assertThat(standardOutput(""))
        .isEqualTo(
            """
            window_start,window_end,device,n,total,note,first
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,Zürich,2,3.5,"say ""no"", then",2024-01-01T00:00:00Z
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,"a,b",1,,,2024-01-01T00:00:10.250Z
            2024-01-01T00:01:00Z,2024-01-01T00:02:00Z,Zürich,1,0.002,,2024-01-01T00:01:00Z
            """);
  }

  @Test
  void hasTheBytesOfAJsonLinesFile() throws Exception {
    String row =
        "{\"window_start\":\"2024-01-01T00:0%s:00Z\",\"window_end\":\"2024-01-01T00:0%s:00Z\","
            + "\"device\":\"%s\",\"n\":%s,\"total\":%s,\"note\":%s,\"first\":\"2024-01-01T00:%sZ\"}\n";
    assertThat(standardOutput("format = jsonl"))
        .isEqualTo(
            row.formatted("0", "1", "Zürich", 2, "3.5", "\"say \\\"no\\\", then\"", "00:00")
                + row.formatted("0", "1", "a,b", 1, "null", "null", "00:10.250")
                + row.formatted("1", "2", "Zürich", 1, "0.002", "null", "01:00"));
  }
}
