#!/usr/bin/env bash
# mpi_test.sh MPIEXEC DOKUMILL_MPI DOKUMILL: dokumill-mpi must give the bytes, the reports and the
# exit status of dokumill for any number of processes, and must continue from the pieces of an
# earlier run.
set -uo pipefail
mpiexec=$1 many=$(realpath "$2") one=$(realpath "$3")
[ -x "$many" ] && [ -x "$one" ] || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# Let Open MPI run as root, as in a container, and start more processes than there are processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

timeout 60 "$mpiexec" -n 2 "$many" --help >help.txt 2>start.txt ||
  { echo "no processes can be started here:"; head -3 start.txt; exit 77; }
grep -q 'usage: mpirun' help.txt || { echo "no help"; exit 1; }

failed=0
fail() { echo "FAILED: $*"; failed=1; }
# many PROCESSES WORDS...: runs the job and writes its messages to messages.txt. When a process ends
# with an exit status that is not 0, mpirun waits one or two seconds before it kills the others;
# here it does not wait. (In a run of this script, half of 118 jobs end so.)
many() {
  local processes=$1
  shift
  OMPI_MCA_odls_base_sigkill_timeout=0 timeout 120 "$mpiexec" -n "$processes" "$many" "$@" --threads 1 >out.txt 2>messages.txt
}
# messages FILE: prints the lines of FILE that the command wrote, except the lines that have times.
# Lines of mpirun are left out.
messages() { grep '^dokumill' "$1" | grep -v ' s, '; }
# same_reports A B: succeeds if the reports are equal, except for times and for members that depend
# on the processes.
same_reports() {
  python3 - "$@" <<'PYTHON'
import json, sys
one, many = (json.load(open(name)) for name in sys.argv[1:])
for report in one, many:
    for member in ('seconds', 'records_per_second', 'threads', 'stages', 'pieces', 'spilled_bytes'): report.pop(member, None)
sys.exit(one != many)
PYTHON
}
# same NAME WORDS...: runs the job with dokumill, and with dokumill-mpi on 1, 2 or 3 processes in
# turn, and compares the results. The output is NAME. tests/crossing compares the plain jobs.
cases=0
same() {
  local name=$1 wanted processes status
  shift
  cases=$((cases + 1))
  "$one" "$@" -o "one.$name" --report one.json --threads 1 2>one.txt
  wanted=$?
  processes=$((cases % 3 + 1))
  many "$processes" "$@" -o "$name" --report many.json
  status=$?
  [ "$status" = "$wanted" ] || fail "$* on $processes: exit status $status, not $wanted: $(cat messages.txt)"
  cmp "one.$name" "$name" || fail "$* on $processes: other bytes"
  same_reports one.json many.json || fail "$* on $processes: another report"
  diff <(messages one.txt) <(messages messages.txt) || fail "$* on $processes: other messages"
  rm -f "$name" many.json
  [ ! -e ".$name.pieces" ] || fail "$* on $processes: the folder of the pieces is left"
}

"$one" generate puzzles -n 1500 --clues 27..32 --seed 3 -o lines.txt -q
"$one" generate puzzles -n 1500 --seed 4 --to csv -o table.csv -q
{ sed -n 1,400p lines.txt; echo bad; sed -n 401,900p lines.txt; echo 12x; sed -n 901,1500p lines.txt; } >bad.txt

"$one" generate boards -n 400 --family random -o given.txt -q
same from_boards.csv generate puzzles --from-boards given.txt --where 'automorphisms = 1'
printf '0.3 --difficulty easy\n0.7 --clues 24..30\n' >mix.txt
same mixed.csv generate puzzles -n 300 --mix mix.txt
same solved.csv solve table.csv --keep-columns --solution-column answer
same bad.out solve bad.txt
same excused.out convert bad.txt --malformed-ok
sed '1s/puzzle,solution/unsolved,solved/' table.csv >unnamed.csv
same unmapped.csv canon unnamed.csv --column unsolved
same totals.txt check bad.txt lines.txt
same each.txt check bad.txt --each

