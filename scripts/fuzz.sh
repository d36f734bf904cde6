#!/usr/bin/env bash
# Builds the fuzz targets with Clang, address and undefined behaviour sanitizers, and runs each for a while: fuzz.sh [SECONDS [TARGET...]].
# 60 seconds and all targets by default. What is found stays in build/fuzz/found, the inputs that reach more code in build/fuzz/corpus.
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
status=0
for target in "${targets[@]}"; do
  echo "== fuzz $target for $seconds s"
  mkdir -p "$build/corpus/$target"
  "$build/tests/fuzz/${target}_fuzz" -max_total_time="$seconds" -timeout=120 -print_final_stats=1 -artifact_prefix="$build/found/$target-" \
    "$build/corpus/$target" "$root/tests/fuzz/corpus/$target" >"$build/$target.log" 2>&1 || status=1
  if [ $status -eq 0 ]; then grep -E '^stat::number_of_executed_units|DONE' "$build/$target.log"; else tail -n 60 "$build/$target.log"; fi
done
exit $status
