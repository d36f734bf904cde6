// A module of a program. All public headers are in its global module fragment, and the functions
// that it exports use them. modules_test.cmake compiles it. (GCC 12 and Clang 14 do not export
// names of the global module fragment by using-declarations yet.)
module;
#include "all_headers.hpp"
export module user.sudoku;

export namespace user {

int header_version() {
  return DOKUMILL_VERSION_NUMBER;
}

int count_clues(const char* line) {
  const dokumill::Result<dokumill::Grid> grid = dokumill::parse_grid(line);
  return grid.ok() ? dokumill::count_clues(*grid) : -1;
}

bool solve_file(const char* from, const char* to) {
  dokumill::SolveOptions options;
  options.input.path = from;
  options.output = to;
  return dokumill::solve(options).ok();
}

}  // namespace user
