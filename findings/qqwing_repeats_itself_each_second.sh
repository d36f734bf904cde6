#!/bin/sh
# Processes of qqwing that start in the same second write the same puzzles.
#
# Software:    qqwing and libqqwing2v5 1.3.4-1.1+b1 (Debian 12)
# Behaviour:   `qqwing --generate` takes its seed from the clock, in whole seconds. Three processes
#              that start together write the same puzzles, with exit status 0. No option sets the
#              seed.
# Wrong guess: A generator without an option for the seed mixes in the process or finer time, so
#              `seq 8 | xargs -P 8 -I{} qqwing --generate 1000` gives 8,000 puzzles.
# Seen:        3 processes in one second: 1 list; the same after two more seconds: 2 lists
#
# Needs apt-get and dpkg. Downloads the packages into a temporary folder. Exit status 1: the behaviour
# is another.
set -eu
version=1.3.4-1.1+b1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "qqwing=$version" "libqqwing2v5=$version" >download.log 2>&1 || { cat download.log; exit 1; }
for package in ./*.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(dirname "$(find "$work" -name 'libqqwing.so.*' | head -n 1)")
export LD_LIBRARY_PATH

generate() {
  # Starts three processes at the beginning of a second.
  now=$(date +%s)
  while [ "$(date +%s)" = "$now" ]; do :; done
  for i in 1 2 3; do usr/bin/qqwing --generate 2 --one-line >"$1.$i" & done
  wait
}
generate first
sleep 2
generate later
lists() { cksum "$@" | cut -d ' ' -f 1,2 | sort -u | wc -l; }
together=$(lists first.*)
all=$(lists first.* later.*)
echo "qqwing $version: 3 processes in one second write $together list(s), 6 in two seconds $all"
if [ "$together" = 1 ] && [ "$all" = 2 ]; then
  echo "as described: one list for each second"
else
  echo "CHANGED"
  exit 1
fi
