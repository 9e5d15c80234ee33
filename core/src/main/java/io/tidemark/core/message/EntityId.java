package io.tidemark.core.message;

/** Who an entity is, wherever it lives and however often it was started. */
public sealed interface EntityId {
  /** A name that is unique in the pipeline and says what it names, for journals and messages. */
  String name();

  /**
   * The source or stream by whose name the elements are known that the entity hands on.
   *
   * @throws IllegalArgumentException where it hands on none
   */
  static String origin(EntityId sender) {
    if (sender instanceof KeyGroup group) {
      return group.stream;
    } else if (sender instanceof Partition partition) {
      return partition.source;
    } else if (sender instanceof Substream substream) {
      return substream.partition.source;
    }
    throw new IllegalArgumentException("it hands on no elements: " + sender.name());
  }

  /**
   * An entity that recovers from its journal, reports progress and is never left out of a minimum.
   */
  sealed interface Member extends EntityId {}

  /** A source partition; {@code index} is its place in canonical order. */
  record Partition(String source, int index) implements Member {
    @Override
    public String name() {
      return "partition/" + source + "/" + index;
    }
  }

  /** A key within a source partition. */
  record Substream(Partition partition, KeyBytes key) implements EntityId {
    @Override
    public String name() {
      return "substream/" + partition.source + "/" + partition.index + "/" + key.token();
    }
  }

  /** One of the key groups of a stream's computation. */
  record KeyGroup(String stream, int index) implements Member {
    @Override
    public String name() {
      return "keygroup/" + stream + "/" + index;
    }
  }

  /** A sink. */
  record Sink(String sink) implements Member {
    @Override
    public String name() {
      return "sink/" + sink;
    }
  }

  /** The pipeline's one coordinator. */
  record Coordinator() implements EntityId {
    @Override
    public String name() {
      return "coordinator";
    }
  }

  /**
   * The entity that {@link #name} names.
   *
   * @throws IllegalArgumentException where the name names none
   */
  static EntityId parse(String name) {
    String[] parts = name.split("/", -1);
    return switch (parts[0]) {
      case "partition" -> new Partition(parts[1], Integer.parseInt(parts[2]));
      case "substream" ->
          new Substream(
              new Partition(parts[1], Integer.parseInt(parts[2])), KeyBytes.fromToken(parts[3]));
      case "keygroup" -> new KeyGroup(parts[1], Integer.parseInt(parts[2]));
      case "sink" -> new Sink(parts[1]);
      case "coordinator" -> new Coordinator();
      default -> throw new IllegalArgumentException("no entity has the name " + name);
    };
  }
}
