package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.Selection.Function;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  @Test
  void readsFunctionColumnAndName() {
    assertThat(Selection.parse("avg(value) as mean"))
        .isEqualTo(new Selection(Function.AVG, null, Term.ofRow("value"), "mean"));
  }

  @ParameterizedTest
  @CsvSource({
    "count(), count",
    "last(value), last_value",
    "first(value) as opening, opening",
    "max(value), max_value",
    "sum( v.x ), sum_v.x"
  })
  void namesTheResultAfterFunctionAndColumn(String text, String name) {
    assertThat(Selection.parse(text).name()).isEqualTo(name);
  }

  @Test
  void takesAnExpressionForAColumn() {
    assertThat(Selection.parse("avg((value - 32.0) / 1.8) as mean"))
        .isEqualTo(new Selection(Function.AVG, null, Term.ofRow("(value - 32.0) / 1.8"), "mean"));
    assertThat(Selection.parse("max(name + ') as x') as m").print())
        .isEqualTo("max(name + ') as x') as m");
    assertThat(Selection.parse("percentile(0.95, a-b)"))
        .isEqualTo(
            new Selection(
                Function.PERCENTILE, new BigDecimal("0.95"), Term.ofRow("a-b"), "percentile_a-b"));
  }

  @Test
  void takesAnyColumnInBackticks() {
    assertThat(Selection.parse("min(`km / h`) as `slowest car`"))
        .isEqualTo(new Selection(Function.MIN, null, Term.ofRow("`km / h`"), "slowest car"));
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
    "COUNT(), did you mean count?",
    "sum(a * 2.0), 'a result without a name: sum(a * 2.0) as NAME'",
    "'percentile(95, a) as p', 'write percentile(0.95, COLUMN), a share from 0 to 1'",
    "percentile(a) as p, needs a number and a column",
    "'top(0, a) as t', a whole number from 1 to 10000"
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
        "sum(a) / sum(b) as r",
        "avg(value) as",
        "avg(value) as a b",
        "avg(value) as n; drop"
      })
  void refusesWhatIsNoExpression(String text) {
    assertThatThrownBy(() -> Selection.parse(text)).hasMessageStartingWith("not an expression");
  }
}
