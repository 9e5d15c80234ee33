package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.Selection.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  @Test
  void readsFunctionColumnAndName() {
    assertThat(Selection.parse("avg(value) as mean"))
        .isEqualTo(new Selection(Function.AVG, "value", "mean"));
  }

  @ParameterizedTest
  @CsvSource({"count(), count", "max(value), max_value", "sum( v.x ), sum_v.x"})
  void namesTheResultAfterFunctionAndColumn(String text, String name) {
    assertThat(Selection.parse(text).name()).isEqualTo(name);
  }

  @Test
  void takesAnyColumnInBackticks() {
    assertThat(Selection.parse("min(`km / h`) as `slowest car`"))
        .isEqualTo(new Selection(Function.MIN, "km / h", "slowest car"));
  }

  @Test
  void allowsBlanksBetweenTheParts() {
    assertThat(Selection.parse(" count ( )  as   n ")).isEqualTo(Selection.parse("count() as n"));
  }

  @ParameterizedTest
  @CsvSource({
    "count(value) as n, takes no column",
    "count(*) as n, write count()",
    "sum() as n, needs a column",
    "sum(*) as n, needs a column",
    "mean(value), no function mean",
    "cuont(), did you mean count?",
    "COUNT(), did you mean count?"
  })
  void saysWhatIsWrong(String text, String reason) {
    assertThatThrownBy(() -> Selection.parse(text)).hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "value",
        "avg(value",
        "avg(value) mean",
        "avg(a, b)",
        "avg(value) as",
        "avg(value) as a b",
        "avg(value) as n; drop"
      })
  void refusesWhatIsNoExpression(String text) {
    assertThatThrownBy(() -> Selection.parse(text)).hasMessageStartingWith("not an expression");
  }
}