# split has two outputs.
for words in '' '--share 50% --to grid' '--share 0%'; do
  "$one" split bad.txt table.csv $words --train one.a --test one.b --report one.json --threads 1 2>one.txt
  wanted=$?
  many 3 split bad.txt table.csv $words --train many.a --test many.b --report many.json
  [ $? = $wanted ] || fail "split $words on 3: not $wanted: $(cat messages.txt)"
  cmp one.a many.a && cmp one.b many.b || fail "split $words on 3: other bytes"
  same_reports one.json many.json || fail "split $words on 3: another report"
  diff <(messages one.txt) <(messages messages.txt) || fail "split $words on 3: other messages"
  [ ! -e .many.a.pieces ] || fail "split $words on 3: the folder of the pieces is left"
done

# Equal records are found even if they are in different pieces. The first of them is kept, whichever
# process reads it. Most records of these inputs repeat an earlier record or are images of one.
"$one" augment lines.txt --times 1 --seed 5 --to csv -o images.csv -q
python3 - <<'PYTHON'
import random
random.seed(18)
lines = [line for line in open('lines.txt')]
with open('repeated.txt', 'w') as out:
    for number in range(6000):
        line = random.choice(lines[:900]).strip() + random.choice(['', f' # {number}', '\t8.3'])
        out.write((line if random.random() < 0.99 else 'bad') + '\n')
PYTHON
same distinct.txt dedupe repeated.txt lines.txt
same distinct.csv dedupe images.csv
same distinct.grid dedupe bad.txt repeated.txt --to grid --malformed-ok
same classes.txt dedupe --symmetry repeated.txt images.csv --to line
same small.txt dedupe repeated.txt --memory 64K
same pairs.txt check repeated.txt lines.txt --duplicates
same words.txt check lines.txt repeated.txt --duplicates --each --minimal --memory 64K
same excused.txt check repeated.txt --duplicates --malformed-ok

# Outputs of more than 4 MiB are joined by all processes, in ranges of 4 MiB.
"$one" generate boards -n 120000 --to line -o boards.line -q
large() {
  local name=$1 processes
  shift
  "$one" "$@" -o "one.$name" --threads 1 -q || fail "$*"
  for processes in 2 7; do
    many "$processes" "$@" -o "$name" || fail "$* on $processes: $(cat messages.txt)"
    case $name in
      *.gz) cmp <(gzip -dc "one.$name") <(gzip -dc "$name") || fail "$* on $processes: other bytes" ;;
      *) cmp "one.$name" "$name" || fail "$* on $processes: other bytes" ;;
    esac
    [ -z "$(ls -d ".$name".* 2>/dev/null)" ] || fail "$* on $processes: a folder or a temporary file is left"
  done
  [ "$(stat -c %s "$name")" -gt 4500000 ] || fail "$name is too small for this test"
  rm -f "$name" "one.$name"
}
large large.txt generate boards -n 120000 --to line
large large.npy convert boards.line
large large.gz generate boards -n 150000 --family random --to line
large synced.npy convert boards.line --fsync
"$one" split boards.line --to grid --share 40% --train one.a --test one.b -q
many 3 split boards.line --to grid --share 40% --train many.a --test many.b || fail "a large split: $(cat messages.txt)"
cmp one.a many.a && cmp one.b many.b || fail "a large split: other bytes"
[ -z "$(ls -d .many.* 2>/dev/null)" ] || fail "a large split: a folder or a temporary file is left"

# The output is a link to a file in another folder, so the temporary file is in that folder.
mkdir -p elsewhere
ln -sf elsewhere/linked.npy linked.npy
"$one" convert boards.line -o one.npy -q
many 3 convert boards.line -o linked.npy || fail "a link: $(cat messages.txt)"
[ -L linked.npy ] && cmp one.npy elsewhere/linked.npy || fail "a link: other bytes"

