package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CsvFramingTest {
  private static final List<String> BROKEN = List.of("broken");

  @Provide
  Arbitrary<String> rubble() {
    return Texts.rubble();
  }

  @Property(tries = 5000)
  void splitsTextLikeFastCsvUpToTheFirstBrokenRecord(@ForAll("rubble") String text) {
    assertThat(untilBroken(split(text))).isEqualTo(splitByFastCsv(text));
  }

  /** Records with their fields; a broken one as such. */
  private static List<List<String>> split(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    CsvFraming framing = new CsvFraming();
    List<List<String>> records = new ArrayList<>();
    int at = 0;
    while (at < bytes.length && framing.frame(bytes, at, bytes.length, true)) {
      if (!framing.blank()) {
        records.add(framing.broken() ? BROKEN : fields(framing, bytes));
      }
      at = framing.next();
    }
    return records;
  }

  private static List<String> fields(CsvFraming framing, byte[] bytes) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < framing.fields(); i++) {
      fields.add(
          CsvText.field(bytes, framing.start(i), framing.end(i), framing.hasDoubledQuotes(i)));
    }
    return fields;
  }

  private static List<List<String>> untilBroken(List<List<String>> records) {
    int broken = records.indexOf(BROKEN);
    return broken < 0 ? records : records.subList(0, broken + 1);
  }

  private static List<List<String>> splitByFastCsv(String text) {
    List<List<String>> records = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
            CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowExtraCharsAfterClosingQuote(false)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text);
        CloseableIterator<CsvRecord> iterator = reader.iterator()) {
      while (iterator.hasNext()) {
        records.add(iterator.next().getFields());
      }
    } catch (CsvParseException e) {
      records.add(BROKEN);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
    return records;
  }

  @Property(tries = 2000)
  void asksForMoreUntilARecordIsCompleteAndThenFindsTheSame(@ForAll("rubble") String text) {
    byte[] bytes = (text + "\"\n").getBytes(StandardCharsets.UTF_8);
    CsvFraming framing = new CsvFraming();
    int limit = 0;
    while (limit < bytes.length && !framing.frame(bytes, 0, limit, false)) {
      limit++;
    }
    if (framing.frame(bytes, 0, limit, false)) {
      int next = framing.next();
      assertThat(framing.frame(bytes, 0, bytes.length, false)).isTrue();
      assertThat(framing.next()).isEqualTo(next).isEqualTo(limit);
    }
  }

  @Example
  void keepsTheFieldsBeforeABreakReadable() {
    byte[] bytes = "a,b,\"c\"d,e\n".getBytes(StandardCharsets.UTF_8);
    CsvFraming framing = new CsvFraming();

    framing.frame(bytes, 0, bytes.length, true);

    assertThat(framing.broken()).isTrue();
    assertThat(framing.readable()).isEqualTo(2);
    assertThat(framing.fields()).isEqualTo(4);
  }
}
