#!/usr/bin/env bash
# Installs what is missing, builds, and runs dokumill with the arguments given. Without arguments it does the main job on data that
# it makes itself: a million boards into a file, a million puzzles solved into a file, both checked.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/release"

"$root/scripts/setup.sh" build
"$root/scripts/build_release" "$root" dokumill_cli make_puzzles
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
