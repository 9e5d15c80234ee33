package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the state of a {@link WindowStep} is written: a version, the number of aggregates, the
 * earliest open window, the key it fired up to, then panes in the order of time, each with its
 * first place and its entries. Deltas and whole states have one form; a delta has fewer entries,
 * and not in order: it is read back and added to, never compared.
 */
final class WindowStateFormat<K, T> {
  private static final int VERSION = 1;

  private final Codec<K> keyCodec;
  private final int aggregates;
  private final Comparator<KeyTable.Row<K>> byKey;

  WindowStateFormat(KeySelector<?, K> keys, int aggregates) {
    this.keyCodec = keys.codec();
    this.aggregates = aggregates;
    this.byKey = (left, right) -> keys.order().compare(left.key(), right.key());
  }

  void writeDelta(OpenPanes<K, T> panes, @Nullable K firedKey, DataOutput out) throws IOException {
    writeHead(panes, firedKey, out);
    List<Pane<K, T>> changed = new ArrayList<>();
    for (Pane<K, T> pane : panes.all()) {
      if (pane.changed() > 0) {
        changed.add(pane);
      }
    }
    Bytes.writeVarInt(changed.size(), out);
    for (Pane<K, T> pane : changed) {
      writePane(pane, panes.takeChanged(pane), out);
    }
  }

  void writeAll(OpenPanes<K, T> panes, @Nullable K firedKey, DataOutput out) throws IOException {
    writeHead(panes, firedKey, out);
    Bytes.writeVarInt(panes.all().size(), out);
    for (Pane<K, T> pane : panes.all()) {
      List<KeyTable.Row<K>> rows = pane.table.rows();
      rows.sort(byKey);
      writePane(pane, rows, out);
    }
  }

  /** Reads into the panes; returns the key up to which the earliest open window fired. */
  @Nullable K read(OpenPanes<K, T> panes, DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "window state of another version: expected=" + VERSION + ", actual=" + version);
    }
    int width = Bytes.readVarInt(in);
    if (width != aggregates) {
      throw new IOException(
          "window state of other aggregates: expected=" + aggregates + ", actual=" + width);
    }
    boolean open = in.readBoolean();
    long firstStart = open ? in.readLong() : Time.MAX;
    long firstEnd = open ? in.readLong() : Time.MAX;
    K firedKey = in.readBoolean() ? keyCodec.read(in) : null;
    int count = Bytes.readVarInt(in);
    for (int i = 0; i < count; i++) {
      readPane(panes, in);
    }
    panes.closeBefore(firstStart, firstEnd);
    return firedKey;
  }

  private void writeHead(OpenPanes<K, T> panes, @Nullable K firedKey, DataOutput out)
      throws IOException {
    out.writeByte(VERSION);
    Bytes.writeVarInt(aggregates, out);
    out.writeBoolean(!panes.isEmpty());
    if (!panes.isEmpty()) {
      out.writeLong(panes.firstStart());
      out.writeLong(panes.firstEnd());
    }
    out.writeBoolean(firedKey != null);
    if (firedKey != null) {
      keyCodec.write(firedKey, out);
    }
  }

  private void writePane(Pane<K, T> pane, List<KeyTable.Row<K>> entries, DataOutput out)
      throws IOException {
    out.writeLong(pane.low);
    Bytes.writeVarInt(entries.size(), out);
    for (KeyTable.Row<K> entry : entries) {
      keyCodec.write(entry.key(), out);
      pane.table.cells().write(entry.slot(), out);
    }
  }

  private void readPane(OpenPanes<K, T> panes, DataInput in) throws IOException {
    long low = in.readLong();
    Pane<K, T> pane = panes.at(low);
    if (pane == null || pane.low != low) {
      throw new IOException("window state of other windows: no pane starts at " + low);
    }
    int count = Bytes.readVarInt(in);
    for (int i = 0; i < count; i++) {
      K key = keyCodec.read(in);
      panes.remove(pane, key);
      int slot = panes.slot(pane, key, KeyTable.spread(key.hashCode()));
      pane.table.cells().read(slot, in);
    }
  }
}
