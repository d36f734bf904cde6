#!/usr/bin/env bash
# Builds the fuzz targets with Clang, address and undefined behaviour sanitizers, and runs each for a while, as many at once as there are
# processors: fuzz.sh [SECONDS [TARGET...]]. 60 seconds and all targets by default. One line a target tells what it did; a find ends
# in exit status 1, and stays in build/fuzz/found. The inputs that reach more code stay in build/fuzz/corpus; after a change of the
# targets, `build/fuzz/tests/fuzz/NAME_fuzz -merge=1 -use_counters=0 tests/fuzz/corpus/NAME build/fuzz/corpus/NAME` adds the best of them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${1:-60}
build="$root/build/fuzz"
targets=("${@:2}")

"$root/scripts/setup.sh" test
mkdir -p "$build/found"
{ cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O2 -g" \
    -DCMAKE_CXX_COMPILER=clang++ -DDOKUMILL_WERROR=ON -DDOKUMILL_FUZZ=ON -DDOKUMILL_OPENMP=OFF -DDOKUMILL_TESTS=OFF -DDOKUMILL_BENCH=OFF &&
  cmake --build "$build"; } >"$build/build.log" 2>&1 || { cat "$build/build.log"; exit 1; }

if [ ${#targets[@]} -eq 0 ]; then
  for program in "$build"/tests/fuzz/*_fuzz; do targets+=("$(basename "${program%_fuzz}")"); done
fi

# run TARGET: runs it, and tells what it did and found.
run() {
  local target=$1 program="$build/tests/fuzz/$1_fuzz" log="$build/$1.log" limits=()
  # Texts of records are short: they are cut everywhere. (Freed memory is not kept long, as each run takes and frees much.)
  [ "$target" = engines ] || limits=(-max_len=1200)
  mkdir -p "$build/corpus/$target"
  if ASAN_OPTIONS="quarantine_size_mb=8:${ASAN_OPTIONS:-}" "$program" -max_total_time="$seconds" -timeout=120 "${limits[@]}" \
    -artifact_prefix="$build/found/$target-" "$build/corpus/$target" "$root/tests/fuzz/corpus/$target" >"$log" 2>&1; then
    sed -nE "s/^#([0-9]+)\s+DONE\s+cov: ([0-9]+) .* corp: ([0-9]+)\/(\S+) .*/fuzz $target, $seconds s: \1 executions, \2 branches covered, \3 inputs (\4) in the corpus/p" "$log"
    return 0
  fi
  {
    tail -n 60 "$log"
    echo "fuzz $target: FOUND something, see above and $log"
    sed -nE "s|.*Test unit written to (.*)|the input: \1\nreplay it: $program \1|p" "$log"
  } >&2
  return 1
}

status=0
running=0
for target in "${targets[@]}"; do
  if [ $running -ge "$(nproc)" ]; then
    wait -n || status=1
    running=$((running - 1))
  fi
  run "$target" &
  running=$((running + 1))
done
while [ $running -gt 0 ]; do
  wait -n || status=1
  running=$((running - 1))
done
exit $status
