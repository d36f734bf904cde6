#!/bin/sh
# LLVM's OpenMP runtime takes back the processors to which a program has bound its own thread.
#
# Software:    libomp5-14 1:14.0.6-12 and, for comparison, libgomp1 12.2.0 (Debian 12, amd64)
# Behaviour:   A thread binds itself to one processor with pthread_setaffinity_np(). No variable of
#              OpenMP is set. At its first call of the runtime, even of omp_get_max_threads(), the
#              thread may run on all processors again that the process had when the runtime started.
# Wrong guess: Without OMP_PROC_BIND, OMP_PLACES and KMP_AFFINITY, a runtime leaves the affinity of
#              the program's threads alone, and a query changes nothing. GCC's runtime does so.
# Seen:        libomp: 1 processor before the call, 2 after it      (on a machine with 2)
#              libgomp: 1 processor before the call, 1 after it
#
# Needs cc, apt-get, dpkg and two processors (exit status 77 with one). Downloads the package into a
# temporary folder. Exit status 1: the behaviour is another.
set -eu
unset OMP_NUM_THREADS OMP_THREAD_LIMIT OMP_PROC_BIND OMP_PLACES GOMP_CPU_AFFINITY KMP_AFFINITY KMP_HW_SUBSET
version=1:14.0.6-12
[ "$(nproc)" -ge 2 ] || { echo "skipped: needs two processors"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "libomp5-14=$version" >download.log 2>&1 || { cat download.log; exit 1; }
dpkg -x libomp5-14_*.deb .
libomp=$(find "$work" -name 'libomp*.so.5' -type f | head -n 1)

cat >pinned.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

int omp_get_max_threads(void);

static int processors(void) {
  cpu_set_t set;
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  return CPU_COUNT(&set);
}

static void* pinned(void* unused) {
  cpu_set_t all, one;
  int first = 0;
  pthread_getaffinity_np(pthread_self(), sizeof all, &all);
  while (!CPU_ISSET(first, &all)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  pthread_setaffinity_np(pthread_self(), sizeof one, &one);
  const int before = processors();
  omp_get_max_threads();
  printf("%d %d\n", before, processors());
  return unused;
}

int main(void) {
  omp_get_max_threads(); /* the runtime starts with the processors of the process */
  pthread_t thread;
  pthread_create(&thread, NULL, pinned, NULL);
  pthread_join(thread, NULL);
  return 0;
}
C
cc -O1 pinned.c -o with_libomp "$libomp" -Wl,-rpath,"$(dirname "$libomp")" -pthread
cc -O1 pinned.c -o with_libgomp -fopenmp -pthread
# shellcheck disable=SC2046  # two numbers
set -- $(./with_libomp) $(./with_libgomp)
echo "libomp $version: $1 processor before the call, $2 after it"
echo "libgomp $(dpkg-query -W -f '${Version}' libgomp1 2>/dev/null || echo '(unknown version)'): $3 processor before the call, $4 after it"
if [ "$1" = 1 ] && [ "$2" = "$(nproc)" ] && [ "$3" = 1 ] && [ "$4" = 1 ]; then
  echo "as described: libomp unbinds the thread, libgomp does not"
else
  echo "CHANGED: expected 1 $(nproc) 1 1"
  exit 1
fi
