#!/bin/sh
# Runs the microbenchmarks that match a pattern: benchmarks/jmh.sh PATTERN [JMH's own options].
# Without a pattern it lists them; -h lists JMH's options.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
(
  cd "$here/.."
  mvn -q -pl benchmarks -am -DskipTests \
    package dependency:build-classpath -Dmdep.outputFile=target/classpath
)
[ $# -gt 0 ] || set -- -l
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  -cp "$here/target/classes:$(cat "$here/target/classpath")" org.openjdk.jmh.Main "$@"
