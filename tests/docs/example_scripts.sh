#!/usr/bin/env bash
# example_scripts.sh DOKUMILL EXAMPLES HAS_BOOK: runs the shell scripts of docs/examples, and compares
# what they write with what a single command writes. HAS_BOOK is 1 if the build has `book`.
set -euo pipefail
examples=$2
PATH=$(dirname "$1"):$PATH
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

dokumill generate puzzles -n 50 --seed 3 -q -o puzzles.txt
dokumill rate puzzles.txt --to csv -q -o whole.csv
sh "$examples/job_array.sh" puzzles.txt here.csv
cmp whole.csv here.csv
for task in 4 2 1 3; do SLURM_ARRAY_TASK_ID=$task sh "$examples/job_array.sh" puzzles.txt array.csv; done
sh "$examples/job_array.sh" puzzles.txt array.csv merge
cmp whole.csv array.csv
[ "$(echo *)" = "array.csv array.csv.json here.csv here.csv.json puzzles.txt whole.csv" ]

if [ "$3" = 1 ]; then
  sh "$examples/book.sh" book.pdf
  text=$(pdftotext book.pdf -)
  for words in 'From easy to expert' Easy Medium Hard Expert 24; do grep -qw "$words" <<<"$text"; done
  if grep -qw 25 <<<"$text"; then exit 1; fi
fi
