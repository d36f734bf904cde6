#!/usr/bin/env bash
# hosts_test.sh MPIEXEC DOKUMILL_MPI DOKUMILL: runs every command of dokumill-mpi on three hosts.
#
# The hosts are network namespaces on this machine, joined by a bridge. Each host has its own name,
# address, working folder and folder for temporary files. One folder is common to all hosts. Open
# MPI starts its processes on the hosts through the remote shell of this script, as it would through
# ssh. Everything happens inside namespaces that end with this script. The exit status is 77 if
# namespaces are not allowed here, or if the MPI is not Open MPI.
set -uo pipefail
if [ "${1:-}" != --inside ]; then
  mpiexec=$1 many=$(realpath "$2") one=$(realpath "$3")
  [ -x "$many" ] && [ -x "$one" ] || exit 1
  "$mpiexec" --version 2>/dev/null | grep -q 'Open MPI\|OpenRTE' || { echo "not Open MPI"; exit 77; }
  command -v ip >/dev/null || { echo "no program ip"; exit 77; }
  unshare -rnmu true 2>/dev/null || { echo "no namespaces here"; exit 77; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  unshare -rnmu "$0" --inside "$mpiexec" "$many" "$one" "$work"
  exit $?
fi
mpiexec=$2 many=$3 one=$4 work=$5
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# The hosts: n1, n2 and n3 with 10.77.0.1 to 3; mpirun runs on n0, 10.77.0.254.
mkdir -p "$work/shared" "$work/local" "$work/netns" "$work/private"
mount -t tmpfs none /run && mkdir -p /run/netns || exit 77
hostname n0
printf '127.0.0.1 localhost\n10.77.0.254 n0\n10.77.0.1 n1\n10.77.0.2 n2\n10.77.0.3 n3\n' >"$work/hosts"
mount --bind "$work/hosts" /etc/hosts || exit 77
ip link set lo up
ip link add bridge type bridge && ip addr add 10.77.0.254/24 dev bridge && ip link set bridge up || exit 77
for i in 1 2 3; do
  ip netns add n$i || exit 77
  ip link add to-n$i type veth peer name eth0 netns n$i || exit 77
  ip link set to-n$i master bridge up
  ip -n n$i addr add 10.77.0.$i/24 dev eth0
  ip -n n$i link set eth0 up
  ip -n n$i link set lo up
  mkdir -p "$work/private/n$i"
  touch "$work/private/n$i/only-on-n$i"
done
# The remote shell: agent [FLAGS] HOST WORDS... runs a command line on a host.
cat >"$work/agent" <<SHELL
#!/usr/bin/env bash
while [[ \$1 == -* ]]; do shift; done
host=\$1
shift
echo "\$host" >>"$work/started"
exec ip netns exec "\$host" unshare -mu bash -c 'hostname "\$0"; mount --bind "$work/private/\$0" "$work/local"
  mkdir -p "$work/tmp/\$0"; export TMPDIR="$work/tmp/\$0"; cd "$work/local" && exec bash -c "\$*"' "\$host" "\$@"
SHELL
chmod +x "$work/agent"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cd "$work/local"
shared=../shared
# many WORDS...: runs the job with one process on each host, in the host's working folder.
many() {
  timeout 300 "$mpiexec" --host n1:1,n2:1,n3:1 -n 3 --bind-to none --wdir "$work/local" \
    --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include 10.77.0.0/24 \
    --mca btl tcp,self --mca btl_tcp_if_include 10.77.0.0/24 "$many" "$@" --threads 1 \
    >"$work/out.txt" 2>"$work/messages.txt"
}
timeout 60 "$mpiexec" --host n1:1,n2:1,n3:1 -n 3 --bind-to none --wdir "$work/local" \
  --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include 10.77.0.0/24 --mca btl tcp,self \
  --mca btl_tcp_if_include 10.77.0.0/24 bash -c 'echo "$(hostname) $(ls)"' >"$work/where.txt" 2>"$work/messages.txt" ||
  { echo "no processes can be started on the hosts:"; cat "$work/messages.txt"; exit 77; }
sort "$work/where.txt" | diff - <(for i in 1 2 3; do echo "n$i only-on-n$i"; done) ||
  { echo "the hosts are not separate"; exit 1; }

"$one" generate puzzles -n 3000 --seed 3 -o $shared/lines.txt -q
"$one" augment $shared/lines.txt --times 1 --seed 5 --to csv -o $shared/images.csv -q
{ sed -n 1,900p $shared/lines.txt; echo bad; cat $shared/lines.txt; } >$shared/bad.txt
runs=0
# same NAME WORDS...: checks that three hosts give the output and the exit status of one process.
same() {
  local name=$1 wanted status
  shift
  "$one" "$@" -o "$shared/one.$name" --threads 1 -q 2>/dev/null
  wanted=$?
  many "$@" -o "$shared/$name"
  status=$?
  [ $status = $wanted ] || fail "$*: exit status $status, not $wanted: $(cat "$work/messages.txt")"
  cmp "$shared/one.$name" "$shared/$name" || fail "$*: other bytes"
  [ -z "$(ls -d "$shared"/.[!.]* 2>/dev/null)" ] || fail "$*: left: $(ls -d "$shared"/.[!.]*)"
  runs=$((runs + 1))
}
same solved.txt solve $shared/lines.txt
same totals.txt check $shared/bad.txt
same each.txt check $shared/bad.txt --each --duplicates
same rated.txt rate $shared/lines.txt
same canon.txt canon $shared/bad.txt
same kept.txt dedupe $shared/bad.txt
same classes.txt dedupe --symmetry $shared/images.csv --to line
same converted.npy convert $shared/lines.txt
same images.csv.2 augment $shared/lines.txt --times 2 --to csv
same steps.jsonl steps $shared/lines.txt
same boards.line generate boards -n 120000 --to line
same puzzles.txt generate puzzles -n 300 --seed 2
"$one" split $shared/bad.txt --train $shared/one.a --test $shared/one.b --threads 1 -q 2>/dev/null
wanted=$?
many split $shared/bad.txt --train $shared/a --test $shared/b
[ $? = $wanted ] || fail "split: not $wanted: $(cat "$work/messages.txt")"
cmp $shared/one.a $shared/a && cmp $shared/one.b $shared/b || fail "split: other bytes"
runs=$((runs + 1))

# An input exists on one host only: the message names a host that lacks it, and the old output
# stays.
cp $shared/lines.txt "$work/private/n1/own.txt"
echo old >$shared/own.rated
many rate own.txt -o $shared/own.rated
[ $? = 2 ] && grep -q 'n[23] (rank [12] of 3): piece .* failed' "$work/messages.txt" &&
  grep -q 'own.txt: No such file' "$work/messages.txt" || fail "an input on one host: $(cat "$work/messages.txt")"
[ "$(cat $shared/own.rated)" = old ] || fail "an input on one host: the old output is gone"
# When all hosts have the input, the same command completes the job.
for i in 2 3; do cp -p "$work/private/n1/own.txt" "$work/private/n$i/own.txt"; done
many rate own.txt -o $shared/own.rated || fail "all hosts have the input: $(cat "$work/messages.txt")"
cmp $shared/own.rated $shared/rated.txt || fail "all hosts have the input: other bytes"
grep -q n3 "$work/started" || fail "no process was started on n3"
echo "$runs commands on three hosts"
exit $failed
