#!/bin/sh
# Builds, and runs a main of the benchmarks: benchmarks/run.sh CLASS [ARGUMENTS], CLASS without
# io.tidemark.benchmarks, such as tidemark.Latency. Options for its JVM: TIDEMARK_JAVA_OPTS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# = 0 ]; then
  sed -n '2,3s/^# //p' "$0"
  exit 2
fi
module=benchmarks/comparison
(
  cd "$here/.."
  mvn -q -Pcomparison -pl "$module" -am -DskipTests \
    package dependency:build-classpath -Dmdep.outputFile=target/classpath
)
class=io.tidemark.benchmarks.$1
shift
# Flink needs the two packages open.
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
  ${TIDEMARK_JAVA_OPTS:-} \
  -cp "$here/comparison/target/classes:$(cat "$here/comparison/target/classpath")" "$class" "$@"
