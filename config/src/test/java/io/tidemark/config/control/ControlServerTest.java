package io.tidemark.config.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.state.RunState.Control;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlServerTest {
  @Test
  void answersWhoeverKnowsTheToken() throws IOException {
    try (ControlServer server = ControlServer.start(question -> List.of("to " + question, "ä"))) {
      assertThat(ControlClient.ask(server.control(), "why s")).containsExactly("to why s", "ä");
      assertThat(ControlClient.ask(server.control(), "again")).containsExactly("to again", "ä");
    }
  }

  @Test
  void givesNothingToOthers() throws IOException {
    try (ControlServer server = ControlServer.start(question -> List.of("a secret"))) {
      Control other = new Control(server.control().port(), "guessed");

      assertThat(ControlClient.ask(other, "why")).isEmpty();
      assertThat(ControlClient.ask(server.control(), "why")).containsExactly("a secret");
    }
  }

  @Test
  void hasATokenOfItsOwnEachTime() throws IOException {
    try (ControlServer one = ControlServer.start(question -> List.of());
        ControlServer two = ControlServer.start(question -> List.of())) {
      assertThat(one.control().token()).hasSize(32).isNotEqualTo(two.control().token());
    }
  }

  @Test
  void answersNobodyOnceItIsClosed() throws IOException {
    Control control;
    try (ControlServer server = ControlServer.start(question -> List.of("here"))) {
      control = server.control();
    }

    // The port is free again: another process may have it, and takes no token of ours.
    assertThat(answer(control)).isEmpty();
  }

  private static List<String> answer(Control control) {
    try {
      return ControlClient.ask(control, "why");
    } catch (IOException e) {
      return List.of();
    }
  }
}
