package io.tidemark.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Blob;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {
  private static final Ports PORTS =
      new Ports(
          new EntityId.KeyGroup("counts", 0),
          List.of(
              new Ports.Port(values(), List.of(new Route.ToSink(new EntityId.Sink("rows")))),
              new Ports.Port(values(), List.of()),
              new Ports.Port(values(), List.of(new Route.ToSink(new EntityId.Sink("others"))))),
          4);

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Codec<Object> values() {
    return (Codec) ValueCodec.INSTANCE;
  }

  /** The bytes that events carry; of a port that nobody listens at there are none. */
  @Test
  void outputsAreWrittenAsTheyAlwaysWere() {
    List<Output> some = List.of(new Output(-1, "a"), new Output(5, 7L));
    List<Output> others = List.of(new Output(6, true));

    Blob blob = PORTS.encode(List.of(some, some, others));

    GoldenBytes.assertWritten("outputs", blob::write);
    assertThat(PORTS.decode(GoldenBytes.read("outputs", Blob::read)))
        .containsExactly(some, List.of(), others);
  }
}
