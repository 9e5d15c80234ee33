package io.tidemark.codec.cbor;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of a sealed type of records, or of one record class, whose components are strings, whole
 * and real numbers, booleans, times, constants of enums, and records of these: in a form that takes
 * a fraction of the time of CBOR, as nothing of it is looked for by name.
 *
 * <p>Bytes: 0, where CBOR has its version, which is never 0; the shape of the record, as a string;
 * the record by {@link CompactRecord}. The shape is {@code Bid(auction:n,time:T,extra:S)}: what
 * CBOR calls the class, and the components with their {@link CompactSign}s. A reader compares it
 * with the shapes that it knows as a whole. Bytes of any other shape, and CBOR, are read as {@link
 * CborCodec} reads them, so that what it promises of changes holds here.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> the type of the values
 */
final class CompactCodec<T> implements Codec<T> {
  /** Where CBOR has a version. */
  static final int MARK = 0;

  /** A class of the values. */
  private static final class Leaf {
    /** As it stands before a record. */
    final byte[] shape;

    final CompactRecord form;

    Leaf(String typeId, CompactRecord form) {
      StringBuilder text = new StringBuilder(typeId);
      form.describe(text);
      this.shape = text.toString().getBytes(StandardCharsets.UTF_8);
      this.form = form;
    }
  }

  private final Class<T> type;
  private final CborCodec<T> cbor;
  private final Map<Class<?>, Leaf> byClass;
  private final Leaf[] leaves;

  private CompactCodec(Class<T> type, CborCodec<T> cbor, Map<Class<?>, Leaf> byClass) {
    this.type = type;
    this.cbor = cbor;
    this.byClass = byClass;
    this.leaves = byClass.values().toArray(Leaf[]::new);
  }

  /** The compact codec of a type; null where it consists of more than that form holds. */
  static <T> @Nullable CompactCodec<T> of(Class<T> type, CborCodec<T> cbor) {
    boolean closed = ClosedTypes.isClosed(type);
    List<Class<?>> classes = closed ? ClosedTypes.leaves(type) : List.of(type);
    Map<Class<?>, Leaf> byClass = new HashMap<>();
    for (Class<?> leaf : classes) {
      String typeId = closed ? ClosedTypes.typeId(leaf) : "";
      CompactRecord form = CompactRecord.of(leaf);
      if (form == null || !typeId.chars().allMatch(Character::isJavaIdentifierPart)) {
        return null;
      }
      byClass.put(leaf, new Leaf(typeId, form));
    }
    return new CompactCodec<>(type, cbor, byClass);
  }

  @Override
  public void write(T value, DataOutput out) throws IOException {
    Leaf leaf = byClass.get(value.getClass());
    if (leaf == null) {
      throw new IOException(
          "not of the type: expected=" + type.getName() + ", actual=" + value.getClass().getName());
    }
    out.writeByte(MARK);
    Bytes.writeBytes(leaf.shape, out);
    leaf.form.write(value, out);
  }

  @Override
  public T read(DataInput in) throws IOException {
    int mark = Bytes.readVarInt(in);
    if (mark != MARK) {
      return cbor.readVersion(mark, in);
    }
    byte[] shape = Bytes.readBytes(in);
    for (Leaf leaf : leaves) {
      if (Arrays.equals(shape, leaf.shape)) {
        return type.cast(leaf.form.read(in));
      }
    }
    return cbor.readCompact(shape, in);
  }
}
