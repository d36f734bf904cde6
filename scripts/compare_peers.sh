#!/usr/bin/env bash
# compare_peers.sh [ROUNDS]: compares dokumill with the solvers and generators that Debian packages.
#
# All programs get the same puzzles in the same run, use one thread, and are measured as whole
# processes, one after the other, in ROUNDS rounds (default 3). Prints a table in Markdown with the
# median rates.
#
# Every answer of a peer is compared with dokumill's. SAT solvers get one file in DIMACS format per
# puzzle, and search for one solution; writing these files is not timed. All other solvers search
# for a second solution as well.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rounds=${1:-3}
build="$root/build/release"

"$root/scripts/setup.sh" peers
"$root/scripts/build_release" "$root" dokumill_cli make_puzzles
dokumill="$build/dokumill"
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
cd "$data"

# The puzzles, their solutions, and the formats that the peers need.
few=1000 fewer=100 many=1000000
for set in easy minimal hard; do
  "$build/bench/make_puzzles" $set $few 1 >$set.few
  "$build/bench/make_puzzles" $set $many 1 >$set.many
  head -n $fewer $set.few >$set.fewer
  "$dokumill" solve -q $set.few -o $set.solved
  awk '{ print "%" NR; for (i = 0; i < 9; ++i) { row = substr($0, 1 + 9 * i, 9); gsub("0", ".", row); print row } }' $set.few >$set.boards
  mkdir $set.dimacs
  # Variable 81 row + 9 column + digit is true if the cell has the digit. The clauses: each cell has
  # a digit and not two, and no row, column or box has a digit twice.
  awk -v folder=$set.dimacs '
    function var(cell, digit) { return 9 * cell + digit }
    BEGIN {
      for (cell = 0; cell < 81; ++cell) {
        text = text var(cell, 1)
        for (digit = 2; digit <= 9; ++digit) text = text " " var(cell, digit)
        text = text " 0\n"
        ++clauses
        for (a = 1; a <= 9; ++a) for (b = a + 1; b <= 9; ++b) { text = text (-var(cell, a)) " " (-var(cell, b)) " 0\n"; ++clauses }
        row = int(cell / 9); column = cell % 9; box = 3 * int(row / 3) + int(column / 3)
        for (other = cell + 1; other < 81; ++other) {
          r = int(other / 9); c = other % 9
          if (r != row && c != column && 3 * int(r / 3) + int(c / 3) != box) continue
          for (digit = 1; digit <= 9; ++digit) { text = text (-var(cell, digit)) " " (-var(other, digit)) " 0\n"; ++clauses }
        }
      }
    }
    {
      file = sprintf("%s/%04d", folder, NR); givens = ""; count = 0
      for (cell = 0; cell < 81; ++cell) {
        digit = substr($0, cell + 1, 1)
        if (digit > 0) { givens = givens var(cell, digit) " 0\n"; ++count }
      }
      printf "p cnf 729 %d\n%s%s", clauses + count, text, givens >file
      close(file)
    }' $set.fewer
done

# run_PROGRAM SET: runs the program on the set and writes its solutions to the file `answers`.
run_dokumill() { "$dokumill" solve -q --threads 1 $1.few -o answers; }
run_dokumill_many() { "$dokumill" solve -q --threads 1 $1.many -o answers; }
run_qqwing() { qqwing --solve --one-line --count-solutions <$1.few >answers; }
run_sudoku() { /usr/games/sudoku -v -fcompact $1.boards >answers; }
run_minisat() { for file in $1.dimacs/*; do minisat -verb=0 "$file" answer >/dev/null || true; cat answer; done >answers; }
run_cadical() { for file in $1.dimacs/*; do cadical -q "$file" || true; done >answers; }
run_picosat() { for file in $1.dimacs/*; do picosat "$file" || true; done >answers; }
# Converts the true variables of a model to cells.
decode() {
  awk '{ for (i = 1; i <= NF; ++i) if ($i ~ /^[1-9][0-9]*$/ && $i <= 729) { cells = cells (($i - 1) % 9 + 1); if (++count % 81 == 0) { print cells; cells = "" } } }'
}
judge() {  # PEER SET: fails unless the answers equal dokumill's
  case $1 in
    qqwing) grep -E '^[1-9]{81}$' answers >lines; head -n $few $2.solved >expected ;;
    sudoku) grep -E '^[1-9]{9}$' answers | paste -d '' - - - - - - - - - >lines; head -n $few $2.solved >expected ;;
    *) decode <answers >lines; head -n $fewer $2.solved >expected ;;
  esac
  cmp -s lines expected || { echo "compare_peers.sh: $1 has other answers to $2 than dokumill" >&2; exit 1; }
}

now() { local t=$EPOCHREALTIME; echo "${t/[.,]/}"; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
rate_text() { awk -v r="$1" 'BEGIN { if (r >= 1e6) printf "%.1f M", r / 1e6; else if (r >= 1e4) printf "%.0f k", r / 1e3; else if (r >= 1e3) printf "%.1f k", r / 1e3; else printf "%.0f", r }'; }

time_run() {  # FILE COUNT COMMAND...: adds the rate of the command to FILE
  local begin end
  begin=$(now)
  "${@:3}"
  end=$(now)
  awk -v n="$2" -v us=$((end - begin)) 'BEGIN { print n * 1e6 / us }' >>"$1"
}

peers=(qqwing sudoku minisat cadical picosat)
for ((round = 0; round < rounds; ++round)); do
  for set in easy minimal hard; do
    time_run $set.dokumill $few run_dokumill $set
    time_run $set.dokumill_many $many run_dokumill_many $set
    for peer in "${peers[@]}"; do
      case $peer in qqwing | sudoku) count=$few ;; *) count=$fewer ;; esac
      time_run $set.$peer $count run_$peer $set
      judge $peer $set
    done
  done
  time_run make.dokumill 100000 "$dokumill" generate puzzles -q -n 100000 --threads 1 -o made
  time_run make.qqwing 100 qqwing --generate 100 --one-line >/dev/null
  time_run make.sudoku 20 /usr/games/sudoku -g20 -fcompact >/dev/null
done

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$(date -u +%F), ${processor:-unknown processor}, $("$dokumill" --version | head -n 1); puzzles/s on one thread, median of $rounds"
echo
echo "| solver | easy (33 clues) | minimal | hard |"
echo "|---|---|---|---|"
row() {  # NAME KEY
  local line="| $1 |"
  for set in easy minimal hard; do line+=" $(rate_text "$(median <$set.$2)") |"; done
  echo "$line"
}
row "dokumill, $many puzzles" dokumill_many
row "dokumill, $few puzzles" dokumill
row "qqwing $(qqwing --version | grep -oE '[0-9.]+$'), $few puzzles" qqwing
for package in sudoku minisat cadical picosat; do
  count=$fewer
  [ $package = sudoku ] && count=$few
  row "$package $(dpkg-query -W -f='${Version}' $package | sed 's/^[0-9]*://; s/[-+].*//'), $count puzzles" $package
done
echo
echo "| generator of puzzles with one solution | puzzles/s |"
echo "|---|---|"
for maker in dokumill qqwing sudoku; do echo "| $maker | $(rate_text "$(median <make.$maker)") |"; done
