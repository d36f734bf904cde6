#!/usr/bin/env bash
# Installs missing packages, builds with GCC (release) and Clang (address and undefined behaviour
# sanitizers), and runs every test. Among the tests, each fuzz target runs on its corpus.
# scripts/fuzz.sh searches for new inputs. It is not part of this script, because the result of a
# random search depends on chance and not only on the change.
#   test.sh [--long] [ctest arguments]
#       --long: also runs the tests that take minutes, runs all tests under the sanitizers and not
#       only those in which sanitizers can find more, and searches for ten minutes with each fuzz
#       target
#   test.sh --fast [ctest arguments]
#       builds with GCC only and runs the quick tests, in about a minute after the build
#   test.sh --tsan [ctest arguments]
#       runs only the tests that start threads, with Clang's thread sanitizer
#   test.sh --engine NAME [ctest arguments]
#       builds with GCC only and runs the tests of the command, with this engine if a test names no
#       engine
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
form=${1:-}
case "$form" in
  --long) export DOKUMILL_LONG_TESTS=1; shift ;;
  --fast|--tsan) shift ;;
  --engine) export DOKUMILL_ENGINE=${2:?test.sh: --engine wants a name}; shift 2 ;;
esac
jobs=$(nproc)
# With ccache, a second run compiles only what changed, even in another checkout. The builds that
# tests make (the command for arm64, the parent project) take the compiler cache from these
# variables as well. The sloppiness lets it cache programs with precompiled headers.
use_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-3G} CCACHE_SLOPPINESS=pch_defines,time_macros
}
# Many tests wait for a browser, for mpirun or for another process. So the number of tests that run
# at the same time is the number of processors plus one.
tests=$((jobs + 1))
"$root/scripts/setup.sh" test
use_cache

# build NAME: configures the preset NAME of CMakePresets.json and builds it into build/NAME.
build() {
  local name=$1
  echo "== build $name"
  local plain=OFF
  [ "$form" != --long ] || plain=ON
  cmake -S "$root" --preset "$name" -DDOKUMILL_PLAIN_SANITIZED=$plain >"$root/build/$name.log" 2>&1 &&
    cmake --build "$root/build/$name" -j "$jobs" >>"$root/build/$name.log" 2>&1 ||
    { cat "$root/build/$name.log"; exit 1; }
}
# run NAME CTEST-ARGUMENTS...: runs the tests of build/NAME and lists only those that did not pass.
run() {
  local name=$1 status=0
  shift
  echo "== test $name"
  ctest --test-dir "$root/build/$name" --output-on-failure --no-tests=error -j "$tests" "$@" >"$root/build/$name.tests" 2>&1 ||
    status=$?
  grep -vE '^ +Start | Passed ' "$root/build/$name.tests" || true
  return $status
}

mkdir -p "$root/build"
[ "$form" = "--tsan" ] || [ "$form" = "--fast" ] || "$root/scripts/web_modules"
if [ "$form" = "--tsan" ]; then
  # The thread sanitizer does not support GCC's OpenMP runtime; it supports LLVM's, with libarcher.
  build clang-threads
  run clang-threads -R '^(Jobs|Pipeline|JobFoldTest|TextSourceTest|JoinedSourceTest|SeveralInputs|InputFileTest|Threads|Clock|Web[A-Za-z]*|.*EnginesTest|.*SolverTest)\.' "$@"
  exit
fi
build gcc-release
if [ "$form" = "--fast" ]; then
  run gcc-release -C Fast -L fast "$@"
  exit
fi
if [ "$form" = "--engine" ]; then
  run gcc-release -R '^(Solve|Check|Rate|Classic|Csv|Count|Puzzles|Matrix|Property|Streams|Input|Output)' "$@"
  exit
fi
# The tests in tests/faults make one call or one allocation after the other fail. With the
# sanitizers, they find more errors. So only the build with sanitizers runs them, unless --long is
# given or the arguments choose tests.
chosen=("$@")
[ $# -gt 0 ] || [ "$form" = --long ] || chosen=(-LE '^faults$')
# If a test fails, the second build still runs.
failed=0
run gcc-release "${chosen[@]}" || failed=1
build clang-sanitizers
run clang-sanitizers "$@" || failed=1
if [ "$form" = "--long" ]; then
  echo "== fuzz"
  "$root/scripts/fuzz.sh" 600 || failed=1
fi
exit $failed
