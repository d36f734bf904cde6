# bench.sh --ranks [ROUNDS [SCALE]]: dokumill-mpi on this machine, for docs/clusters.md.
#
# Compares 2 processes of 1 thread with 1 process of 2 threads, for `generate puzzles` and `rate`,
# and measures the joining of a large output by 1 and by 2 processes. Prints medians in Markdown. The
# efficiency is the time of 1 process of 2 threads divided by that of 2 processes of 1 thread.
#
# The default of 7 rounds takes about 5 minutes on two processors. SCALE multiplies the number of
# records (default 1). Run it on a quiet machine. MPIEXEC=PROGRAM starts the processes.
rounds=${1:-7}
scale=${2:-1}
mpiexec=${MPIEXEC:-$(command -v mpirun.openmpi || command -v mpirun)}
prepare build dokumill_cli dokumill_mpi
one="$build/dokumill" many="$build/dokumill-mpi"
# Let Open MPI run as root, as in a container, and start more processes than there are processors.
# It must not bind a process to a processor, because other programs may use this processor.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none

scaled() { awk -v number="$1" -v scale="$scale" 'BEGIN { printf "%d", number * scale }'; }
minus() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f", a - b }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }
# without_start NAME PROCESSES: the median, less the median of the time in which the processes
# start.
without_start() { minus "$(median "$1")" "$(median "start.$2")"; }
ranks() { local processes=$1; shift; "$mpiexec" -n "$processes" "$many" "$@"; }

"$one" generate puzzles -n "$(scaled 400000)" --seed 1 -o puzzles.txt -q
jobs=("generate puzzles --minimal -n $(scaled 400000) --seed 2" "rate puzzles.txt")
names=(generate rate)

# If the output of a run cannot grow to its final size, the run leaves its complete pieces. Each
# measured run gets a copy of these pieces, so it only joins them.
boards=$(scaled 4000000)
joining=(generate boards -n "$boards" --to line --threads 1)
"$one" generate boards -n "$boards" --to line -o joined.wanted.txt -q
bytes=$(stat -c %s joined.wanted.txt)
# The limit on the size of files must leave room for the files of mpirun, about 4 MB.
[ "$bytes" -gt 12000000 ] || { echo "bench.sh: SCALE is too small: expected an output of 12 MB to join, got $bytes bytes" >&2; exit 1; }
(ulimit -f $((bytes / 1024 / 2)) && ranks 2 "${joining[@]}" -o joined.out >/dev/null 2>messages) &&
  { echo "bench.sh: the pieces were joined too early" >&2; exit 1; }
ls .joined.out.pieces/1.json >/dev/null || { cat messages >&2; exit 1; }
rm -f .joined.out.pieces/lock
mv .joined.out.pieces kept

runs() {
  for job in 0 1; do
    read -ra words <<<"${jobs[job]}"
    rm -f a.txt b.txt
    seconds "${names[job]}.1x2" ranks 1 "${words[@]}" -o a.txt --threads 2
    seconds "${names[job]}.2x1" ranks 2 "${words[@]}" -o b.txt --threads 1
    cmp a.txt b.txt
    rm -f b.txt
    seconds "${names[job]}.plain" "$one" "${words[@]}" -o b.txt --threads 2
    cmp a.txt b.txt
  done
  for processes in 1 2; do
    rm -rf .joined.out.pieces joined.out
    cp -al kept .joined.out.pieces  # the run only reads and removes them
    seconds "join.$processes" ranks "$processes" "${joining[@]}" -o joined.out
    grep -q 'are complete already' messages || { echo "bench.sh: the pieces were made again" >&2; exit 1; }
    [ "$round" -gt 0 ] || cmp joined.out joined.wanted.txt
  done
  for processes in 1 2; do seconds "start.$processes" ranks "$processes" --help; done
}
in_rounds runs

where
echo
echo "| command | dokumill, 2 threads | 1 process x 2 threads | 2 processes x 1 thread | efficiency | without the start |"
echo "|---|---:|---:|---:|---:|---:|"
for job in 0 1; do
  name=${names[job]}
  echo "| \`${jobs[job]}\` | $(median "$name.plain") s | $(median "$name.1x2") s | $(median "$name.2x1") s |" \
    "$(ratio "$(median "$name.1x2")" "$(median "$name.2x1")") |" \
    "$(ratio "$(without_start "$name.1x2" 1)" "$(without_start "$name.2x1" 2)") |"
done
echo
echo "| joining $bytes bytes | time | without the start |"
echo "|---|---:|---:|"
echo "| by 1 process | $(median join.1) s | $(without_start join.1 1) s |"
echo "| by 2 processes | $(median join.2) s | $(without_start join.2 2) s |"
echo
echo "Start of 1 process and of 2 processes (\`--help\`): $(median start.1) s, $(median start.2) s."
