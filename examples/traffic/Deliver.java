import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Delivers the readings as a network would have: through two gateways, late and out of order.
 *
 * <pre>java Deliver.java [SEED]</pre>
 *
 * <p>Reads {@code readings/*.csv} and writes {@code delivered/gateway_a.csv} and {@code
 * gateway_b.csv}, beside this file's working directory. The same seed gives the same bytes; the
 * files that come with the example were made with the default, 2015.
 */
public final class Deliver {
  private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private record Reading(String sensor, LocalDateTime time, String value, LocalDateTime received) {
    String line() {
      return sensor + "," + FORM.format(time) + "," + value + "," + FORM.format(received);
    }
  }

  private final Random random;
  private final List<List<Reading>> gateways = List.of(new ArrayList<>(), new ArrayList<>());

  private Deliver(long seed) {
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws IOException {
    new Deliver(args.length == 0 ? 2015 : Long.parseLong(args[0])).run();
  }

  private void run() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of("readings"))) {
      files = found.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
    for (Path file : files) {
      String sensor = file.getFileName().toString().replace(".csv", "");
      List<String> lines = Files.readAllLines(file);
      for (String line : lines.subList(1, lines.size())) {
        deliver(sensor, line.split(","));
      }
    }
    Files.createDirectories(Path.of("delivered"));
    write("gateway_a.csv", gateways.get(0));
    write("gateway_b.csv", gateways.get(1));
  }

  private void deliver(String sensor, String[] fields) {
    LocalDateTime time = LocalDateTime.parse(fields[0], FORM);
    LocalDateTime received = time.plusSeconds(delaySeconds());
    gateways.get(random.nextInt(2)).add(new Reading(sensor, time, fields[1], received));
  }

  /** Most arrive within a minute, some within minutes, a few within two hours, and a few clocks
   * are ahead. */
  private long delaySeconds() {
    int kind = random.nextInt(1000);
    if (kind < 5) {
      return -300 - random.nextInt(600);
    }
    if (kind < 25) {
      return 600 + random.nextInt(6_600);
    }
    return kind < 200 ? 60 + random.nextInt(540) : random.nextInt(60);
  }

  private static void write(String name, List<Reading> readings) throws IOException {
    readings.sort(Comparator.comparing(Reading::received));
    StringBuilder text = new StringBuilder("sensor,timestamp,value,received\n");
    readings.forEach(reading -> text.append(reading.line()).append('\n'));
    Files.writeString(Path.of("delivered", name), text);
  }
}
