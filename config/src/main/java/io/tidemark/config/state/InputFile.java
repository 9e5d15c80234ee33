package io.tidemark.config.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An input file as it was when a run began.
 *
 * @param source the source that reads it
 * @param path see {@link Portable}
 * @param size in bytes
 * @param headSha256 SHA-256 of its first 64 KB, or of all of it where it is smaller, in hexadecimal
 */
public record InputFile(String source, String path, long size, String headSha256) {
  /** What has become of a file that is there, as long as it was or longer, and yet another. */
  public static final String CHANGED = "was changed";

  private static final int HEAD_BYTES = 1 << 16;

  /** The file as it is now. */
  public static InputFile of(String source, String path, Path file) throws IOException {
    long size = Files.size(file);
    return new InputFile(source, path, size, headSha256(file, size));
  }

  /** What has become of a file that is not followed; empty while it is the same. */
  public String changeOrGrowth(Path file) throws IOException {
    String change = change(file);
    long now = change.isEmpty() ? Files.size(file) : size;
    return now > size
        ? "has grown from " + size + " to " + now + " bytes, and its source does not follow"
        : change;
  }

  /** What has become of the file; empty while it is the same, or has grown at its end. */
  public String change(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return "is missing";
    }
    long now = Files.size(file);
    if (now < size) {
      return "was shortened from " + size + " to " + now + " bytes";
    }
    return headSha256(file, size).equals(headSha256) ? "" : CHANGED;
  }

  private static String headSha256(Path file, long size) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(in.readNBytes((int) Math.min(size, HEAD_BYTES)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
