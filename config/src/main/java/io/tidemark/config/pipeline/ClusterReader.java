package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.ClusterSettings.Tls;
import io.tidemark.sharding.NodeAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the block {@code cluster}. */
record ClusterReader(Section pipeline, Path folder) {

  ClusterSettings read() {
    Optional<Section> block = pipeline.block("cluster");
    if (block.isEmpty()) {
      return new ClusterSettings(List.of(), null, null);
    }
    Section cluster = block.get();
    List<NodeAddress> seeds = cluster.required("seed-nodes", Kind.addresses()).orElse(List.of());
    @Nullable String entities = cluster.maybe("entities-on", Kind.name()).orElse(null);
    @Nullable Tls tls = cluster.block("tls").map(this::tls).orElse(null);
    cluster.finish();
    return new ClusterSettings(seeds, entities, tls);
  }

  private Tls tls(Section tls) {
    Tls read = new Tls(file(tls, "certificate"), file(tls, "key"), file(tls, "authority"));
    tls.finish();
    return read;
  }

  private Path file(Section tls, String key) {
    Optional<String> text = tls.required(key, Kind.path());
    Path file = folder.resolve(text.orElse("")).normalize();
    if (text.isPresent() && !Files.isReadable(file)) {
      tls.problem(key, "no file that can be read: " + file, "a PEM file");
    }
    return file;
  }
}
