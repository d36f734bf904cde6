// Solves a file of puzzles, in any format that dokumill reads, and writes the solutions to another
// file. Every problem is reported with its line.
//
//   solve_file puzzles.txt solved.txt
#include <cstdio>
#include <dokumill/batch.hpp>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: solve_file PUZZLES SOLVED\n", stderr);
    return 2;
  }
  dokumill::SolveOptions options;
  options.input.path = argv[1];
  options.output = argv[2];
  options.unique = true;  // several solutions are a problem, too
  options.job.on_problem = [](const dokumill::Problem& problem) {
    std::printf("line %llu: %s\n", static_cast<unsigned long long>(problem.line),
                problem.message.c_str());
  };
  const dokumill::Result<dokumill::SolveReport> report = dokumill::solve(options);
  if (!report.ok()) {  // the job failed, and the old file is still there
    std::fprintf(stderr, "solve_file: %s\n", report.status().message().c_str());
    return 1;
  }
  std::printf("%llu of %llu puzzles have one solution\n",
              static_cast<unsigned long long>(report->unique),
              static_cast<unsigned long long>(report->records));
  return 0;
}
