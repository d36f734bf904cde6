#!/usr/bin/env bash
# Tries what signals, crashes, full disks, broken pipes and small limits do to the data, and prints a table of what held.
#   torture.sh [--short] [--binary PATH] [--only NAME] [--job NAME] [--seed S] [--round K] [--records N]
# Without --binary the release build is made and tried. About ten minutes, with --short half a minute. Small disks are mounted where
# the script runs as root, in a name space of their own that ends with it; without root those trials are skipped.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/release"

targets=(torture)
binary=("--binary" "$build/dokumill")
for word in "$@"; do
  if [ "$word" = "--binary" ]; then binary=(); fi
done
if [ ${#binary[@]} -gt 0 ]; then targets+=(dokumill_cli); fi

"$root/scripts/setup.sh" build
"$root/scripts/build_release" "$root" "${targets[@]}"
exec "$build/tests/torture/torture" "${binary[@]}" "$@"
