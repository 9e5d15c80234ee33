package io.tidemark.config.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.core.row.ColumnType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
  private static final Map<String, ColumnType> TYPES =
      Map.of(
          "value", ColumnType.DOUBLE,
          "n", ColumnType.LONG,
          "name", ColumnType.STRING,
          "ok", ColumnType.BOOLEAN,
          "at", ColumnType.TIMESTAMP,
          "my col", ColumnType.LONG,
          "string", ColumnType.STRING,
          "math", ColumnType.LONG);

  /** A row with a value in each column. */
  private static final Map<String, Object> FULL =
      Map.of(
          "value",
          20.5,
          "n",
          7L,
          "name",
          "abc",
          "ok",
          true,
          "at",
          Instant.parse("2024-03-01T10:00:00.123456Z"),
          "my col",
          3L,
          "string",
          "text",
          "math",
          4L);

  private static Expression typed(String text) throws ExpressionFault {
    return ParsedExpression.ofRow(text)
        .typed(column -> TYPES.getOrDefault(column.column(), ColumnType.STRING));
  }

  private static @Nullable Object value(String text, Map<String, Object> row) throws Exception {
    ParsedExpression parsed = ParsedExpression.ofRow(text);
    List<ColumnValue> columns = new ArrayList<>();
    for (Reference reference : parsed.references()) {
      columns.add(of -> ((Map<?, ?>) of).get(reference.column()));
    }
    return typed(text).over(columns).of(row);
  }

  private static String fault(String text) {
    ExpressionFault fault = catchThrowableOfType(ExpressionFault.class, () -> typed(text));
    assertThat(fault).as(text).isNotNull();
    return fault.position() + ": " + fault.what();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "value * 1.8 + 32.0 | DOUBLE | 68.9",
        "n + 1 | LONG | 8",
        "n / 2 | LONG | 3",
        "n % 2 == 1 | BOOLEAN | true",
        "double(n) / 2.0 | DOUBLE | 3.5",
        "int(value) | LONG | 20",
        "row[\"my col\"] + n | LONG | 10",
        "row['value'] | DOUBLE | 20.5",
        "string + name | STRING | textabc",
        "math + 1 | LONG | 5",
        "math.abs(-n) | LONG | 7",
        "math.round(value) | DOUBLE | 21.0",
        "name.upperAscii() | STRING | ABC",
        "name.substring(1) | STRING | bc",
        "name.startsWith('a') && value > 3.0 | BOOLEAN | true",
        "name in ['abc', 'd'] | BOOLEAN | true",
        "name.matches('^a.c$') | BOOLEAN | true",
        "size(name) | LONG | 3",
        "ok ? name : 'none' | STRING | abc",
        "value == null ? 0.0 : value | DOUBLE | 20.5",
        "at + duration('90s') | TIMESTAMP | 2024-03-01T10:01:30.123456Z",
        "at > timestamp('2024-01-01T00:00:00Z') | BOOLEAN | true",
        "at.getHours() | LONG | 10",
        "at.getHours('Asia/Tokyo') | LONG | 19",
        "(at - timestamp('2024-03-01T00:00:00Z')).getSeconds() | LONG | 36000",
        "string(n) | STRING | 7"
      })
  void computesValuesOfTheTypesOfColumns(String text, ColumnType type, String value)
      throws Exception {
    assertThat(typed(text).type()).isEqualTo(type);
    assertThat(value(text, FULL)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "value",
        "value * 1.8",
        "value > 3.0",
        "n < 3",
        "!ok",
        "ok && true",
        "ok || false",
        "-n",
        "name + 'x'",
        "name.startsWith('a')",
        "name.matches('[a-z]')",
        "size(name)",
        "at + duration('1h')",
        "at.getHours()",
        "n / 0",
        "n % 0",
        "9223372036854775807 + 1",
        "1.0 / 0.0",
        "int('x')",
        "timestamp('x')",
        "'a'.matches('[')",
        "at.getHours('Nowhere/Land')"
      })
  void isEmptyWhereItCannotBeComputed(String text) throws Exception {
    assertThat(value(text, Map.of())).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "value == null, true",
    "value != null, false",
    "value == 3.0, false",
    "value != 3.0, true",
    "value == null ? 0.0 : value, 0.0",
    "'ok || true', true",
    "'value > 3.0 || true', true",
    "'value > 3.0 && false', false",
    "'name in [\"a\"]', false"
  })
  void comparesWhatIsEmptyByItsOwnRules(String text, String value) throws Exception {
    assertThat(value(text, Map.of())).hasToString(value);
  }

  @Test
  void isEmptyWhereANumberOverflows() throws Exception {
    Map<String, Object> row = new HashMap<>(FULL);
    row.put("n", Long.MAX_VALUE);

    assertThat(value("n + 1", row)).isNull();
    assertThat(value("n", row)).isEqualTo(Long.MAX_VALUE);
    row.put("value", Double.MAX_VALUE);
    assertThat(value("value * 10.0", row)).isNull();
  }

  @Test
  void cutsTimesToTheMicrosecond() throws Exception {
    assertThat(value("timestamp('2024-01-01T00:00:00.123456789Z')", FULL))
        .isEqualTo(Instant.parse("2024-01-01T00:00:00.123456Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "value * 2 | 6: no * between (double, long): make a double of the long with double(…), or"
            + " write 2.0 instead of 2",
        "value > 'x' | 6: no > between (double, string)",
        "name + 1 | 5: no + between (string, long)",
        "!value | 0: no ! between (double)",
        "name.getHours() | 13: no getHours of string.()",
        "value > | 7: it ends too early",
        "value > > 3.0 | 8: extraneous input '>'",
        "value # 3 | 6: token recognition error at: '#'",
        "'abc | 0: token recognition error at: ''abc'",
        "1 + exec('rm') | 8: no function exec",
        "dyn(value) | 3: no function dyn",
        "string(value) | 6: no string of (double)",
        "[1, 2] | 0: its value is a list, which no column holds",
        "{'a': 1} | 0: maps and messages are no values of a column",
        "null | 0: its value is a null_type, which no column holds",
        "at - at | 0: its value is a duration, which no column holds; DURATION.getSeconds() is a"
            + " long",
        "[n].exists(n, n > 3) | 10: no function exists"
      })
  void saysWhereItMakesNoSense(String text, String fault) {
    assertThat(fault(text)).isEqualTo(fault);
  }

  @Test
  void namesTheColumnsThatItNeedsAndWhere() throws Exception {
    ParsedExpression parsed = ParsedExpression.ofRow("a + row[\"b c\"] * a.size() - math.abs(d)");

    assertThat(parsed.references())
        .containsExactly(Reference.ofRow("a"), Reference.ofRow("b c"), Reference.ofRow("d"));
    assertThat(parsed.position(Reference.ofRow("b c"))).isEqualTo(4);
    assertThat(parsed.position(Reference.ofRow("d"))).isEqualTo(37);
  }

  @Test
  void takesColumnsOfTheSidesOfAJoin() throws Exception {
    ParsedExpression parsed = ParsedExpression.ofSides("left.a + right[\"b c\"].size() + left.a");

    assertThat(parsed.references())
        .containsExactly(
            new Reference(Reference.Side.LEFT, "a"), new Reference(Reference.Side.RIGHT, "b c"));
    ExpressionFault fault =
        catchThrowableOfType(ExpressionFault.class, () -> ParsedExpression.ofSides("left.a + b"));
    assertThat(fault.what()).isEqualTo("a name without its side: b; write left.NAME or right.NAME");
    assertThat(fault.position()).isEqualTo(9);
  }

  @Test
  void aColumnIsTakenAsItIs() throws Exception {
    Reference column = Reference.ofRow("km/h");
    ParsedExpression parsed = ParsedExpression.ofColumn(column);

    Expression typed = parsed.typed(any -> ColumnType.LONG);

    assertThat(typed.type()).isEqualTo(ColumnType.LONG);
    assertThat(typed.over(List.of(text -> 7L)).of("")).isEqualTo(7L);
  }
}
