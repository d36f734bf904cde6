#!/usr/bin/env bash
# Installs missing packages, builds, and runs dokumill with the given arguments. Without arguments
# it runs the main jobs on generated data: it writes a million boards to a file, solves a million
# puzzles into a file, and checks both. Only `run.sh play` installs and builds what the page needs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/release"

if [ "${1:-}" = play ]; then
  "$root/scripts/setup.sh" play
  "$root/scripts/build_release" "$root" -DDOKUMILL_PAGE=ON dokumill_cli
else
  "$root/scripts/setup.sh" build
  "$root/scripts/build_release" "$root" dokumill_cli make_puzzles
fi
dokumill="$build/dokumill"

if [ $# -gt 0 ]; then exec "$dokumill" "$@"; fi

data="$root/build/demo"
mkdir -p "$data"
cd "$data"
rm -f boards.txt puzzles.txt solved.txt
show() { echo "\$ dokumill $*"; "$dokumill" "$@"; }
"$dokumill" --version
echo
echo "A million distinct boards:"
show generate boards -n 1000000 -o boards.txt
echo
echo "A million puzzles of about 33 clues, solved in order into one file:"
"$build/bench/make_puzzles" easy 1000000 1 >puzzles.txt
show solve puzzles.txt -o solved.txt
echo
echo "Both checked:"
show check --duplicates boards.txt
show check --duplicates solved.txt
echo
ls -l "$data"
