package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * One measured run.
 *
 * @param digest of its result
 * @param nanos from handing in the job to its last durable result
 * @param cpuNanos processor time of the whole JVM in that span, its compiler and collector included
 */
record Measurement(Digest digest, long nanos, long cpuNanos) {
  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("rows", Long.toString(digest.rows()));
    properties.setProperty("sum", Long.toString(digest.sum()));
    properties.setProperty("nanos", Long.toString(nanos));
    properties.setProperty("cpuNanos", Long.toString(cpuNanos));
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  static Measurement read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return new Measurement(
        new Digest(number(properties, "rows"), number(properties, "sum")),
        number(properties, "nanos"),
        number(properties, "cpuNanos"));
  }

  private static long number(Properties properties, String name) throws IOException {
    String text = properties.getProperty(name);
    if (text == null) {
      throw new IOException("a measurement lacks a number: name=" + name);
    }
    return Long.parseLong(text);
  }
}
