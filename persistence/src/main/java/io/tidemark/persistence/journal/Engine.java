package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.impl.Iq80DBFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which LevelDB reads and writes the files; their format is the same. */
public enum Engine {
  /** The C++ library through leveldbjni; {@link #JAVA} where it has no binary for the machine. */
  NATIVE {
    @Override
    Store open(Path directory) {
      try {
        Library.load();
        return LevelStore.open(JniDBFactory.factory, directory);
      } catch (LinkageError e) {
        LOG.warn(
            "native LevelDB does not load, using the slower Java one: os={}, arch={}, reason={}",
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            e.toString());
        return JAVA.open(directory);
      }
    }
  },
  /** The port {@code org.iq80.leveldb}: somewhat slower (docs/adr/0006). */
  JAVA {
    @Override
    Store open(Path directory) {
      return LevelStore.open(Iq80DBFactory.factory, directory);
    }
  };

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  abstract Store open(Path directory);

  /**
   * The native library, loaded once from a folder of our own, which goes again at once. Left to
   * itself leveldbjni unpacks into the temp folder and deletes on exit, so that every killed
   * process leaves a file.
   */
  private static final class Library {
    private static final String PATH = "library.leveldbjni.path";

    static {
      unpackAndLoad();
    }

    /** Fails with a {@link LinkageError}, the first time and every other. */
    static void load() {}

    private static void unpackAndLoad() {
      String name = System.mapLibraryName("leveldbjni");
      String resource = "META-INF/native/%s/%s".formatted(platform(), name);
      ClassLoader loader = JniDBFactory.class.getClassLoader();
      try (InputStream library = loader.getResourceAsStream(resource)) {
        if (library == null || System.getProperty(PATH) != null) {
          return;
        }
        Path folder =
            Files.createTempDirectory("tidemark-leveldbjni-" + ProcessHandle.current().pid() + "-");
        Path file = folder.resolve(name);
        try {
          Files.copy(library, file);
          System.setProperty(PATH, folder.toString());
          Class.forName(JniDBFactory.class.getName(), true, loader);
        } finally {
          System.clearProperty(PATH);
          delete(file, folder);
        }
      } catch (IOException | ClassNotFoundException e) {
        throw new UnsatisfiedLinkError(e.toString());
      }
    }

    /** Windows does not delete a library in use; there the file stays. */
    private static void delete(Path file, Path folder) {
      try {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      } catch (IOException e) {
        LOG.debug("library stays in the temp folder: file={}", file, e);
      }
    }

    private static String platform() {
      String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
      String bits = System.getProperty("sun.arch.data.model");
      if (os.startsWith("linux")) {
        // The binaries are for x86: on another processor there is none to unpack.
        return System.getProperty("os.arch").equals("amd64") ? "linux64" : "none";
      }
      return os.startsWith("win") ? "windows" + bits : "none";
    }
  }
}
