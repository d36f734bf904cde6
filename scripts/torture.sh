#!/usr/bin/env bash
# Tests that signals, crashes, full disks, broken pipes and small limits do not damage data, and
# prints a table of the results.
#   torture.sh [--short] [--binary PATH] [--only NAME] [--job NAME] [--seed S] [--round K]
#              [--records N]
# Without --binary, builds the release and tests it. Takes about ten minutes, or half a minute with
# --short. As root, the script mounts small disks in a mount namespace that ends with the script.
# Without root, the trials that need these disks are skipped.
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
