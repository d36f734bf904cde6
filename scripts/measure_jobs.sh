#!/usr/bin/env bash
# measure_jobs.sh [ROUNDS [LIST...]]: measures complete commands as README.md shows them.
#
# The commands run in rounds, so that a slow moment of the machine affects all of them. Prints two
# tables in Markdown: seconds per command, and puzzles per second of each engine on one thread. LIST
# is a file of puzzles, one per line, that is solved in addition to our own puzzles, for example the
# known list of puzzles with 17 clues. The script works in its own folder in TMPDIR; the files stay
# in the page cache.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${1:-5}
lists=()
for list in "${@:2}"; do lists+=("$(realpath "$list")"); done
build="$root/build/release"

"$root/scripts/setup.sh" build
"$root/scripts/build_release" "$root" dokumill_cli make_puzzles
PATH=$build:$PATH
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
cd "$data"

# sets: the files for the table of engines. These are our own files, and each LIST, repeated to at
# least 100,000 puzzles.
"$build/bench/make_puzzles" easy 1000000 1 >easy.txt
sets=(easy.txt)
for kind in minimal hard several; do
  "$build/bench/make_puzzles" $kind 100000 1 >$kind.txt
  sets+=($kind.txt)
done
repeat() { local lines=0; while [ "$lines" -lt "$2" ]; do cat "$1"; lines=$((lines + $(wc -l <"$1"))); done; }
jobs=("generate boards -n 1000000 -o b.txt" "-c 1000000" "solve easy.txt -o s.txt" "solve easy.txt -o s.txt --threads 1"
  "solve easy.txt -o s.txt --engine reference" "generate boards --family random -n 1000000 -o r.txt")
for list in "${lists[@]}"; do
  name=$(basename "$list")
  repeat "$list" 100000 >"$name"
  sets+=("$name")
done
if [ ${#lists[@]} -gt 0 ]; then
  head -n 1000000 <(repeat "${lists[0]}" 1000000) >million.txt
  jobs+=("solve million.txt -o s.txt" "solve million.txt -o s.txt --threads 1" "solve million.txt -o s.txt --engine reference")
fi

# seconds COMMAND...: prints the duration. A command that fails ends the script.
seconds() {
  local begin=$EPOCHREALTIME
  "$@" >/dev/null 2>said || { echo "measure_jobs.sh: failed: $*" >&2; cat said >&2; exit 1; }
  awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }'
}
# best_and_median FILE: prints the best and the median of the numbers in the file.
best_and_median() { sort -n "$1" | awk '{ v[NR] = $1 } END { printf "%.3f | %.3f", v[1], (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

mkdir times
# Round 0 does not count. A file is removed just before the command writes it again, because this
# frees its memory for the command. On virtual machines that reclaim idle memory, getting reclaimed
# memory back is about six times slower than using free memory.
for ((round = 0; round <= rounds; ++round)); do
  echo "commands, round $round of $rounds" >&2
  for ((job = 0; job < ${#jobs[@]}; ++job)); do
    output=sudoku.txt
    [[ ${jobs[job]} =~ -o\ ([a-z.]+) ]] && output=${BASH_REMATCH[1]}
    rm -f "$output"
    seconds dokumill ${jobs[job]} >>times/job.$job
    if [ "$job" -eq 0 ]; then
      rm -f copy.txt
      seconds cp --reflink=never b.txt copy.txt >>times/copy
    fi
  done
  [ "$round" -gt 0 ] || rm times/*
done
echo "$(dokumill --version | head -n 1), $(nproc) processors, best and median of $rounds runs:"
echo
echo "| command | best, s | median, s |"
echo "|---|---|---|"
for ((job = 0; job < ${#jobs[@]}; ++job)); do echo "| dokumill ${jobs[job]} | $(best_and_median times/job.$job) |"; done
echo "| cp --reflink=never b.txt copy.txt | $(best_and_median times/copy) |"

engines=($(dokumill --version | awk '/^engines:/ { on = 1; next } on && !/not on this/ { print $1 }'))
for ((round = 1; round <= rounds; ++round)); do
  echo "engines, round $round of $rounds" >&2
  for set in "${sets[@]}"; do
    for engine in "${engines[@]}"; do
      seconds dokumill solve "$set" -o /dev/null --threads 1 --engine $engine >>times/$set.$engine
    done
  done
done
echo
echo "| file | puzzles | engine | puzzles/s, best | median |"
echo "|---|---|---|---|---|"
for set in "${sets[@]}"; do
  puzzles=$(wc -l <"$set")
  for engine in "${engines[@]}"; do
    best_and_median times/$set.$engine | awk -v puzzles="$puzzles" -v set="$set" -v engine="$engine" \
      '{ printf "| %s | %d | %s | %.0f k | %.0f k |\n", set, puzzles, engine, puzzles / $1 / 1000, puzzles / $3 / 1000 }'
  done
done