# Joining the pieces fails because of a limit on the size of files, and because of a full disk. The
# old output stays. When the limit is lifted or the disk is larger, the same command continues from
# the pieces.
# not_joined WORDS COMMAND...: checks that the command fails with a message that contains WORDS, and
# that the old output full/out.line and the pieces stay.
not_joined() {
  local words=$1 status
  shift
  echo old >full/out.line
  "$@"
  status=$?
  [ $status = 2 ] && grep -q "$words" messages.txt || fail "$words: exit status $status: $(cat messages.txt)"
  [ "$(cat full/out.line)" = old ] || fail "$words: the old output is gone"
  [ -z "$(ls -d full/.out.line.*.tmp 2>/dev/null)" ] || fail "$words: a temporary file is left"
  ls full/.out.line.pieces/1.json >/dev/null || fail "$words: the pieces are gone"
}
rejoined() {
  many 2 generate boards -n 120000 --to line -o full/out.line || fail "$1, the rerun: $(cat messages.txt)"
  grep -q '24 of 24 pieces are complete already' messages.txt || fail "$1, the rerun began anew: $(cat messages.txt)"
  cmp full/out.line boards.line || fail "$1, the rerun: other bytes"
}
mkdir -p full
# The limit also holds for the shared memory of the MPI: 16 MB in Open MPI 5, if nothing else is asked.
limited() { (ulimit -f 5000 && export OMPI_MCA_btl_sm_segment_size=1048576 && many 3 generate boards -n 120000 --to line -o full/out.line); }
not_joined 'File too large' limited
rejoined 'a limit'
if unshare -rm true 2>/dev/null; then
  export -f many fail not_joined rejoined
  export mpiexec many one
  cat >full.sh <<'SHELL'
failed=0
mount -t tmpfs -o size=16m none full || exit 77
not_joined 'rank [0-2] of 3): joining the pieces failed: .*No space left on device' \
  many 3 generate boards -n 120000 --to line -o full/out.line
mount -o remount,size=64m full
rejoined 'a full disk'
exit $failed
SHELL
  unshare -rm bash full.sh
  status=$?
  [ $status = 0 ] || [ $status = 77 ] || fail "a full disk"
fi

# refused WORDS COMMAND...: the command is refused before any work, and its messages contain WORDS.
# Every third command runs on two processes, and the others on one without mpirun, which takes a
# second to start and end.
refusals=0
refused() {
  local words=$1 status
  shift
  refusals=$((refusals + 1))
  if [ $((refusals % 3)) = 1 ]; then
    many 2 "$@"
  else
    timeout 120 "$many" "$@" --threads 1 >out.txt 2>messages.txt
  fi
  status=$?
  [ $status != 0 ] || fail "$*: accepted"
  [ "$(wc -l <messages.txt)" -ge 1 ] && grep -q "$words" messages.txt || fail "$*: $(cat messages.txt)"
}
refused 'must be a file' solve lines.txt
refused 'must be a file' solve lines.txt -o /dev/null
refused 'only solve' shuffle lines.txt -o x
refused 'share standard input' dedupe - -o x
refused 'bytes of memory are too few\|at least' dedupe lines.txt --memory 5 -o x
refused 'is not a cell' dedupe bad.txt --strict -o strict.out
refused 'parquet is not joined' solve lines.txt -o x.parquet
refused 'x.foo: no output format has the ending .foo' solve lines.txt -o x.foo
refused 'against is not for dokumill-mpi' dedupe lines.txt --against lines.txt -o x.txt
refused 'json is not joined' solve lines.txt -o x.json
refused 'No such file' solve nothing.txt -o x
refused 'must be a file (see --test)' split lines.txt --train x --test -
refused 'train and --test are the same' split lines.txt --train x --test ./x
refused 'report and the output are the same' solve lines.txt -o x --report ./x
refused 'report and --test are the same' split lines.txt --train x --test y --report ./y
refused 'no/y.json: No such file' solve lines.txt -o x --report no/y.json
refused 'not for dokumill-mpi' solve lines.txt --piece 1/2 -o x
refused 'expected one of' solve lines.txt --to nothing -o x
refused 'share standard input' solve - -o x
refused 'expected a value' solve table.csv --solution-column '' -o x
gzip -k lines.txt
refused 'compressed' solve lines.txt.gz -o x
[ ! -e .x.pieces ] || fail 'a refused job leaves a folder'

