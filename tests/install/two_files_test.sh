#!/usr/bin/env bash
# two_files_test.sh DOKUMILL COMPILER: writes the two files of scripts/amalgamate to an empty folder,
# compiles them there with the example of the documentation, and compares the answers of every
# engine with those of the command.
#
# Programs for arm64 run in qemu-aarch64 (Debian: qemu-user). Without it, the test is skipped (77).
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: two_files_test.sh DOKUMILL COMPILER" >&2; exit 2; }
program=$1 compiler=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
emulator=()
if [[ $compiler == *aarch64* ]]; then
  command -v qemu-aarch64 >/dev/null || { echo "two_files_test: qemu-aarch64 is not installed"; exit 77; }
  emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "two_files_test: $*" >&2; exit 1; }

mkdir made
"$root/scripts/amalgamate" made
cp "$root/docs/examples/embed.cpp" made
(cd made && "$compiler" -std=c++20 -O2 -Wall -Wextra -Werror embed.cpp dokumill_solver.cpp -o embed)
"$root/scripts/amalgamate" again
for file in again/*; do cmp "$file" "made/$(basename "$file")" || fail "other bytes the second time"; done
machine=$("$compiler" -dumpmachine)
[[ $machine != x86_64* ]] || "$root/scripts/check_wide_code" made/embed

# Easy puzzles, enough for the bit planes; minimal ones; puzzles with several solutions or none.
"$program" generate puzzles -n 1200 --difficulty easy -q -o easy.txt
"$program" generate puzzles -n 300 -q -o minimal.txt
"$program" generate boards -n 300 --family random --to line -q -o boards.txt
awk '{ n = split($0, cell, ""); line = ""
       for (i = 1; i <= n; ++i) line = line ((i * 37 + NR * 11 + int(i / 9) * NR) % 81 < 26 + NR % 12 ? cell[i] : 0)
       if (NR % 10 == 0) sub(/0/, NR % 9 + 1, line)
       print line }' boards.txt >mixed.txt
cat easy.txt minimal.txt mixed.txt >puzzles.txt
"$program" solve puzzles.txt -q -o solved.txt 2>problems.txt || true
"$program" solve --count 1000 puzzles.txt -q -o counts.txt 2>>problems.txt || true
"$program" canon puzzles.txt -q -o canon.txt
paste -d ' ' solved.txt counts.txt canon.txt >expected.txt
for kind in 0 1; do
  [ "$(cut -d ' ' -f 2 expected.txt | grep -cx $kind)" -gt 10 ] || fail "too few puzzles with $kind solutions"
done
[ "$(cut -d ' ' -f 2 expected.txt | grep -cvx '[01]')" -gt 10 ] || fail "too few puzzles with several solutions"

engines=0
for engine in auto avx512 avx2 portable reference; do
  if "${emulator[@]}" made/embed $engine <puzzles.txt >answers.txt 2>refused.txt; then
    cmp answers.txt expected.txt || fail "$engine: other answers"
    engines=$((engines + 1))
  else
    grep -qE "^embed: engine '$engine' is (unknown|not available on this processor)" refused.txt ||
      fail "$engine: $(cat refused.txt)"
  fi
done
[ $engines -ge 3 ] || fail "only $engines engines"
echo "$engines engines, $(wc -l <puzzles.txt) puzzles: the same answers ($machine)"
