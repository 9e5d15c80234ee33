package io.tidemark.persistence.journal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The part of a LevelDB table that LevelDB trusts blindly: its footer and index. A damaged index
 * hides keys without a word, or ends the process with a C++ exception, so it is checked before.
 * Blocks of data have checksums that LevelDB verifies as it reads them.
 *
 * <p>Cost: the index is about a hundredth of a table. Reference: LevelDB, {@code
 * doc/table_format.md}.
 */
record LevelTable(Path file, Damage damage) {
  private static final int FOOTER_BYTES = 48;
  private static final long MAGIC = 0xDB4775248B80FB57L;
  private static final int TRAILER_BYTES = 5;

  /**
   * Checks a table.
   *
   * @param size in bytes, as the manifest knows it
   * @throws JournalException.Damaged if the file is not as it was finished
   */
  void check(long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() != size) {
        throw damaged("found=%d bytes, but the manifest names %d".formatted(channel.size(), size));
      }
      ByteBuffer footer = read(channel, size - FOOTER_BYTES, FOOTER_BYTES);
      if (footer.getLong(FOOTER_BYTES - Long.BYTES) != MAGIC) {
        throw damaged("offset=%d, found=no footer".formatted(size - FOOTER_BYTES));
      }
      checkBlock(channel, footer, "list of filters");
      checkBlock(channel, footer, "index");
    } catch (EOFException | BufferUnderflowException e) {
      throw damaged("found=a footer that points outside the file");
    }
  }

  /** Where the first block of data with a wrong checksum starts; empty too if it cannot be told. */
  Optional<Long> firstDamagedBlock() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer footer = read(channel, channel.size() - FOOTER_BYTES, FOOTER_BYTES);
      LevelBatch.varint(footer);
      LevelBatch.varint(footer);
      ByteBuffer index = block(channel, LevelBatch.varint(footer), LevelBatch.varint(footer));
      int entriesEnd = index.limit() - TRAILER_BYTES - Integer.BYTES;
      entriesEnd -= index.getInt(entriesEnd) * Integer.BYTES;
      while (index.position() < entriesEnd) {
        LevelBatch.varint(index);
        int keyBytes = (int) LevelBatch.varint(index);
        LevelBatch.varint(index);
        LevelBatch.skip(index, keyBytes);
        long offset = LevelBatch.varint(index);
        if (!isWhole(block(channel, offset, LevelBatch.varint(index)))) {
          return Optional.of(offset);
        }
      }
      return Optional.empty();
    } catch (EOFException | RuntimeException e) {
      // A table that a crash left unfinished, or an index that is damaged or compressed.
      return Optional.empty();
    }
  }

  private void checkBlock(FileChannel channel, ByteBuffer footer, String name) throws IOException {
    long offset = LevelBatch.varint(footer);
    long length = LevelBatch.varint(footer);
    if (!isWhole(block(channel, offset, length))) {
      throw damaged("offset=%d, found=%s with a wrong checksum".formatted(offset, name));
    }
  }

  private static ByteBuffer block(FileChannel channel, long offset, long length)
      throws IOException {
    if (offset < 0 || length < 0 || length > channel.size() - TRAILER_BYTES) {
      throw new EOFException();
    }
    return read(channel, offset, (int) length + TRAILER_BYTES);
  }

  private static boolean isWhole(ByteBuffer block) {
    byte[] copy = new byte[block.limit()];
    block.get(0, copy);
    int covered = copy.length - Integer.BYTES;
    return LevelLog.isChecksumRight(copy, covered, 0, covered);
  }

  private static ByteBuffer read(FileChannel channel, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (offset < 0 || channel.read(bytes, offset + bytes.position()) < 0) {
        throw new EOFException();
      }
    }
    return bytes.flip();
  }

  private JournalException.Damaged damaged(String found) {
    return damage.ofFile(String.valueOf(file.getFileName()), found);
  }
}
