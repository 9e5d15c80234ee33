package io.tidemark.benchmarks.flink.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.boundaries.Boundaries;
import io.tidemark.benchmarks.boundaries.Boundary;
import io.tidemark.benchmarks.boundaries.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class FlinkSubjectTest {
  private static final FlinkSubject SUBJECT = new FlinkSubject();

  @AfterAll
  static void stop() {
    SUBJECT.close();
  }

  @ParameterizedTest
  @EnumSource
  void doesWhatThePageSays(Boundary boundary) throws Exception {
    Page page = Page.read(Path.of("../../docs/boundaries.md"));

    assertThat(Boundaries.observe(SUBJECT, boundary)).isEqualTo(page.cell(SUBJECT, boundary));
  }
}
