#!/usr/bin/env bash
# Makes everything that a release has, from the commit that is checked out, and prints checksums.
# This is the source archive, the packages for Debian, the solver in two files (scripts/amalgamate)
# and, if this source has the Python package, its wheel.
#   release.sh FOLDER          refuses changes that are not committed, and a version without a
#                              heading in CHANGELOG.md
#   release.sh --draft FOLDER  accepts both; changes that are not committed are left out
# It builds twice from the unpacked source archive, which has no git repository: in different
# folders, at different times, with another time zone and another umask. The files must have the
# same bytes. Then it runs the quick tests of the unpacked archive. The script copies the files to
# FOLDER only if all these checks succeed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
draft=no
if [ "${1:-}" = --draft ]; then draft=yes; shift; fi
folder=${1:?usage: release.sh [--draft] FOLDER}
fail() { echo "release.sh: $*" >&2; exit 1; }

version=$(sed -n 's/^project(dokumill VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
[ -n "$version" ] || fail "CMakeLists.txt: the version was not found"
others=$(grep -rnoE --include='*.md' --include=CMakeLists.txt 'find_(package|dependency)\(dokumill [0-9.]+' \
  "$root"/*.md "$root/docs" "$root/tests" | grep -v -e " ${version%.*}$" -e ' 0.0$' || true)
[ -z "$others" ] || fail "these pages and tests name another version than $version:
$others"
if [ "$draft" = no ]; then
  [ -z "$(git -C "$root" status --porcelain)" ] || fail "some changes are not committed; commit them, or use --draft"
  git -C "$root" show HEAD:CHANGELOG.md | grep -q "^## ${version//./\\.} - [0-9]*-[0-9]*-[0-9]*$" ||
    fail "CHANGELOG.md has no heading '## $version - DATE'; rename 'Unreleased', or use --draft"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=dokumill-$version
mkdir "$work/files"
git -C "$root" archive --format=tar --prefix="$name/" HEAD | gzip -9 -n >"$work/files/$name.tar.gz"

# build PLACE: unpacks the archive in PLACE and builds the packages there.
build() {
  mkdir -p "$1"
  tar -C "$1" -xzf "$work/files/$name.tar.gz"
  "$1/$name/scripts/package.sh" "$1/packages" >"$1/package.log" 2>&1 || { cat "$1/package.log" >&2; return 1; }
  # Builds the Python wheel, if this source has the package. The library of the wheel contains the
  # C++ runtime, so it needs another build.
  [ -f "$1/$name/src/python/build_backend.py" ] || return 0
  DOKUMILL_CMAKE_ARGS="-DCMAKE_CXX_FLAGS=-ffile-prefix-map=$1/$name=." \
    python3 "$1/$name/src/python/build_backend.py" "$1/packages" >>"$1/package.log" 2>&1 || { cat "$1/package.log" >&2; return 1; }
}
echo "== builds from the source archive"
build "$work/first"
echo "== builds again"
(export TZ=Asia/Kolkata; umask 077; build "$work/another/folder/with/a/longer/name")
for file in "$work"/first/packages/*.deb "$work"/first/packages/*.whl; do
  [ -e "$file" ] || continue
  cmp "$file" "$work/another/folder/with/a/longer/name/packages/$(basename "$file")" || fail "two builds differ: $(basename "$file")"
  cp "$file" "$work/files"
done
"$work/first/$name/scripts/amalgamate" "$work/files"
echo "== tests of the source archive"
"$work/first/$name/scripts/test.sh" || fail "a test of the source archive failed"

(cd "$work/files" && sha256sum -- * >SHA256SUMS)
mkdir -p "$folder"
cp "$work"/files/* "$folder"
cat "$folder/SHA256SUMS"
