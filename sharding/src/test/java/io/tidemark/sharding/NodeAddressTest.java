package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest {
  @Test
  void readsHostAndPort() {
    assertThat(NodeAddress.parse("db-1.example:7411"))
        .isEqualTo(new NodeAddress("db-1.example", 7411));
    assertThat(NodeAddress.parse("[::1]:65535")).isEqualTo(new NodeAddress("[::1]", 65_535));
    assertThat(NodeAddress.parse("10.0.0.1:1")).hasToString("10.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        "host:",
        ":7411",
        "host:0",
        "host:65536",
        "host:7411:1",
        "a b:1",
        "::1:7411"
      })
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> NodeAddress.parse(text)).hasMessageContaining("expected=HOST:PORT");
  }
}
