#!/usr/bin/env bash
# Makes everything that a release has, from the commit that is checked out, and prints checksums.
# These are the source archive, which pip can install, too; the packages for Debian; the static programs
# and the Python wheels for x86-64 and arm64; the solver in two files (scripts/amalgamate); the page of
# `play`, alone and as a folder for a web server; the npm package; and NOTES.md, the section of
# CHANGELOG.md.
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
others+=$(grep -noE 'dokumill[-_][0-9]+\.[0-9]+\.[0-9]+' "$root"/README*.md "$root"/docs/*.md | grep -v "[-_]${version//./\\.}$" || true)
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
# With these two files, the archive is also a source package of Python.
python3 -B "$root/src/bindings/python/build_backend.py" --files "$work"
git -C "$root" archive --format=tar --prefix="$name/" --add-file="$work/PKG-INFO" --add-file="$work/pyproject.toml" HEAD | gzip -9 -n >"$work/files/$name.tar.gz"

# build PLACE: unpacks the archive in PLACE and builds there, with one page of `play` for all programs.
build() {
  mkdir -p "$1"
  tar -C "$1" -xzf "$work/files/$name.tar.gz"
  # A process of its own, because `||` would turn set -e off in a function.
  export -f build_all pack_npm native_npm
  bash -euo pipefail -c 'build_all "$@"' build_all "$1" "$name" >"$1/build.log" 2>&1 || { cat "$1/build.log" >&2; return 1; }
}
# pack_npm FOLDER: writes the folder as `npm pack` packs it.
pack_npm() {
  tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rwX,go=rX \
    --transform='s,^\.,package,' -cf - . | gzip -9 -n
}
# native_npm PROGRAM SYSTEM VERSION FOLDER: packs the static program for the npm package, which runs it
# on this system (src/apps/npm/package/cli.mjs).
native_npm() {
  mkdir -p "$4/$2"
  cp -r "$1" "$(dirname "$1")/LICENSE" "$(dirname "$1")/licenses" "$4/$2/"
  printf '{"name":"dokumill-%s","version":"%s","description":"The native program of the npm package dokumill","license":"Apache-2.0","os":["%s"],"cpu":["%s"]}\n' \
    "$2" "$3" "${2%-*}" "${2#*-}" >"$4/$2/package.json"
  pack_npm "$4/$2"
}
build_all() {
  local name=$2
  local scripts=$1/$name/scripts
  export DOKUMILL_CMAKE_FLAGS=
  "$scripts/package.sh" "$1/packages"
  local page=$1/packages/build/page
  cp "$page/dokumill.html" "$1/packages"
  [ -f "$page/site/index.html" ]
  tar -C "$page/site" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rwX,go=rX \
    --transform="s,^\.,$name-site," -cf - . | gzip -9 -n >"$1/packages/$name-site.tar.gz"
  cmake --build "$1/packages/build" --target dokumill_npm
  pack_npm "$1/packages/build/npm" >"$1/packages/$name-npm.tgz"
  DOKUMILL_CMAKE_FLAGS="-DDOKUMILL_PAGE_FILE=$page/dokumill.html"
  "$scripts/static.sh" "$1/static"
  "$scripts/static.sh" --arm64 "$1/static"
  local architecture
  for architecture in x86_64/x64 arm64/arm64; do
    native_npm "$1/static/$name-linux-${architecture%/*}/dokumill" "linux-${architecture#*/}" "${name#*-}" "$1/npm" \
      >"$1/packages/$name-npm-linux-${architecture#*/}.tgz"
  done
  DOKUMILL_CMAKE_FLAGS=
  "$scripts/wheel.sh" "$1/static/$name-linux-x86_64" "$1/wheels"
  "$scripts/wheel.sh" --arm64 "$1/static/$name-linux-arm64" "$1/wheels"
  mv "$1"/static/*.tar.gz "$1"/wheels/*.whl "$1/packages"
}
echo "== builds from the source archive"
build "$work/first"
echo "== builds again"
(export TZ=Asia/Kolkata; umask 077; build "$work/another/folder/with/a/longer/name")
for file in "$work"/first/packages/*.{deb,whl,tar.gz,tgz,html}; do
  cmp "$file" "$work/another/folder/with/a/longer/name/packages/$(basename "$file")" || fail "two builds differ: $(basename "$file")"
  cp "$file" "$work/files"
done
"$work/first/$name/scripts/amalgamate" "$work/files"
echo "== the static programs"
for architecture in x86_64 arm64; do
  status=0
  "$work/first/$name/scripts/check_static" "$work/first/static/$name-linux-$architecture/dokumill" "$work/first/packages/build/dokumill" || status=$?
  [ $status = 0 ] || [ $status = 77 ] || fail "the static program for $architecture works differently"
done
echo "== tests of the source archive"
"$work/first/$name/scripts/test.sh" || fail "a test of the source archive failed"

(cd "$work/files" && sha256sum -- * >SHA256SUMS)
# The first section, without its heading.
awk '/^## / { if (seen++) exit; next } seen' "$root/CHANGELOG.md" >"$work/files/NOTES.md"
mkdir -p "$folder"
cp "$work"/files/* "$folder"
cat "$folder/SHA256SUMS"
