#!/bin/sh
# Builds, and runs a main of the benchmarks: benchmarks/run.sh CLASS [ARGUMENTS], CLASS without
# io.tidemark.benchmarks, such as tidemark.Latency. Options for its JVM: TIDEMARK_JAVA_OPTS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# = 0 ]; then
  sed -n '2,3s/^# //p' "$0"
  exit 2
fi
case $1 in
  beam.*) module=beam ;;
  *) module=comparison ;;
esac
(
  cd "$here/.."
  mvn -q -Pcomparison -pl "benchmarks/$module" -am -DskipTests \
    package dependency:build-classpath -Dmdep.outputFile=target/classpath
)
class=io.tidemark.benchmarks.$1
shift
# Flink needs the two packages open.
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
  ${TIDEMARK_JAVA_OPTS:-} \
  -cp "$here/$module/target/classes:$(cat "$here/$module/target/classpath")" "$class" "$@"
