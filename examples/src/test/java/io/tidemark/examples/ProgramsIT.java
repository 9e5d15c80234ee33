package io.tidemark.examples;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as programs, over copies of their folders: the same bytes as their files give. */
class ProgramsIT {
  @TempDir Path folder;

  @Test
  void tollbooth() throws Exception {
    ExampleFolder copy = ExampleFolder.copy("tollbooth", folder);

    Tollbooth.main(new String[] {folder.toString()});

    copy.hasWritten("java", "tollbooth");
  }

  @Test
  void traffic() throws Exception {
    ExampleFolder copy = ExampleFolder.copy("traffic", folder);

    Traffic.main(new String[] {folder.toString()});

    copy.hasWritten("java", "traffic");
  }
}
