#!/usr/bin/env bash
# fuzz.sh [SECONDS [TARGET...]]: builds the fuzz targets with Clang and the address and undefined
# behaviour sanitizers, and runs each of them (default: all targets for 60 seconds).
#
# It runs as many targets at once as there are processors and prints one line per target. If a
# target fails, the exit status is 1, and the failing input is kept in build/fuzz/found. Inputs that
# reach more code are kept in build/fuzz/corpus. The folders in tests/fuzz/corpus have about ten
# named seeds for each target. If a target changes, this command adds to a copy of the seeds what
# reaches more code; name the best of these inputs, and put them beside the seeds:
#   build/fuzz/tests/fuzz/NAME_fuzz -merge=1 -use_counters=0 COPY build/fuzz/corpus/NAME
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${1:-60}
build="$root/build/fuzz"
targets=("${@:2}")

"$root/scripts/setup.sh" all
mkdir -p "$build/found"
{ cmake -S "$root" --preset fuzz && cmake --build "$build"; } >"$build/build.log" 2>&1 || { cat "$build/build.log"; exit 1; }

if [ ${#targets[@]} -eq 0 ]; then
  for program in "$build"/tests/fuzz/*_fuzz; do targets+=("$(basename "${program%_fuzz}")"); done
fi

# run TARGET: runs the target and prints its results.
run() {
  local target=$1 program="$build/tests/fuzz/$1_fuzz" log="$build/$1.log" limits=()
  # Texts of records are short, because targets cut only short texts at every place
  # (kCutEverywhere). The address sanitizer keeps at most 8 MB of freed memory (quarantine_size_mb),
  # because each run allocates and frees a lot.
  case $target in
    engines) ;;
    report) limits=(-max_len=8000) ;;  # a report of `rate` has 3,000 bytes
    *) limits=(-max_len=1200) ;;
  esac
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
