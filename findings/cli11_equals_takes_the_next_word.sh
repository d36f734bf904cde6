#!/bin/sh
# CLI11 takes the next word as the value of `--name=`, and splits an operand in brackets into several.
#
# Software:    libcli11-dev 2.1.2+ds-1 (Debian 12), headers of CLI11
# Behaviour:   `--report= in.txt` sets the option to "in.txt" and leaves no operand. An operand
#              "[a,b]" of a list becomes the two operands "a" and "b", and "[a]" becomes "a".
# Wrong guess: What stands after `=` is the value, so nothing after `=` is an empty value or an
#              error, as getopt_long() has it. An operand is handed over as it was typed: only
#              configuration files and an explicit delimiter split a value.
# Seen:        --report= in.txt      report "in.txt", 0 operands
#              [a,b]                 2 operands: "a" "b"
#              getopt_long           report "", 1 operand: "in.txt"
#
# Needs c++, apt-get and dpkg. Downloads the package into a temporary folder. Exit status 1: the
# behaviour is another.
set -eu
version=2.1.2+ds-1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q "libcli11-dev=$version" >download.log 2>&1 || { cat download.log; exit 1; }
dpkg -x libcli11-dev_*.deb .

cat >with_cli11.cpp <<'C'
#include <CLI/CLI.hpp>
#include <iostream>

int main(int argc, char** argv) {
  CLI::App app;
  std::string report = "(not set)";
  std::vector<std::string> operands;
  app.add_option("--report", report);
  app.add_option("operands", operands);
  CLI11_PARSE(app, argc, argv);
  std::cout << "report=" << report << " operands=" << operands.size();
  for (const std::string& operand : operands) std::cout << ' ' << operand;
  std::cout << '\n';
}
C
cat >with_getopt.cpp <<'C'
#include <getopt.h>

#include <iostream>
#include <string>

int main(int argc, char** argv) {
  const option options[] = {{"report", required_argument, nullptr, 'r'}, {nullptr, 0, nullptr, 0}};
  std::string report = "(not set)";
  while (getopt_long(argc, argv, "", options, nullptr) == 'r') report = optarg;
  std::cout << "report=" << report << " operands=" << argc - optind << '\n';
}
C
c++ -std=c++17 -O0 -I usr/include with_cli11.cpp -o with_cli11
c++ -std=c++17 -O0 with_getopt.cpp -o with_getopt
empty=$(./with_cli11 --report= in.txt)
brackets=$(./with_cli11 '[a,b]')
judge=$(./with_getopt --report= in.txt)
echo "CLI11 $version, --report= in.txt: $empty"
echo "CLI11 $version, [a,b]: $brackets"
echo "getopt_long, --report= in.txt: $judge"
if [ "$empty" = "report=in.txt operands=0" ] && [ "$brackets" = "report=(not set) operands=2 a b" ] &&
  [ "$judge" = "report= operands=1" ]; then
  echo "as described: the next word is taken, and brackets split an operand"
else
  echo "CHANGED"
  exit 1
fi
