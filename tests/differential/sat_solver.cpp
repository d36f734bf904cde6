#include "differential/sat_solver.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "base/text/format.hpp"

namespace dokumill::testing {
namespace {

// One more variable for each cell: "this is the first cell that differs, and its digit is smaller".
constexpr int kFirstDifference = 730;
constexpr int kVariables = 810;

int variable(int cell, int digit) {
  return cell * 9 + digit;
}

// The clauses of an empty grid, as DIMACS lines.
std::string rules() {
  std::string text;
  for (int cell = 0; cell < 81; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) text += format_text("{} ", variable(cell, digit));
    text += "0\n";
  }
  for (int digit = 1; digit <= 9; ++digit) {
    for (int a = 0; a < 81; ++a) {
      for (int b = a + 1; b < 81; ++b) {
        const bool share_house =
            a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
        if (!share_house) continue;
        text += format_text("-{} -{} 0\n", variable(a, digit), variable(b, digit));
      }
    }
  }
  return text;
}

std::string givens(const Grid& puzzle) {
  std::string clauses;
  for (int cell = 0; cell < 81; ++cell) {
    if (puzzle.cells[cell] != 0) {
      clauses += format_text("{} 0\n", variable(cell, puzzle.cells[cell]));
    }
  }
  return clauses;
}

}  // namespace

SatSolver::SatSolver() : rules_(rules()) {
  for (const std::string name : {"cadical", "minisat"}) {
    if (std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0) {
      name_ = name;
      break;
    }
  }
}

int SatSolver::count_to_2(const Grid& puzzle) {
  std::string clauses = givens(puzzle);
  const std::optional<std::vector<int>> first = solve(clauses);
  if (!first) return 0;
  for (const int literal : *first) clauses += format_text("{} ", -literal);
  clauses += "0\n";
  return solve(clauses) ? 2 : 1;
}

bool SatSolver::has_smaller(const Grid& puzzle, const Grid& board) {
  std::string clauses = givens(puzzle);
  std::string some_cell;
  for (int cell = 0; cell < 81; ++cell) {
    const int differs = kFirstDifference + cell;
    some_cell += format_text("{} ", differs);
    clauses += format_text("-{}", differs);
    for (int digit = 1; digit < board.cells[cell]; ++digit) {
      clauses += format_text(" {}", variable(cell, digit));
    }
    clauses += " 0\n";
    for (int before = 0; before < cell; ++before) {
      clauses += format_text("-{} {} 0\n", differs, variable(before, board.cells[before]));
    }
  }
  return solve(clauses + some_cell + "0\n").has_value();
}

std::optional<std::vector<int>> SatSolver::solve(const std::string& clauses) {
  const std::string problem = folder_ / "problem.cnf";
  const std::string answer = folder_ / "answer";
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  std::ofstream(problem) << "p cnf " << kVariables << ' ' << lines(rules_) + lines(clauses) << '\n'
                         << rules_ << clauses;
  const std::string command = name_ == "cadical"
                                  ? "cadical -q " + problem + " >" + answer
                                  : "minisat " + problem + ' ' + answer + " >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 20) return std::nullopt;
  if (code != 10) throw std::runtime_error(format_text("{} ended with {}", command, code));
  std::vector<int> model;
  std::ifstream file(answer);
  for (std::string word; file >> word;) {
    if (word.find_first_not_of("-0123456789") != std::string::npos) continue;
    const int literal = std::stoi(word);
    if (literal > 0 && literal < kFirstDifference) model.push_back(literal);
  }
  if (model.size() != 81) throw std::runtime_error(command + ": not a board");
  return model;
}

}  // namespace dokumill::testing
