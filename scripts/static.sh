#!/usr/bin/env bash
# Builds the command as one static file for any Linux, and packs it with its manual pages, its
# completions and the page of `play`.
#   static.sh [--arm64] [FOLDER]   writes dokumill-VERSION-linux-x86_64.tar.gz (or -arm64) into FOLDER
#                                  (default build/static) and prints its checksum
#   static.sh --check [FOLDER]     also runs the program in an empty root and compares its output with
#                                  that of a dynamic build (see check_static; needs root)
# The program has no books (they need Cairo). It has `play` if the page can be built here, or if
# DOKUMILL_CMAKE_FLAGS has -DDOKUMILL_PAGE_FILE=FILE. Two builds of one source give the same bytes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
architecture=amd64 name_of_architecture=x86_64 check=no
while [[ "${1:-}" == --* ]]; do
  case $1 in
    --arm64) architecture=arm64 name_of_architecture=arm64 ;;
    --check) check=yes ;;
    *) echo "usage: static.sh [--arm64] [--check] [FOLDER]" >&2; exit 2 ;;
  esac
  shift
done
mkdir -p "${1:-$root/build/static}"
folder=$(cd "${1:-$root/build/static}" && pwd)
. "$root/scripts/release_settings"
"$root/scripts/setup.sh" static

version=$(sed -n 's/^project(dokumill VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
name=dokumill-$version-linux-$name_of_architecture
build=$folder/build-$name_of_architecture
codecs=$folder/codecs-$name_of_architecture
[ -f "$codecs/lib/libisal.a" ] || "$root/scripts/static_codecs" $architecture "$codecs"

# The hardening of Debian's packages. The linker leaves out functions that are not used.
flags() { (cd "$root" && DEB_HOST_ARCH=$architecture DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get "$1" | sed 's/-g //'); }
options=(-DCMAKE_CXX_FLAGS="$(flags CXXFLAGS) $(flags CPPFLAGS) -ffunction-sections -fdata-sections -ffile-prefix-map=$root=. -ffile-prefix-map=$build=. -ffile-prefix-map=$codecs=codecs"
  -DCMAKE_EXE_LINKER_FLAGS="$(flags LDFLAGS | sed 's/-fPIE//; s/-pie//') -Wl,--gc-sections")
prefix=
if [ $architecture = arm64 ]; then
  # CMake runs the program that writes the manual pages in an emulator.
  prefix=aarch64-linux-gnu-
  options+=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 "-DCMAKE_CXX_COMPILER=${prefix}g++"
    "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu")
  # Boost is used as headers only, so the CMake package of this machine can be used for arm64, too.
  boost=$(find /usr/lib -name BoostConfig.cmake -print -quit)
  [ -z "$boost" ] || options+=("-DBoost_DIR=${boost%/*}")
fi
{
  PKG_CONFIG_LIBDIR="$codecs/pkgconfig" cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DDOKUMILL_STATIC=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 -DDOKUMILL_TESTS=OFF -DDOKUMILL_BENCH=OFF -DDOKUMILL_SHARED=OFF \
    -DDOKUMILL_MPI=OFF -DDOKUMILL_BOOK=OFF "${options[@]}" ${DOKUMILL_CMAKE_FLAGS:-} &&
    cmake --build "$build" --target dokumill_cli dokumill_manual
} >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }

place=$folder/$name
rm -rf "${place:?}"
mkdir -p "$place"
"${prefix}strip" -o "$place/dokumill" "$build/dokumill"
cp -r "$root/LICENSE" "$codecs/licenses" "$build/pages/man1" "$build/pages/completions" "$place"
for package in libc6-dev g++-12 libboost-dev; do
  notice=/usr/share/doc/$package/copyright
  [ ! -f $notice ] || cp $notice "$place/licenses/${package%-dev}"
done
page=$(sed -n 's/^DOKUMILL_PAGE_FILE:[A-Z]*=//p' "$build/CMakeCache.txt")
page=${page:-$build/page/dokumill.html}
[ ! -f "$page" ] || cp "$page" "$place/dokumill.html"

tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX \
  -cf - "$name" | gzip -9 -n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz")
if [ $check = yes ]; then
  "$root/scripts/build_release" "$root" dokumill_cli
  "$root/scripts/check_static" "$place/dokumill" "$root/build/release/dokumill"
fi
