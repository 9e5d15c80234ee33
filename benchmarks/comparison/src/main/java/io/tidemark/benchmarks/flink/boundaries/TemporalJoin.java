package io.tidemark.benchmarks.flink.boundaries;

import io.tidemark.benchmarks.boundaries.Step;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** Elements with the version of their time, in SQL. */
final class TemporalJoin {
  private TemporalJoin() {}

  static DataStream<String> of(StreamExecutionEnvironment environment, DataStream<String> texts) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    create(tables, "elements", texts.filter(text -> !Step.of(text).isVersion()));
    create(tables, "changes", texts.filter(text -> Step.of(text).isVersion()));
    tables.createTemporaryView(
        "versions",
        tables.sqlQuery(
            """
            SELECT k, text, rowtime FROM (
              SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rowtime DESC) AS latest
              FROM changes)
            WHERE latest = 1
            """));
    return tables
        .toDataStream(
            tables.sqlQuery(
                """
                SELECT e.text, COALESCE(v.text, 'none')
                FROM elements AS e
                LEFT JOIN versions FOR SYSTEM_TIME AS OF e.rowtime AS v ON e.k = v.k
                """))
        .map(row -> row.getField(0) + " " + row.getField(1), Types.STRING);
  }

  private static void create(StreamTableEnvironment tables, String name, DataStream<String> texts) {
    DataStream<Row> rows =
        texts.map(
            text -> Row.of("k", text),
            Types.ROW_NAMED(new String[] {"k", "text"}, Types.STRING, Types.STRING));
    tables.createTemporaryView(
        name,
        tables.fromDataStream(
            rows,
            Schema.newBuilder()
                .column("k", "STRING NOT NULL")
                .column("text", "STRING")
                .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)")
                .watermark("rowtime", "SOURCE_WATERMARK()")
                .build()));
  }
}
