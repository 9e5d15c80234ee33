package io.tidemark.codec.cbor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records in the compact form by the shape that stands before them, as the tree that Jackson
 * would have read from CBOR: so what a shape no longer fits is read, renamed and upcast as CBOR is.
 */
final class CompactTree {
  /**
   * A component as its shape has it.
   *
   * @param sign what it is; null where it is a record
   * @param nested its components, where it is one
   */
  private record Part(
      String name, boolean nullable, @Nullable CompactSign sign, List<Part> nested) {}

  private final String shape;
  private int next;

  private CompactTree(String shape) {
    this.shape = shape;
  }

  /** The record that follows the shape, as a tree. */
  static ObjectNode read(byte[] shape, DataInput in) throws IOException {
    CompactTree parser = new CompactTree(new String(shape, StandardCharsets.UTF_8));
    String typeId = parser.name('(');
    List<Part> parts = parser.parts();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (!typeId.isEmpty()) {
      node.put(ClosedTypes.TYPE_ID, typeId);
    }
    return readInto(node, parts, in);
  }

  // ---- the shape

  /** What stands before the character, which is passed. */
  private String name(char end) throws IOException {
    int at = shape.indexOf(end, next);
    if (at < 0) {
      throw misshapen();
    }
    String name = shape.substring(next, at);
    next = at + 1;
    return name;
  }

  private List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    if (peek() == ')') {
      next++;
      return parts;
    }
    while (true) {
      String name = name(':');
      char letter = peek();
      next++;
      parts.add(
          letter == '('
              ? new Part(name, true, null, parts())
              : new Part(name, Character.isUpperCase(letter), CompactSign.of(letter), List.of()));
      char end = peek();
      next++;
      if (end == ')') {
        return parts;
      } else if (end != ',') {
        throw misshapen();
      }
    }
  }

  private char peek() throws IOException {
    if (next >= shape.length()) {
      throw misshapen();
    }
    return shape.charAt(next);
  }

  private IOException misshapen() {
    return new IOException("no shape of a record: actual=" + shape + ", at=" + next);
  }

  // ---- values

  private static ObjectNode readInto(ObjectNode node, List<Part> parts, DataInput in)
      throws IOException {
    long nulls = parts.stream().anyMatch(Part::nullable) ? Bytes.readVarLong(in) : 0;
    for (Part part : parts) {
      boolean none = part.nullable && (nulls & 1) != 0;
      nulls >>>= part.nullable ? 1 : 0;
      if (none) {
        node.putNull(part.name);
      } else if (part.sign == null) {
        readInto(node.putObject(part.name), part.nested, in);
      } else {
        node.set(part.name, node(part.sign.read(in)));
      }
    }
    return node;
  }

  private static JsonNode node(Object value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (value instanceof Long number) {
      return nodes.numberNode(number.longValue());
    } else if (value instanceof Double number) {
      return nodes.numberNode(number.doubleValue());
    } else if (value instanceof Boolean truth) {
      return nodes.booleanNode(truth);
    }
    return nodes.textNode(value.toString());
  }
}
