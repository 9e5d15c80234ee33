#!/usr/bin/env bash
# Measures a run over twelve records from the command to its exit, and prints the median: mostly the
# start of a JVM, of a one-node cluster and of a journal. benchmarks/start.sh [RUNS, by default 9]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runs=${1:-9}
example=examples/tollbooth
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { ./tidemark run "$example/tollbooth.conf" --fresh --out "$folder" --state "$folder/state"; }

run # Builds what is out of date and prepares the archive of classes: not measured.
TIMEFORMAT=%R LC_ALL=C
seconds=()
for ((i = 1; i <= runs; i++)); do
  one=$({ time run 2> "$folder/said"; } 2>&1) || { cat "$folder/said" >&2; exit 1; }
  cmp "$folder/out/tollbooth/counts.csv" "$example/expected/tollbooth/counts.csv"
  printf 'run %-3s %s s\n' "$i" "$one"
  seconds+=("$one")
done
printf '%s\n' "${seconds[@]}" | sort -n | awk '
  { s[NR] = $1 }
  END {
    median = NR % 2 ? s[(NR + 1) / 2] : (s[NR / 2] + s[NR / 2 + 1]) / 2
    printf "median %.2f s, from %.2f to %.2f s\n", median, s[1], s[NR]
  }'
