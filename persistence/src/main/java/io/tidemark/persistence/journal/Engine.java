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
        unpackLibrary();
        return LevelStore.open(JniDBFactory.factory, directory);
      } catch (LinkageError | IOException e) {
        LOG.warn(
            "native LevelDB does not load, using the slower Java one: os={}, arch={}, reason={}",
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            e.toString());
        return JAVA.open(directory);
      }
    }
  },
  /** The port {@code org.iq80.leveldb}: several times slower. */
  JAVA {
    @Override
    Store open(Path directory) {
      return LevelStore.open(Iq80DBFactory.factory, directory);
    }
  };

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final String LIBRARY_PATH = "library.leveldbjni.path";

  abstract Store open(Path directory);

  /**
   * Loads the library from a folder of our own, which goes again at once. Left to itself leveldbjni
   * unpacks into the temp folder and deletes on exit, so that every killed process leaves a file.
   */
  private static synchronized void unpackLibrary() throws IOException {
    if (System.getProperty(LIBRARY_PATH) != null) {
      return;
    }
    String name = System.mapLibraryName("leveldbjni");
    String resource = "META-INF/native/%s/%s".formatted(platform(), name);
    try (InputStream library = JniDBFactory.class.getClassLoader().getResourceAsStream(resource)) {
      if (library == null) {
        return;
      }
      Path folder = Files.createTempDirectory("tidemark-leveldbjni");
      Path file = folder.resolve(name);
      try {
        Files.copy(library, file);
        System.setProperty(LIBRARY_PATH, folder.toString());
        Class.forName(JniDBFactory.class.getName());
      } catch (ClassNotFoundException e) {
        throw new AssertionError(e);
      } finally {
        System.clearProperty(LIBRARY_PATH);
        deleteLoaded(file, folder);
      }
    }
  }

  /** Windows does not delete a library in use; the file stays there. */
  private static void deleteLoaded(Path file, Path folder) {
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
    if (os.startsWith("linux") && System.getProperty("os.arch").equals("amd64")) {
      return "linux64";
    }
    return (os.startsWith("win") ? "windows" : os) + bits;
  }
}
