#!/usr/bin/env bash
# Runs the measurements. Installs missing packages and builds the release first.
#
#   bench.sh [--archive] [PROGRAM...]
#       Runs the programs of bench/ (all, or those named, for example solver_bench), `dokumill
#       bench`, and a job of a million puzzles with the times of its stages. The results are JSON
#       files in build/results, or with --archive in bench/results/DAY-PROCESSOR.
#
#   bench.sh --against DIR [ROUNDS]
#       Runs `dokumill bench` of this tree and of the checkout DIR alternately, sample by sample, in
#       ROUNDS rounds (default 3) of half a minute. Exit status 1 if the ratio of a workload fell
#       below 0.9 (see compare_runs.py). To test this comparison, set SLOWED=print: then the
#       workload `print` of this tree takes 20 % longer.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/scripts/setup.sh" bench

if [ "${1:-}" = "--against" ]; then
  other=$(cd "${2:?bench.sh: --against wants the folder of another checkout}" && pwd)
  rounds=${3:-3}
  "$root/scripts/build_release" "$root" dokumill_cli
  "$root/scripts/build_release" "$other" dokumill_cli
  results=$(mktemp -d)
  trap 'rm -rf "$results"' EXIT
  # Waiting threads must sleep, so that they do not slow the samples of the other program.
  export OMP_WAIT_POLICY=passive
  flags=(bench --quiet --in-turn --seconds 30)
  mkfifo "$results/turns"
  for ((round = 1; round <= rounds; ++round)); do
    echo "round $round of $rounds" >&2
    "$other/build/release/dokumill" "${flags[@]}" --json "$results/before.$round.json" <"$results/turns" 2>"$results/before.log" | {
      printf .  # this tree has the first turn
      DOKUMILL_BENCH_SLOWED=${SLOWED:-} "$root/build/release/dokumill" "${flags[@]}" --json "$results/after.$round.json" 2>"$results/after.log"
    } >"$results/turns" || { tail -n 3 "$results"/*.log >&2; exit 2; }
  done
  python3 "$root/scripts/compare_runs.py" "$results" 0.9
  exit
fi

results="$root/build/results"
if [ "${1:-}" = "--archive" ]; then
  shift
  processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1 | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9\n' '-')
  results="$root/bench/results/$(date -u +%F)-${processor:-unknown}"
fi
mkdir -p "$results"
programs=("$@")
if [ ${#programs[@]} -eq 0 ]; then
  programs=($(sed -n 's/^dokumill_bench(\([a-z_]*\) .*/\1/p' "$root/bench/CMakeLists.txt"))
fi
"$root/scripts/build_release" "$root" dokumill_cli make_puzzles "${programs[@]}"
build="$root/build/release"
{
  echo "$(date -u +%FT%TZ), bench.sh"
  "$build/dokumill" --version
  lscpu 2>/dev/null | grep -E '^(Model name|CPU\(s\)|Thread|L1d|L2|L3)' || true
} >"$results/machine.txt"
for program in "${programs[@]}"; do
  "$build/bench/$program" --benchmark_out="$results/$program.json" --benchmark_out_format=json
done
"$build/dokumill" bench --json "$results/bench.json"

# The time of each stage of a job with a million puzzles, from file to file, for several numbers of
# threads.
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
"$build/bench/make_puzzles" easy 1000000 1 >"$data/easy"
"$build/bench/make_puzzles" minimal 1000000 1 >"$data/minimal"
for set in easy minimal; do
  for ((threads = 1; threads <= $(nproc); threads *= 2)); do
    for run in 1 2 3; do  # the last run counts: the others warm up the caches
      "$build/dokumill" solve -q --threads $threads "$data/$set" -o "$data/solved" --report "$results/job-$set-$threads.json"
    done
  done
done
# Remove the names and paths of this machine.
sed -i -E '/^ +"(input|host_name|executable)": /d' "$results"/*.json
echo "bench.sh: the results are in ${results#"$root/"}" >&2
