package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published twelve events, judged under four policies. */
class TwelveEventsTest {
  private static final TimePolicy POLICY =
      TimePolicy.defaults()
          .early(Duration.ofMinutes(5), OnViolation.DROP)
          .late(Duration.ofMinutes(5), OnViolation.ADJUST)
          .outOfOrder(Duration.ofMinutes(2), OnViolation.ADJUST);

  @ParameterizedTest
  @CsvSource({
    "early-policy, true, false",
    "no-early-policy, false, false",
    "substreams, true, true",
    "substreams-no-early-policy, false, true"
  })
  void everyEventIsJudgedAsPublished(String illustration, boolean early, boolean substreams)
      throws IOException {
    List<String> expected = rows(illustration);

    List<String> judged = judge(expected, early ? POLICY : POLICY.earlyOff(), substreams);

    assertThat(expected).hasSize(12);
    assertThat(judged).isEqualTo(expected);
  }

  private static List<String> judge(List<String> rows, TimePolicy policy, boolean substreams) {
    PartitionAdmission partition =
        new PartitionAdmission(policy, substreams, AdmissionState.INITIAL);
    Map<String, KeyAdmission> keys = new HashMap<>();
    List<String> judged = new ArrayList<>();
    for (String row : rows) {
      String[] fields = row.split(",", -1);
      Action action = partition.judge(micros(fields[3]), micros(fields[4]));
      long assigned = partition.assignedMicros();
      long watermark = partition.progressMicros();
      if (substreams) {
        KeyAdmission key =
            keys.computeIfAbsent(fields[2], name -> new KeyAdmission(policy, KeyState.INITIAL));
        action =
            key.judge(
                action, assigned, partition.floorBeforeMicros(), partition.floorAfterMicros());
        assigned = key.assignedMicros();
        watermark = key.watermarkMicros();
      }
      fields[5] = action.label();
      fields[6] = action.dropped() ? "" : Time.format(assigned);
      fields[7] = Time.format(watermark);
      judged.add(String.join(",", fields));
    }
    return judged;
  }

  private static long micros(String time) {
    return Time.micros(Instant.parse(time));
  }

  private static List<String> rows(String illustration) throws IOException {
    InputStream table =
        Objects.requireNonNull(
            TwelveEventsTest.class.getResourceAsStream("/cases/admission_12_events.csv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> line.startsWith(illustration + ",")).toList();
    }
  }
}
