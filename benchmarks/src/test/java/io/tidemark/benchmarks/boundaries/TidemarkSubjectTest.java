package io.tidemark.benchmarks.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TidemarkSubjectTest {
  private static final TidemarkSubject SUBJECT = new TidemarkSubject();

  @ParameterizedTest
  @EnumSource
  void doesWhatThePageSays(Boundary boundary) throws Exception {
    Page page = Page.read(Path.of("../docs/boundaries.md"));

    assertThat(Boundaries.observe(SUBJECT, boundary)).isEqualTo(page.cell(SUBJECT, boundary));
  }
}
