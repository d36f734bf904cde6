#!/usr/bin/env bash
# Every measurement of speed. Installs missing packages and builds the release first. BUILD=DIR uses
# the programs in DIR instead.
#
#   bench.sh [--archive] [PROGRAM...]
#       The parts and the whole: the programs of bench/ (all, or those named, for example
#       solver_bench), `dokumill bench`, and a job of a million puzzles with the times of its stages.
#       The results are JSON files in build/results, or with --archive in
#       bench/results/DAY-PROCESSOR. bench/plot.py draws them.
#
#   bench.sh --against DIR [ROUNDS]
#       This tree against the checkout DIR: runs `dokumill bench` of both alternately, sample by
#       sample, in ROUNDS rounds (default 3) of half a minute. Exit status 1 if the ratio of a
#       workload fell below 0.9 (see bench/compare_runs.py). To test this comparison, set
#       SLOWED=print: then the workload `print` of this tree takes 20 % longer.
#
#   bench.sh --jobs [ROUNDS [LIST...]]     complete commands, and every engine (docs/throughput.md)
#   bench.sh --peers [ROUNDS]              other solvers and generators, of Debian
#   bench.sh --peers [ROUNDS] --PEER PROGRAM... [LIST...]
#       tdoku, Schoku, Sukaku Forge and skfr, if you have built them (--tdoku, --schoku, --forge, --skfr)
#   bench.sh --python [ROUNDS]             the Python package against the C++ interface
#   bench.sh --ranks [ROUNDS [SCALE]]      dokumill-mpi: processes against threads
#       Tables in Markdown. bench/MODE.* has the details.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
here="$root/scripts/bench"
build=$(realpath -m "${BUILD:-$root/build/release}")

# prepare GROUP TARGET...: installs the packages of the group and builds the targets. Then goes to an
# empty folder, which is removed at the end.
prepare() {
  if [ -z "${BUILD:-}" ]; then
    "$root/scripts/setup.sh" "$1"
    "$root/scripts/build_release" "$root" "${@:2}"
  fi
  data=$(mktemp -d)
  trap 'rm -rf "$data"' EXIT
  cd "$data"
  mkdir times
}
# in_rounds FUNCTION: calls it $rounds + 1 times, so that a slow moment of the machine affects all
# commands. Round 0 warms up and does not count.
in_rounds() {
  for ((round = 0; round <= rounds; ++round)); do
    echo "$1: round $round of $rounds" >&2
    "$1"
    [ "$round" -gt 0 ] || rm -f times/*
  done
}
# seconds NAME COMMAND...: appends the duration to times/NAME. A command that fails ends the script.
seconds() {
  local name=$1 begin=$EPOCHREALTIME
  shift
  "$@" >/dev/null 2>messages || { echo "bench.sh: failed: $*" >&2; cat messages >&2; exit 1; }
  awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }' >>"times/$name"
}
best() { sort -n "times/$1" | awk 'NR == 1 { printf "%.4f", $1 }'; }
median() { sort -n "times/$1" | awk '{ v[NR] = $1 } END { printf "%.4f", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
# rate RECORDS SECONDS: records per second, for people.
rate() {
  awk -v r="$1" -v s="$2" 'BEGIN {
    r /= s
    if (r >= 1e6) printf "%.2f M", r / 1e6
    else if (r >= 1e4) printf "%.0f k", r / 1e3
    else if (r >= 1e3) printf "%.1f k", r / 1e3
    else printf (r < 10 ? "%.2f" : "%.0f"), r }'
}
processor() { sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1; }
# where: the machine and the version, for the head of a table.
where() { echo "$(date -u +%F), $(processor), $(nproc) processors, $("$build/dokumill" --version | head -n 1), $rounds rounds:"; }

case "${1:-}" in
  --jobs | --peers | --ranks)
    mode=${1#--}
    shift
    source "$here/$mode.sh"
    exit
    ;;
  --python)
    prepare bench dokumill_cli dokumill_shared make_puzzles
    "$build/bench/make_puzzles" minimal 131072 1 >puzzles.txt
    python3 "$here/python.py" "$build" puzzles.txt "${2:-5}"
    exit
    ;;
  --against)
    other=$(cd "${2:?bench.sh: --against wants the folder of another checkout}" && pwd)
    rounds=${3:-3}
    prepare bench dokumill_cli
    "$root/scripts/build_release" "$other" dokumill_cli
    # Waiting threads must sleep, so that they do not slow the samples of the other program.
    export OMP_WAIT_POLICY=passive
    flags=(bench --quiet --in-turn --seconds 30)
    mkfifo turns
    for ((round = 1; round <= rounds; ++round)); do
      echo "round $round of $rounds" >&2
      "$other/build/release/dokumill" "${flags[@]}" --json before.$round.json <turns 2>before.log | {
        printf .  # this tree has the first turn
        DOKUMILL_BENCH_SLOWED=${SLOWED:-} "$build/dokumill" "${flags[@]}" --json after.$round.json 2>after.log
      } >turns || { tail -n 3 *.log >&2; exit 2; }
    done
    python3 "$here/compare_runs.py" . 0.9
    exit
    ;;
esac

results="$root/build/results"
if [ "${1:-}" = "--archive" ]; then
  shift
  name=$(processor | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9\n' '-')
  results="$root/bench/results/$(date -u +%F)-${name:-unknown}"
fi
mkdir -p "$results"
programs=("$@")
if [ ${#programs[@]} -eq 0 ]; then
  programs=($(sed -n 's/^dokumill_bench(\([a-z_]*\) .*/\1/p' "$root/bench/CMakeLists.txt"))
fi
prepare bench dokumill_cli make_puzzles "${programs[@]}"
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
for set in easy minimal; do
  "$build/bench/make_puzzles" $set 1000000 1 >$set
  for ((threads = 1; threads <= $(nproc); threads *= 2)); do
    for run in 1 2 3; do  # the last run counts: the others warm up the caches
      "$build/dokumill" solve -q --threads $threads $set -o solved --report "$results/job-$set-$threads.json"
    done
  done
done
# Remove the names and paths of this machine.
sed -i -E '/^ +"(input|host_name|executable)": /d' "$results"/*.json
echo "bench.sh: the results are in ${results#"$root/"}" >&2