# Nothing that the run reads is replaced, whatever its name.
echo lines.txt >list
ln -s lines.txt lines.link
ln lines.txt lines.hard
sha256sum lines.txt table.csv list >sums
for report in lines.txt ./lines.txt lines.link lines.hard; do
  refused 'report and the input are the same file' solve lines.txt -o x --report $report
  refused 'report and the input are the same file' solve table.csv lines.txt -o x --report $report
  refused 'report and the input are the same file' solve --files-from list -o x --report $report
done
refused 'report and --files-from are the same file' solve --files-from list -o x --report ./list
refused 'output and --files-from are the same file' solve --files-from list -o list
refused 'test and --files-from are the same file' split --files-from list --train x --test list
# The folder of an earlier run has the file that is named.
mkdir .x.pieces
cp lines.txt .x.pieces/1.out
printf 'pieces 1\nother\n' >.x.pieces/job
ln -s .x.pieces/1.out in.pieces
for input in .x.pieces/1.out in.pieces; do
  refused 'is in the folder of the pieces' solve $input -o x --restart
done
refused 'is in the folder of the pieces' solve lines.txt -o x --report .x.pieces/1.json --restart
cmp .x.pieces/1.out lines.txt || fail 'a piece that is an input is gone'
rm -r .x.pieces in.pieces
# What cannot be written is found before any work, and no folder is left.
mkdir -p folder
touch closed
chmod 444 closed
refused 'without compression' check lines.txt -o t.gz
refused 'without compression' check lines.txt -o t --compress gzip
refused 'closed: Permission denied: the file is write-protected' solve lines.txt -o closed
refused 'closed: Permission denied: the file is write-protected' solve lines.txt -o x --report closed
refused 'closed: Permission denied: the file is write-protected' split lines.txt --train x --test closed
refused 'no/x: No such file' solve lines.txt -o no/x
refused 'must be a file' solve lines.txt -o folder
refused 'folder: is a directory' solve lines.txt -o x --report folder
refused 'gzip files is not supported' solve lines.txt -o x --report r.gz
refused 'list: exists already' solve lines.txt -o list --no-clobber
refused 'list: exists already' solve lines.txt -o x --report list --no-clobber
if [ "$(id -u)" != 0 ]; then
  mkdir locked
  chmod 555 locked
  refused 'Permission denied' solve lines.txt -o locked/x
  refused 'Permission denied' solve lines.txt -o x --report locked/r
