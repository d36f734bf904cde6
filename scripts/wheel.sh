#!/usr/bin/env bash
# Builds the Python wheel for every Linux with glibc 2.17 or later, and checks it.
#   wheel.sh [--arm64] PLACE FOLDER   PLACE is the unpacked folder of scripts/static.sh for the same
#                                     processor: its program is the command of the wheel. Writes
#                                     dokumill-VERSION-py3-none-manylinux....whl into FOLDER
# libdokumill.so.1 contains the C++ library, uses no OpenMP, and is linked with an old C library
# (old_glibc). Two builds of one source give the same bytes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
architecture=amd64
if [ "${1:-}" = --arm64 ]; then architecture=arm64; shift; fi
[ $# -eq 2 ] || { echo "usage: wheel.sh [--arm64] PLACE FOLDER" >&2; exit 2; }
place=$(cd "$1" && pwd)
[ -x "$place/dokumill" ] || { echo "wheel.sh: $place has no dokumill; make it with static.sh" >&2; exit 2; }
mkdir -p "$2"
folder=$(cd "$2" && pwd)
"$root/scripts/setup.sh" static
. "$root/scripts/release_settings"
build=$folder/wheel-$architecture
glibc=$folder/glibc-$architecture
[ -f "$glibc/toolchain.cmake" ] || "$root/scripts/old_glibc" $architecture "$glibc"
# The command is another build, so the library does not need the libraries for gzip and zstd.
# CMake adds the flags of the environment to those of the toolchain file.
{
  CXXFLAGS="-fstack-protector-strong -ffile-prefix-map=$root=. -ffile-prefix-map=$build=. -ffile-prefix-map=$glibc=glibc" \
    LDFLAGS=-Wl,-z,relro,-z,now cmake -S "$root" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$glibc/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DDOKUMILL_WHEEL=ON -DDOKUMILL_CLI=OFF -DDOKUMILL_COMPRESSION=OFF \
    -DDOKUMILL_TESTS=OFF -DDOKUMILL_BENCH=OFF -DDOKUMILL_INSTALL=OFF -DDOKUMILL_MPI=OFF -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 ${DOKUMILL_CMAKE_FLAGS:-} &&
    cmake --build "$build" --target dokumill_shared
} >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
rm -rf "$build/licenses"
cp -r "$place/dokumill" "$place/licenses" "$build"
wheel=$(DOKUMILL_BUILD=$build python3 -B "$root/src/bindings/python/build_backend.py" "$folder")
"$root/scripts/check_wheel" "$folder/$wheel"
(cd "$folder" && sha256sum "$wheel")
