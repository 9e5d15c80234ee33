package io.tidemark.benchmarks.flink;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/** Tells of each file that is given its final name in a folder. Until then it begins with a dot. */
final class CommittedFiles implements AutoCloseable {
  private static final int QUIET_MILLIS = 1_000;

  private final WatchService watching;
  private final Path folder;
  private final Receiver receiver;
  private volatile long toldNanos = System.nanoTime();

  /** Is told of files. */
  @FunctionalInterface
  interface Receiver {
    void committed(Path file) throws IOException;
  }

  private CommittedFiles(WatchService watching, Path folder, Receiver receiver) {
    this.watching = watching;
    this.folder = folder;
    this.receiver = receiver;
  }

  static CommittedFiles watch(Path folder, Receiver receiver) throws IOException {
    WatchService watching = folder.getFileSystem().newWatchService();
    folder.register(watching, StandardWatchEventKinds.ENTRY_CREATE);
    CommittedFiles files = new CommittedFiles(watching, folder, receiver);
    Thread thread = new Thread(files::tell, "committed-files");
    thread.setDaemon(true);
    thread.start();
    return files;
  }

  private void tell() {
    try {
      while (true) {
        WatchKey key = watching.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          String name = String.valueOf(event.context());
          if (!name.startsWith(".")) {
            receiver.committed(folder.resolve(name));
            toldNanos = System.nanoTime();
          }
        }
        key.reset();
      }
    } catch (ClosedWatchServiceException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Waits until nothing was told of for a while. */
  void awaitQuiet() throws InterruptedException {
    do {
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
    } while (System.nanoTime() - toldNanos < TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS));
  }

  @Override
  public void close() throws IOException {
    watching.close();
  }
}
