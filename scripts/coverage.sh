#!/usr/bin/env bash
# coverage.sh [ctest arguments]: builds with coverage counters into build/coverage, runs the fast
# tests, and prints a table of the lines, branches and functions that ran, one row per folder.
#
# Writes build/coverage/report/index.html, with every source line, and files.csv next to it. Without
# arguments, it leaves out the tests that build other projects, check sources or documents, run in a
# browser, read gigabytes, or kill the command: these tests take minutes, or their counters are
# lost. `coverage.sh -R REGEX` runs the tests with these names. A test that fails is listed and does
# not end the script.
#
# Two kinds of processes leave no counters: processes that a signal or _exit() ends, and processes
# that may not write into the build folder. So the report shows the code that handles a second
# signal as not run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/coverage"
report="$build/report"
tests=("$@")
if [ ${#tests[@]} -eq 0 ]; then
  tests=(-E '^(bench_loop_test$|huge_input_test$|(Docs|Gate|Headers|Install|Processors|Style|Torture|Web)\.)')
fi

"$root/scripts/setup.sh" coverage
mkdir -p "$build"
{ cmake -S "$root" --preset coverage && cmake --build "$build" -j "$(nproc)"; } >"$build/build.log" 2>&1 ||
  { cat "$build/build.log"; exit 1; }

# Counters add up over runs, so the script removes those of an earlier run.
find "$build" -name '*.gcda' -delete
# A test that kills the command can leave half of a counter file. Every later process would report
# this on standard error, which many tests compare. With this variable, libgcov writes these
# messages to a file instead.
export GCOV_ERROR_FILE="$build/counters.log"
rm -f "$GCOV_ERROR_FILE"
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$(nproc)" "${tests[@]}" >"$build/tests.log" 2>&1 || true
grep -E '^[0-9]+% tests passed|^The following tests FAILED|^\s+[0-9]+ - .*\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)' "$build/tests.log" || true

rm -rf "$report"
mkdir -p "$report"
# Branches to exceptions, and branches that the compiler adds, are not decisions of the code.
cd "$root"
gcovr --object-directory "$build" --filter src/ --filter include/ --exclude-throw-branches \
  --exclude-unreachable-branches --gcov-ignore-parse-errors -j "$(nproc)" \
  --csv "$report/files.csv" --html-details "$report/index.html" --html-title dokumill "$build"

awk -F , '
  function percent(part, whole) { return whole == 0 ? "-" : sprintf("%.1f %%", 100 * part / whole) }
  function row(name, key) {
    printf "%-22s %6d %8d %9s %9s %10s\n", name, n[key], lines[key], percent(ran[key], lines[key]),
      percent(taken[key], branches[key]), percent(called[key], functions[key])
  }
  function add(key) {
    ++n[key]; lines[key] += $2; ran[key] += $3; branches[key] += $5; taken[key] += $6
    functions[key] += $8; called[key] += $9
  }
  NR == 1 { next }
  { folder = $1; sub(/\/[^\/]*$/, "", folder); if (!(folder in n)) order[++folders] = folder; add(folder); add("all") }
  END {
    printf "%-22s %6s %8s %9s %9s %10s\n", "folder", "files", "lines", "lines ran", "branches", "functions"
    for (i = 1; i <= folders; ++i) row(order[i], order[i])
    row("all", "all")
  }' "$report/files.csv"
echo "coverage.sh: every line is in ${report#"$root/"}/index.html" >&2
