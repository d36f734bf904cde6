# bench.sh --peers [ROUNDS]: dokumill and the solvers and generators that Debian packages.
#
# All programs get the same puzzles in the same run, use one thread, and are measured as whole
# processes, one after the other. Prints tables in Markdown with the median rates (default: 3
# rounds).
#
# Every answer of a peer is compared with dokumill's. SAT solvers get one file in DIMACS format per
# puzzle, and search for one solution; writing these files is not timed. All other solvers search
# for a second solution as well.
#
# With a --PEER PROGRAM, built_peers.sh measures the peers that you have built instead.
rounds= lists=()
declare -A built=()
while [ $# -gt 0 ]; do
  case $1 in
    --tdoku | --schoku | --forge | --skfr)
      built[${1#--}]=$(realpath -e "${2:?bench.sh: $1 wants the path of a program}")
      shift
      ;;
    -* | '') echo "bench.sh: --peers has no flag '$1'" >&2; exit 2 ;;
    *[!0-9]*) lists+=("$(realpath -e "$1")") ;;
    *) rounds=$1 ;;
  esac
  shift
done
if [ ${#built[@]} -gt 0 ]; then
  : "${rounds:=5}"
  prepare build dokumill_cli make_puzzles
  source "$here/built_peers.sh"
  exit
fi
: "${rounds:=3}"
prepare peers dokumill_cli make_puzzles
dokumill="$build/dokumill"

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
  cmp -s lines expected || { echo "bench.sh: $1 has other answers to $2 than dokumill" >&2; exit 1; }
}

peers=(qqwing sudoku minisat cadical picosat)
programs() {
  for set in easy minimal hard; do
    seconds $set.dokumill run_dokumill $set
    seconds $set.dokumill_many run_dokumill_many $set
    for peer in "${peers[@]}"; do
      seconds $set.$peer run_$peer $set
      judge $peer $set
    done
  done
  seconds make.dokumill "$dokumill" generate puzzles -q -n 100000 --threads 1 -o made
  seconds make.qqwing qqwing --generate 100 --one-line
  seconds make.sudoku /usr/games/sudoku -g20 -fcompact
}
in_rounds programs
where
echo
echo "| solver | easy (33 clues) | minimal | hard |"
echo "|---|---|---|---|"
row() {  # NAME KEY PUZZLES
  local line="| $1, $3 puzzles |"
  for set in easy minimal hard; do line+=" $(rate "$3" "$(median $set.$2)") |"; done
  echo "$line"
}
row dokumill dokumill_many $many
row dokumill dokumill $few
row "qqwing $(qqwing --version | grep -oE '[0-9.]+$')" qqwing $few
for package in sudoku minisat cadical picosat; do
  count=$fewer
  [ $package = sudoku ] && count=$few
  row "$package $(dpkg-query -W -f='${Version}' $package | sed 's/^[0-9]*://; s/[-+].*//')" $package $count
done
echo
echo "| generator of puzzles with one solution | puzzles/s |"
echo "|---|---|"
for made in dokumill:100000 qqwing:100 sudoku:20; do
  echo "| ${made%:*} | $(rate "${made#*:}" "$(median make.${made%:*})") |"
done
