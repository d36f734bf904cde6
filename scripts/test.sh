#!/usr/bin/env bash
# Installs missing packages with apt (through sudo if you are not root), builds, and runs tests. The
# last line has the number of tests that passed; a test that was skipped is listed before it.
#   test.sh [ctest arguments]
#       the quick tests, in minutes: builds with GCC, and runs the programs with the label quick, the
#       checks of style and documents, the inputs of the fuzz targets, and one story of the page
#   test.sh --all [ctest arguments]
#       every test but those of --nightly: with GCC, then with Clang and its address and undefined
#       behaviour sanitizers, then what threads share with Clang's thread sanitizer
#   test.sh --nightly [ctest arguments]
#       everything: also what takes long and repeats (another processor, other projects that build
#       this one, each engine, kills and full disks), with far larger samples and all tests under the
#       sanitizers, and searches for ten minutes with each fuzz target
# A test uses the engine that DOKUMILL_ENGINE names if it names no engine itself.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
form=quick
case "${1:-}" in
  --all|--nightly) form=${1#--}; shift ;;
  --*) echo "usage: test.sh [--all|--nightly] [ctest arguments]" >&2; exit 2 ;;
esac
jobs=$(nproc)
# Many tests wait for a browser, for mpirun or for another process. So the number of tests that run
# at the same time is the number of processors plus one.
tests=$((jobs + 1))
status=0
logs=()

# With ccache, a second run compiles only what changed. The builds that tests make (the command for
# arm64, the parent project) take the compiler cache from these variables as well. The sloppiness
# lets it cache programs with precompiled headers.
use_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-3G} CCACHE_SLOPPINESS=pch_defines,time_macros
}
# build NAME TARGET: configures the preset NAME of CMakePresets.json in build/NAME and builds TARGET.
build() {
  local name=$1 target=$2 plain=OFF
  echo "== build $name"
  [ $form != nightly ] || plain=ON
  { cmake -S "$root" --preset "$name" -DDOKUMILL_PLAIN_SANITIZED=$plain &&
    cmake --build "$root/build/$name" -j "$jobs" --target "$target"; } >"$root/build/$name.log" 2>&1 ||
    { cat "$root/build/$name.log"; exit 1; }
}
# run NAME CTEST-ARGUMENTS...: runs the tests of build/NAME and lists those that did not pass. If a
# test fails, the next builds still run.
run() {
  local name=$1 log="$root/build/tests.${#logs[@]}.log"
  shift
  echo "== test $name"
  (cd "$root" && ctest --preset "$name" -j "$tests" "$@") >"$root/build/$name.tests" 2>&1 || status=1
  grep -vE '^ +Start | Passed ' "$root/build/$name.tests" || true
  cp "$root/build/$name/Testing/Temporary/LastTest.log" "$log"
  logs+=("$log")
}

mkdir -p "$root/build"
if [ $form = quick ]; then "$root/scripts/setup.sh" test; else "$root/scripts/setup.sh" all; fi
use_cache
if [ $form = quick ]; then
  "$root/scripts/web_modules" web
  build gcc-release quick_tests
  run gcc-release -L quick "$@"
else
  "$root/scripts/web_modules"
  [ $form = all ] || "$root/scripts/web_modules" npm
  without=(-LE '^nightly$')
  [ $form = all ] || { without=(); export DOKUMILL_LONG_TESTS=1; }
  build gcc-release all
  run gcc-release "${without[@]}" "$@"
  build clang-sanitizers all
  run clang-sanitizers "${without[@]}" "$@"
  # The thread sanitizer does not support GCC's OpenMP runtime; it supports LLVM's, with libarcher.
  if [ $form = nightly ]; then build clang-threads all; else build clang-threads thread_tests; fi
  run clang-threads "${without[@]}" "$@"
fi
if [ $form = nightly ]; then
  for engine in avx2 portable reference; do
    echo "== engine $engine"
    DOKUMILL_ENGINE=$engine run gcc-release -L '^cli$' "$@"
  done
  echo "== fuzz"
  "$root/scripts/fuzz.sh" 600 || status=1
fi
"$root/scripts/count_tests" "${logs[@]}" || status=1
exit $status
