#!/bin/sh
# Breaks nodes of a cluster and compares what they write: builds, runs, prints a table. --help lists
# the options. As root it also cuts the network and fills a disk.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
(
  cd "$here/.."
  mvn -q -pl chaos -am -DskipTests package dependency:build-classpath \
    -Dmdep.outputFile=target/classpath
)
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  -cp "$here/target/classes:$(cat "$here/target/classpath")" io.tidemark.chaos.Chaos "$@"
