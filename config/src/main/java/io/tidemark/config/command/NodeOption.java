package io.tidemark.config.command;

import io.tidemark.config.launch.NodeRequest;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.pipeline.Names;
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code --node ROLE@HOST:PORT}. */
final class NodeOption {
  private static final String OPTION = "--node";

  private NodeOption() {}

  /**
   * The node that the option names; empty without it.
   *
   * @throws Refused where it names none, or the pipeline file lacks what nodes need
   */
  static Optional<NodeRequest> read(@Nullable String text, PipelineFile file) throws Refused {
    if (text == null) {
      return Optional.empty();
    }
    int at = text.indexOf('@');
    String role = at < 0 ? "" : text.substring(0, at);
    if (!Names.isName(role)) {
      throw new Refused(Problem.of(OPTION + " " + text, "not a node", "allowed: ROLE@HOST:PORT"));
    }
    NodeAddress self;
    try {
      self = NodeAddress.parse(text.substring(at + 1));
    } catch (IllegalArgumentException e) {
      throw new Refused(
          Problem.of(OPTION + " " + text, "not an address", "allowed: ROLE@HOST:PORT"));
    }
    if (file.journal().postgres() == null) {
      throw new Refused(
          Problem.of(
              file.file().toString(),
              "the nodes of a cluster share a journal, and this one is in a folder",
              "journal { type = postgresql, url = \"jdbc:postgresql://HOST:PORT/DATABASE\" }"));
    }
    if (file.cluster().seeds().isEmpty()) {
      throw new Refused(
          Problem.of(
              file.file().toString(),
              "nothing says which nodes to ask to be let in",
              "cluster { seed-nodes = [\"" + self + "\"] }"));
    }
    Membership membership =
        new Membership(role, self, file.cluster().seeds(), file.cluster().entities());
    return Optional.of(new NodeRequest(membership, file.cluster().tls()));
  }

  /** Where a node keeps what is its own: several may run on one machine. */
  static Path state(PipelineFile file, NodeRequest node) {
    NodeAddress self = node.membership().self();
    String name = self.host().replaceAll("[^A-Za-z0-9.-]", "_") + "-" + self.port();
    return file.state().resolve("nodes").resolve(name);
  }
}
