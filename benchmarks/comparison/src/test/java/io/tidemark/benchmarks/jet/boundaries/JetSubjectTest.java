package io.tidemark.benchmarks.jet.boundaries;

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
class JetSubjectTest {
  private static final JetSubject SUBJECT = new JetSubject();

  @AfterAll
  static void stop() {
    SUBJECT.close();
  }

  // The two left out keep a thread busy that nothing can stop.
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"END_OF_THE_AXIS", "LONG_GAP"})
  void doesWhatThePageSays(Boundary boundary) throws Exception {
    Page page = Page.read(Path.of("../../docs/boundaries.md"));

    assertThat(Boundaries.observe(SUBJECT, boundary)).isEqualTo(page.cell(SUBJECT, boundary));
  }
}
