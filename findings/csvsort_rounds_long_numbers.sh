#!/bin/sh
# csvsort of csvkit writes other values than it reads: texts of more than 28 digits are rounded.
#
# Software:    csvkit 1.0.7-1 and python3-agate 1.6.3-2 (Debian 12)
# Behaviour:   A column whose values are all digits is a column of numbers. csvsort writes them back
#              with 28 digits and an exponent, with exit status 0 and no message, also if it sorts
#              by another column. csvlook stops with decimal.InvalidOperation instead. With
#              --no-inference, nothing changes.
# Wrong guess: Sorting writes the rows as they were, in another order. Python's integers and
#              decimals are exact, so numbers keep their digits.
# Seen:        81 digits, sorted   2,5.300700006001950000980000608E+80
#              csvlook             InvalidOperation, exit status 1
#
# Needs python3 (Debian's), apt-get and dpkg. Downloads the packages into a temporary folder. Exit
# status 1: the behaviour is another.
set -eu
version=1.0.7-1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "csvkit=$version" "python3-csvkit=$version" python3-agate=1.6.3-2 python3-agatedbf \
  python3-agateexcel python3-agatesql python3-babel python-babel-localedata python3-tz \
  python3-dbfread python3-isodate python3-leather python3-openpyxl python3-et-xmlfile \
  python3-parsedatetime python3-future python3-pytimeparse python3-slugify \
  python3-text-unidecode python3-sqlalchemy python3-xlrd python3-olefile python3-six \
  >download.log 2>&1 || { cat download.log; exit 1; }
for package in ./*.deb; do dpkg -x "$package" .; done
PYTHONPATH=$work/usr/lib/python3/dist-packages
export PYTHONPATH

digits=530070000600195000098000060800060003400803001700020006060000280000419005000080079
printf 'id,puzzle\n2,%s\n1,%s\n' "$digits" "$digits" >in.csv
sorted=$(/usr/bin/python3 usr/bin/csvsort -c id in.csv | tail -n 1)
status=0
/usr/bin/python3 usr/bin/csvlook in.csv >look.txt 2>look.log || status=$?
plain=$(/usr/bin/python3 usr/bin/csvsort --no-inference -c id in.csv | tail -n 1)
echo "csvkit $version, the last row sorted by id: $sorted"
echo "csvkit $version, csvlook: exit status $status, $(tail -n 1 look.log)"
echo "csvkit $version, with --no-inference: $plain"
if [ "$sorted" = "2,5.300700006001950000980000608E+80" ] && [ "$status" != 0 ] &&
  [ "$plain" = "2,$digits" ]; then
  echo "as described: 28 of 81 digits are left"
else
  echo "CHANGED"
  exit 1
fi
