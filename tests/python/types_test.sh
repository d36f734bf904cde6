#!/usr/bin/env bash
# types_test.sh PYTHON PACKAGE: fails if the types of the package have errors, if they do not fit
# the code, or if a type check with them does not find the errors of a wrong program.
set -euo pipefail
python=$1 package=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$package"
mypy() { "$python" -m mypy --strict --cache-dir="$work/cache" "$@"; }
mypy dokumill/__init__.pyi
printf '%s\n' 'dokumill\._.*' 'dokumill\.Stream\.__init__' >"$work/private"
printf '[mypy]\ncache_dir = %s\n' "$work/cache" >"$work/stubtest.ini"
"$python" -m mypy.stubtest dokumill --mypy-config-file "$work/stubtest.ini" --ignore-missing-stub --allowlist "$work/private" --ignore-unused-allowlist

cat >"$work/right.py" <<'END'
import dokumill

made = dokumill.puzzles(3, clues=(28, 30))
counts = dokumill.count(made.puzzle, 2)
one: int = dokumill.count(81 * ".", limit=5)
dokumill.solve(made.puzzle, out=made.puzzle, threads=2)
with dokumill.stream(batch=8, mix=[(0.5, {"level": "easy"}), (1, {})], split="train") as batches:
    number: int = next(batches).number
END
MYPYPATH=$package mypy "$work/right.py"
cat >"$work/wrong.py" <<'END'
import dokumill

dokumill.solve(5)
dokumill.puzzles("3")
text: str = dokumill.count(81 * ".", limit=5)
END
errors=$(MYPYPATH=$package mypy "$work/wrong.py" || true)
[ "$(grep -c ': error:' <<<"$errors")" = 3 ] || { echo "expected three errors: $errors" >&2; exit 1; }
