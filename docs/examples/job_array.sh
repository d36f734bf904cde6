#!/bin/sh
# Rates a file in pieces, as a job array of a cluster does, and merges the results. Without a
# scheduler, the pieces run here, one after the other. The output does not depend on their number.
#
#   sh job_array.sh puzzles.txt rated.csv          all pieces here, then merge
#   sbatch --array=1-4 job_array.sh puzzles.txt rated.csv    one piece per task; when all are done:
#   sh job_array.sh puzzles.txt rated.csv merge
set -eu
input=$1 output=$2 pieces=4

piece() {
  dokumill rate "$input" --piece "$1/$pieces" --threads 1 --to csv -q -o "$output.$1" \
    --report "$output.$1.json"
}
merge() {
  dokumill merge "$output".*.json -q -o "$output" --report "$output.json"
  rm "$output".[0-9]*
}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  piece "$SLURM_ARRAY_TASK_ID"
elif [ "${3:-}" = merge ]; then
  merge
else
  for number in 1 2 3 4; do piece $number; done
  merge
fi
