#!/usr/bin/env bash
# Builds the packages for Debian from the source in this folder.
#   package.sh [FOLDER]          builds into FOLDER (default build/packages) and runs lintian there
#   package.sh --check [FOLDER]  also installs the packages in a clean root, uses and purges them
#                                (see check_packages; needs root, the network and a few minutes)
# The packages have the date of the newest version in CHANGELOG.md. Two builds of one source give the
# same bytes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
check=no
if [ "${1:-}" = --check ]; then check=yes; shift; fi
mkdir -p "${1:-$root/build/packages}"
folder=$(cd "${1:-$root/build/packages}" && pwd)
. "$root/scripts/release_settings"
"$root/scripts/setup.sh" package

# Debian's hardening: stack protector, checked library calls, position-independent code, read-only
# relocations. Debian's flags contain -O2. The optimization flag of CMake's release build comes
# after them, so it takes effect.
export DEB_BUILD_MAINT_OPTIONS=hardening=+all
flags() { (cd "$root" && dpkg-buildflags --get "$1"); }
# No file contains the path of the build, because the path differs between machines.
same_paths="-ffile-prefix-map=$root=. -ffile-prefix-map=$folder/build=."
cmake -S "$root" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
  -DCMAKE_CXX_FLAGS="$(flags CXXFLAGS | sed 's/-g //') $(flags CPPFLAGS) $same_paths" \
  -DCMAKE_C_FLAGS="$(flags CFLAGS | sed 's/-g //') $(flags CPPFLAGS) $same_paths" \
  -DCMAKE_EXE_LINKER_FLAGS="$(flags LDFLAGS)" -DCMAKE_SHARED_LINKER_FLAGS="$(flags LDFLAGS)" \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 -DDOKUMILL_TESTS=OFF -DDOKUMILL_BENCH=OFF \
  -DDOKUMILL_ZSH_FUNCTIONS=share/zsh/vendor-completions -DDOKUMILL_PYTHON_DIR=lib/python3/dist-packages ${DOKUMILL_CMAKE_FLAGS:-} >"$folder/build.log" 2>&1 &&
  cmake --build "$folder/build" >>"$folder/build.log" 2>&1 || { cat "$folder/build.log" >&2; exit 1; }
rm -f "$folder"/*.deb
(cd "$folder/build" && cpack -G DEB -B "$folder/cpack") >"$folder/cpack.log" 2>&1 || { cat "$folder/cpack.log" >&2; exit 1; }
mv "$folder"/cpack/*.deb "$folder"
rm -rf "$folder/cpack"
lintian --fail-on error,warning --display-info --tag-display-limit 0 "$folder"/*.deb
(cd "$folder" && sha256sum -- *.deb)
[ "$check" = no ] || "$root/scripts/check_packages" "$folder"