fi
sha256sum -c --quiet sums || fail 'a file that was read is gone'
[ -z "$(ls -d .{x,t,t.gz,closed,list}*.pieces 2>/dev/null)$(ls -A folder)" ] || fail 'a refused job leaves a folder'
# The processes read more inputs than are kept open, and replace an input only at the end.
mkdir many
for i in $(seq 300); do sed -n "$((i * 4 - 3)),$((i * 4))p" bad.txt >many/$i; done
same joined.csv convert many/* --from line --to csv
cp lines.txt own.txt
many 2 solve own.txt -o own.txt || fail "an input that is replaced: $(cat messages.txt)"
cmp own.txt <("$one" solve lines.txt -q) || fail 'an input that is replaced: other bytes'

# A run that is killed leaves the old output. The same command continues from the complete pieces.
"$one" generate puzzles -n 30000 --seed 9 -o long.txt -q
"$one" rate long.txt -o rated.wanted.txt -q --threads 1
echo old >rated.out
for round in 1 2; do
  "$mpiexec" -n 3 "$many" rate long.txt -o rated.out --threads 1 >/dev/null 2>&1 &
  for _ in $(seq 200); do
    [ "$(ls .rated.out.pieces 2>/dev/null | grep -c json)" -ge $((round * 2)) ] && break
    sleep 0.02
  done
  pkill -9 -f "$many rate long.txt" || true
  wait
  [ "$(cat rated.out 2>/dev/null | head -c 3)" = old ] || { cmp -s rated.out rated.wanted.txt || fail "round $round: the output is neither old nor new"; break; }
  ls .rated.out.pieces/*.json >/dev/null 2>&1 || fail "round $round: no complete piece is left"
done
if [ -d .rated.out.pieces ]; then
  # Another job does not use these pieces.
  refused 'pieces of another job' rate long.txt --keep-columns -o rated.out
  many 2 rate long.txt -o rated.out || fail "the rerun: $(cat messages.txt)"
  grep -q 'pieces are complete already' messages.txt || fail "the rerun began anew: $(cat messages.txt)"
  cmp rated.out rated.wanted.txt || fail "the rerun: other bytes"
fi

# The same holds for each step of dedupe (keys, buckets, pieces): the killed run leaves the old
# output, and complete parts are not made again.
"$one" augment long.txt --times 1 --seed 6 --to line -o twins.txt -q 2>/dev/null ||
  "$one" augment long.txt --times 1 --seed 6 --to csv -o twins.txt -q
"$one" dedupe --symmetry --to line long.txt twins.txt -o dedupe.wanted.txt -q --threads 1
echo old >dedupe.out
for wanted in keys. repeats. json; do
  "$mpiexec" -n 3 "$many" dedupe --symmetry --to line long.txt twins.txt -o dedupe.out --threads 1 >/dev/null 2>&1 &
  for _ in $(seq 400); do
    [ "$(ls .dedupe.out.pieces 2>/dev/null | grep -cF "$wanted")" -ge 2 ] && break
    sleep 0.01
  done
  pkill -9 -f "$many dedupe --symmetry --to line long.txt" || true
  wait
  [ "$(head -c 3 dedupe.out)" = old ] || break  # the run had ended before it was killed
done
if [ -d .dedupe.out.pieces ]; then
  refused 'pieces of another job' dedupe --to line long.txt twins.txt -o dedupe.out
  many 2 dedupe --symmetry --to line long.txt twins.txt -o dedupe.out || fail "the rerun of dedupe: $(cat messages.txt)"
  grep -q 'are complete already' messages.txt || fail "the rerun of dedupe began anew: $(cat messages.txt)"
fi
cmp dedupe.out dedupe.wanted.txt || fail "the rerun of dedupe: other bytes"
[ ! -e .dedupe.out.pieces ] || fail "the rerun of dedupe: the folder of the pieces is left"

# While all processes join the pieces, the first one, the last one or all of them are killed. The
# next run removes the temporary file of the killed process, and joins the same pieces.
"$one" generate boards -n 1000000 --to line -o joined.wanted.txt -q
for victim in first last all; do
  echo old >joined.out
  "$mpiexec" -n 3 "$many" generate boards -n 1000000 --to line -o joined.out --threads 1 >/dev/null 2>&1 &
  for _ in $(seq 2000); do
    [ -e .joined.out.pieces/joining ] && break
    sleep 0.005
  done
  victims=$(pgrep -f "^$many generate boards -n 1000000")
  case $victim in
    first) kill -9 $(head -1 <<<"$victims") ;;
    last) kill -9 $(tail -1 <<<"$victims") ;;
    all) kill -9 $victims ;;
  esac 2>/dev/null
  wait
  if [ "$(head -c 3 joined.out)" = old ]; then
    echo "killed while the pieces were joined: $victim"
    many 2 generate boards -n 1000000 --to line -o joined.out || fail "the rerun of the join: $(cat messages.txt)"
    grep -q '24 of 24 pieces are complete already' messages.txt || fail "the rerun of the join began anew: $(cat messages.txt)"
  elif [ -d .joined.out.pieces ]; then  # killed while the run removed the folder
    cmp joined.out joined.wanted.txt || fail "the join before $victim was killed: other bytes"
    many 2 generate boards -n 1000000 --to line -o joined.out || fail "the rerun after the join: $(cat messages.txt)"
  fi
  cmp joined.out joined.wanted.txt || fail "the rerun of the join after $victim: other bytes"
  [ -z "$(ls -d .joined.out.* 2>/dev/null)" ] || fail "the rerun of the join after $victim: a folder or a temporary file is left"
done
rm -f joined.*

# A request to stop keeps the complete pieces, too, and an older report does not remain.
echo old >stopped.json
"$mpiexec" -n 2 "$many" rate long.txt -o stopped.out --report stopped.json --threads 1 >/dev/null 2>stopped.txt &
for _ in $(seq 200); do
  [ "$(ls .stopped.out.pieces 2>/dev/null | grep -c json)" -ge 2 ] && break
  sleep 0.02
done
kill -TERM $!
wait
if [ ! -e stopped.out ]; then
  ls .stopped.out.pieces/*.json >/dev/null 2>&1 || fail "a stop: no complete piece is left: $(cat stopped.txt)"
  many 2 rate long.txt -o stopped.out || fail "after a stop: $(cat messages.txt)"
fi
cmp stopped.out rated.wanted.txt || fail "after a stop: other bytes"
[ "$(cat stopped.json)" != old ] || fail "after a stop: the old report is left"

# Two runs at the same time on one output: the second one is refused, with a message about the
# holder of the lock, and the first one is not disturbed. The lock of a run that was killed does not
# stay (see above).
"$mpiexec" -n 2 "$many" rate long.txt -o shared.out --threads 1 >/dev/null 2>shared.txt &
for _ in $(seq 200); do
  [ "$(ls .shared.out.pieces 2>/dev/null | grep -c json)" -ge 1 ] && break
  sleep 0.02
done
pkill -STOP -f "$many rate long.txt -o shared.out"
refused 'another run writes this output: 2 processes, the first one is process' rate long.txt -o shared.out
refused 'another run writes this output' rate long.txt -o shared.out --restart
pkill -CONT -f "$many rate long.txt -o shared.out"
wait
cmp shared.out rated.wanted.txt || fail "two runs at once: $(cat shared.txt)"
[ ! -e .shared.out.pieces ] || fail "two runs at once: the folder of the pieces is left"
# Each output of a run is locked, also the test file and the report in other folders. A lock holds
# for every name of the file, for example for a link.
mkdir -p trains tests reports
ln -sf tests/b link.tests.txt
"$one" split boards.line long.txt --to grid --train wanted.a --test wanted.b --threads 1 -q
"$mpiexec" -n 2 "$many" split boards.line long.txt --to grid --train trains/a --test tests/b --report reports/r.json --threads 1 >/dev/null 2>shared.txt &
for _ in $(seq 400); do
  [ -e trains/.a.pieces/job ] && break
  sleep 0.005
done
pkill -STOP -f "$many split boards.line long.txt --to grid --train trains/a"
if [ -e trains/.a.pieces/job ]; then
  echo "a second run while split is stopped"
  other='another run writes this output: 2 processes'
  refused "trains/a: $other" solve long.txt -o trains/a
  refused "tests/b: $other" solve long.txt -o tests/b
  refused "tests/../tests/b: $other" split long.txt --train x --test tests/../tests/b
  refused "link.tests.txt: $other" rate long.txt -o link.tests.txt
  refused "reports/r.json: $other" split long.txt --train x --test y --report reports/r.json
  refused "trains/a: $other" split long.txt --train x --test trains/a
  many 2 solve lines.txt -o tests/another || fail "another output in the same folder: $(cat messages.txt)"
fi
pkill -CONT -f "$many split boards.line long.txt --to grid --train trains/a"
wait
cmp trains/a wanted.a && cmp tests/b wanted.b || fail "two runs of split at once: $(cat shared.txt)"
[ -z "$(ls -d .x.pieces .y.pieces {trains,tests,reports}/.??* 2>/dev/null)" ] || fail "two runs of split at once: a folder is left"
# If a run ends before it has written its description, it leaves a folder that the next run uses.
mkdir .shared.out.pieces
touch .shared.out.pieces/lock .shared.out.pieces/.job.12ab.tmp
many 2 rate long.txt -o shared.out || fail "a folder with a lock only: $(cat messages.txt)"

# Only process 0 finds the input, because the processes have different working folders. The message
# names a process that does not find it, and the old output stays. When all processes find the
# input, the same command completes the job.
mkdir -p here there
cp -p long.txt here/own.txt
echo old >own.out
apart() {  # not with "mpiexec ... : ...", because that of Debian 13 (Open MPI 5.0.7) crashes
  timeout 120 "$mpiexec" -n 2 sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 0) cd here ;; *) cd there ;; esac; exec "$@"' \
    sh "$many" rate own.txt -o "$work/own.out" --threads 1 >out.txt 2>messages.txt
}
apart
[ $? = 2 ] && grep -q '(rank 1 of 2): piece [0-9]* of 16 failed' messages.txt && grep -q 'own.txt: No such file' messages.txt ||
  fail "a process without the input: $(cat messages.txt)"
[ "$(cat own.out)" = old ] || fail "a process without the input: the old output is gone"
cp -p long.txt there/own.txt
apart || fail "both processes have the input: $(cat messages.txt)"
cmp own.out rated.wanted.txt || fail "both processes have the input: other bytes"

# Processes that srun started without the plugin of this MPI would each run the whole job. So each
# of them fails, and only process 0 prints a message.
SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 timeout 60 "$many" rate long.txt -o alone.out 2>messages.txt
[ $? = 2 ] && grep -q 'srun started 4 processes' messages.txt || fail "srun without plugin: $(cat messages.txt)"
SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=1 timeout 60 "$many" rate long.txt -o alone.out 2>messages.txt
[ $? = 2 ] && [ ! -s messages.txt ] || fail "srun without plugin, process 1: $(cat messages.txt)"
[ ! -e alone.out ] || fail "srun without plugin: an output"

# A folder of another program is not touched.
mkdir .other.txt.pieces
echo precious >.other.txt.pieces/1.txt
refused 'not a folder of pieces' solve lines.txt -o other.txt
[ "$(cat .other.txt.pieces/1.txt)" = precious ] || fail "a foreign file is gone"

# Constraints that cannot be met: the exit status is that of one process.
"$one" generate puzzles -n 3000 --clues 19 --max-tries 1 -o unmet.txt >/dev/null 2>&1
wanted=$?
many 2 generate puzzles -n 3000 --clues 19 --max-tries 1 -o unmet.txt
[ $? = "$wanted" ] || fail "unmet constraints: not $wanted: $(cat messages.txt)"

# Pieces with another description, as after a change of the input, are refused, and --restart
# discards them.
mkdir .rated.out.pieces
printf 'pieces 3\nother\n' >.rated.out.pieces/job
# Only temporary files of the output are removed, whatever the list of an earlier run names.
mkdir -p .rated.out.x
touch precious.tmp ./.rated.out.x/1.tmp ./.rated.out.1a.tmp
printf '%s\n' precious.tmp ./precious.tmp ./.rated.out.x/1.tmp ./.rated.out.1a.tmp >.rated.out.pieces/joining
refused '\-\-restart discards' rate long.txt -o rated.out
[ -e precious.tmp ] && [ -e .rated.out.x/1.tmp ] || fail "a foreign temporary file is gone"
[ ! -e .rated.out.1a.tmp ] || fail "the temporary file of an earlier run is left"
many 2 rate long.txt -o rated.out --restart || fail "--restart: $(cat messages.txt)"
cmp rated.out rated.wanted.txt || fail "--restart: other bytes"

exit $failed
