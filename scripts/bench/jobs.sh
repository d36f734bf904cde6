# bench.sh --jobs [ROUNDS [LIST...]]: complete commands as docs/throughput.md shows them.
#
# Prints two tables in Markdown: seconds per command, and puzzles per second of each engine on one
# thread. LIST is a file of puzzles, one per line, that is solved in addition to our own puzzles, for
# example the known list of puzzles with 17 clues. The files stay in the page cache.
rounds=${1:-5}
lists=()
for list in "${@:2}"; do lists+=("$(realpath "$list")"); done
prepare build dokumill_cli make_puzzles
PATH=$build:$PATH

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

# A file is removed just before the command writes it again, because this frees its memory for the
# command. On virtual machines that reclaim idle memory, getting reclaimed memory back is about six
# times slower than using free memory.
commands() {
  for ((job = 0; job < ${#jobs[@]}; ++job)); do
    output=sudoku.txt
    [[ ${jobs[job]} =~ -o\ ([a-z.]+) ]] && output=${BASH_REMATCH[1]}
    rm -f "$output"
    seconds job.$job dokumill ${jobs[job]}
    if [ "$job" -eq 0 ]; then
      rm -f copy.txt
      seconds copy cp --reflink=never b.txt copy.txt
    fi
  done
}
in_rounds commands
where
echo
echo "| command | best, s | median, s |"
echo "|---|---|---|"
for ((job = 0; job < ${#jobs[@]}; ++job)); do echo "| dokumill ${jobs[job]} | $(best job.$job) | $(median job.$job) |"; done
echo "| cp --reflink=never b.txt copy.txt | $(best copy) | $(median copy) |"

names=($(dokumill --version | awk '/^engines:/ { on = 1; next } on && !/not on this/ { print $1 }'))
engines() {
  for set in "${sets[@]}"; do
    for engine in "${names[@]}"; do seconds $set.$engine dokumill solve "$set" -o /dev/null --threads 1 --engine $engine; done
  done
}
in_rounds engines
echo
echo "| file | puzzles | engine | puzzles/s, best | median |"
echo "|---|---|---|---|---|"
for set in "${sets[@]}"; do
  puzzles=$(wc -l <"$set")
  for engine in "${names[@]}"; do
    echo "| $set | $puzzles | $engine | $(rate "$puzzles" "$(best $set.$engine)") | $(rate "$puzzles" "$(median $set.$engine)") |"
  done
done
