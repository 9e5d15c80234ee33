#!/bin/sh
# Compares whole jobs on several engines: builds, runs, prints a table. --help lists the options.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=benchmarks/comparison
(
  cd "$here/.."
  mvn -q -Pcomparison -pl "$module" -am -DskipTests \
    package dependency:build-classpath -Dmdep.outputFile=target/classpath
)
classes=$here/comparison/target/classes
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  -cp "$classes:$(cat "$here/comparison/target/classpath")" \
  io.tidemark.benchmarks.compare.Comparison --directory "$here/target/comparison" "$@"
