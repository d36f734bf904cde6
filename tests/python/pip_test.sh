#!/usr/bin/env bash
# pip_test.sh PYTHON PACKAGE BUILD: installs the package, with the library and the command of BUILD,
# into an empty folder and into a virtual environment. It uses pip without an index. Then it runs
# the installed package.
set -euo pipefail
python=$1 package=$2 build=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOKUMILL_BUILD=$build PYTHONDONTWRITEBYTECODE=1
unset DOKUMILL_LIBRARY DOKUMILL_COMMAND PYTHONPATH
"$python" -m pip install --quiet --no-index --no-cache-dir --no-build-isolation --target "$work/here" "$package"
# Installs as docs/python.md shows, with the numpy of the system. A relative DOKUMILL_BUILD is
# relative to the folder of the caller.
"$python" -m venv --system-site-packages "$work/env"
(cd "$build/.." && DOKUMILL_BUILD=./${build##*/} "$work/env/bin/pip" install --quiet --no-index --no-cache-dir "$package[arrays]")
(cd "$work" && env/bin/python -c 'import dokumill; assert dokumill.__file__.startswith("'"$work"'/env/"); dokumill.boards(1)')
if (cd "$work" && DOKUMILL_BUILD=no/such env/bin/pip install --no-index --no-cache-dir "$package") >"$work/refused" 2>&1; then
  echo "pip_test: a folder that does not exist was accepted"
  exit 1
fi
grep -qF "dokumill: DOKUMILL_BUILD: $work/no/such/libdokumill.so.1 is missing" "$work/refused" || { cat "$work/refused"; exit 1; }
# The same files give the same wheel.
for name in one two; do
  mkdir "$work/$name"
  "$python" "$package/build_backend.py" "$work/$name" >/dev/null
done
cmp "$work"/one/dokumill-*-py3-none-linux_*.whl "$work"/two/dokumill-*.whl
cd "$work/here"
"$python" - <<'END'
import os
import dokumill
from dokumill import _library

board = dokumill.solve("98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6").solution
assert board.startswith("981752643"), board
here = os.path.dirname(dokumill.__file__)
assert _library.LIBRARY._name == os.path.join(here, "libdokumill.so.1"), _library.LIBRARY._name
END
"$python" -m dokumill --version | grep -q '^dokumill '
[ "$("$python" -m pip list --path . 2>/dev/null | grep -c '^dokumill ')" = 1 ]
