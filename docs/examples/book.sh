#!/bin/sh
# Makes a book of 24 puzzles that get harder, with the answers on the last pages.
#
#   sh book.sh book.pdf
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for level in easy medium hard expert; do
  # Puzzles of a seed are the same on every machine, so the book can be printed again.
  dokumill generate puzzles -n 6 --seed 2026 --difficulty $level --symmetry rotational -q \
    -o "$folder/$level.txt"
done
dokumill book "$folder/easy.txt" "$folder/medium.txt" "$folder/hard.txt" "$folder/expert.txt" \
  --title 'From easy to expert' -q -o "$1"
