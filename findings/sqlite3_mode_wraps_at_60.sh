#!/bin/sh
# The command `.mode column` of sqlite3 cuts texts of more than 60 characters, and -column does not.
#
# Software:    sqlite3 and libsqlite3-0 3.40.1-2+deb12u2 (Debian 12)
# Behaviour:   After `.mode column`, `.mode box`, `.mode table` or `.mode markdown`, a text of 81
#              characters is printed as two rows, of 60 and 21 characters. In the mode markdown, the
#              table has one more row, and no mark shows that it is no record. The options -column,
#              -box, -table and -markdown, which stand for the same modes, print one row.
# Wrong guess: -column is the same as `.mode column`, and a mode without --wrap cuts nothing: the
#              help says "--wrap N  Wrap output at no longer than N characters" and names only qbox
#              as a shorthand for "box --wrap 60 --quote".
# Seen:        rows of a table with one record:  column -column 1, .mode column 2
#                                                markdown -markdown 1, .mode markdown 2
#
# Needs apt-get and dpkg. Downloads the packages into a temporary folder. Exit status 1: the behaviour
# is another.
set -eu
version=3.40.1-2+deb12u2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "sqlite3=$version" "libsqlite3-0=$version" >download.log 2>&1 || { cat download.log; exit 1; }
for package in ./*.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(dirname "$(find "$work" -name 'libsqlite3.so.0' | head -n 1)")
export LD_LIBRARY_PATH

query="select substr(replace(hex(zeroblob(41)), '0', '5'), 1, 81) as puzzle"
rows() { grep -c 555 || true; }
seen=""
for mode in column box table markdown; do
  by_option=$(usr/bin/sqlite3 "-$mode" :memory: "$query" | rows)
  by_command=$(usr/bin/sqlite3 -cmd ".mode $mode" :memory: "$query" | rows)
  without=$(usr/bin/sqlite3 -cmd ".mode $mode --wrap 0" :memory: "$query" | rows)
  echo "sqlite3 $version, rows of one record of 81 characters: -$mode $by_option, .mode $mode $by_command, .mode $mode --wrap 0 $without"
  seen="$seen $by_option$by_command$without"
done
if [ "$seen" = " 121 121 121 121" ]; then
  echo "as described: .mode cuts the text, the option does not"
else
  echo "CHANGED"
  exit 1
fi
