#!/usr/bin/env bash
# setup.sh build|play|test|all|bench|peers|coverage|tidy|package|static: installs missing packages with apt, and says
# which. Prints nothing if no package is missing.
#   build     what the library, the command and the demonstration need
#   play      also what the page of `dokumill play` needs: emscripten, esbuild, node, Boost, and a
#             program that makes the page smaller
#   test      also what the quick tests need: GoogleTest, a formatter, python3, programs that read
#             what we write (gzip, zstd, PDF), and a browser with node for the page
#   all       also what all tests need: Clang with its sanitizers and fuzzer (llvm gives the names in
#             their reports), SAT solvers as judges, an emulator of other processors and a compiler
#             for arm64, numpy as a judge of arrays and for the Python package, pip, venv and mypy,
#             shells and formatters for completions and manual pages, a compiler cache, an MPI for
#             dokumill-mpi, and two other browsers
#   bench     like build, and what compares and draws measurements
#   peers     like build, and the solvers and generators to compare with
#   coverage  like test, and what the coverage report needs
#   tidy      like all, and the linter
#   package   like build, and what the packages for Debian and their check need
#   static    like play, and what the static program and the wheels for other systems need
set -euo pipefail

packages=(g++ cmake ninja-build pkg-config libisal-dev libdeflate-dev libzstd-dev libcairo2-dev libbenchmark-dev)
quick=(libgtest-dev nlohmann-json3-dev clang-format python3 poppler-utils qpdf fonts-wqy-microhei git util-linux pigz zstd)
all=(ccache clang libomp-dev libclang-rt-dev llvm g++-aarch64-linux-gnu cadical minisat qemu-user python3-numpy python3-pip python3-venv mypy
  zsh fish mandoc groff-base libopenmpi-dev openmpi-bin parallel e2fsprogs strace firefox-esr webkit2gtk-driver xvfb)
page=(emscripten esbuild libboost-dev libdeflate-tools)
has_page=false
case "${1:-}" in
  build) ;;
  play) packages+=("${page[@]}") ;;
  test) has_page=true; packages+=("${page[@]}" "${quick[@]}") ;;
  all) has_page=true; packages+=("${page[@]}" "${quick[@]}" "${all[@]}") ;;
  bench) packages+=(python3) ;;
  peers) packages+=(qqwing sudoku minisat cadical picosat) ;;
  coverage) packages+=("${page[@]}" "${quick[@]}" cadical minisat gcovr) ;;
  tidy) packages+=("${page[@]}" "${quick[@]}" "${all[@]}" clang-tidy) ;;
  package) packages+=("${page[@]}" dpkg-dev lintian debootstrap gzip) ;;
  static) packages+=("${page[@]}" dpkg-dev debian-archive-keyring binutils nasm g++-aarch64-linux-gnu qemu-user python3 gzip) ;;
  *) echo "usage: setup.sh build|play|test|all|bench|peers|coverage|tidy|package|static" >&2; exit 2 ;;
esac

missing=()
browser=
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing+=("$package")
done
if $has_page; then
  # Checks for the command and not for the package, because node often comes from another source.
  command -v node >/dev/null || missing+=(nodejs)
  command -v npm >/dev/null || missing+=(npm)
  # A test in chromium-headless-shell takes a third less processor time than in chromium. Where apt
  # has no such package, chromium is used.
  if ! command -v chromium-headless-shell >/dev/null; then
    if ! command -v chromium >/dev/null || apt-cache show chromium-headless-shell >/dev/null 2>&1; then
      browser=chromium-headless-shell
    fi
  fi
fi
wanted=("${missing[@]}" ${browser:+"$browser"})
[ ${#wanted[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup.sh: no apt-get here; please install the like of: ${wanted[*]}" >&2
  exit 0
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
echo "setup.sh: installing ${wanted[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq >&2
install() { "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2; }
[ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
[ -z "$browser" ] || install "$browser" || command -v chromium >/dev/null || install chromium
