// Every command that runs a job, as the tests run it on small files. Tests that must hold for every
// command iterate this table, so a new command needs one row here. The test
// SampleCommands.AreTheJobsOfTheProgram compares the table with the command table of the program.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace dokumill::testing {

struct SampleCommand {
  enum class Output { kFile, kTwoFiles, kFolder };

  std::string name;                     // the words after "dokumill": "generate boards"
  std::vector<std::string> flags = {};  // the flags that the command needs
  bool reads_records = true;            // it has an INPUT
  bool has_pieces = true;               // it has the flag --piece
  Output output = Output::kFile;

  // The name and the flags: {"augment", "--times", "2"}.
  std::vector<std::string> words() const;
  // The words, with the flags for an output. The second output of `split` is "test". REQUIRES: the
  // output is no folder.
  std::vector<std::string> to(const std::string& output_name) const;
  // True if one of these jobs starts this command. `line_of(job)` returns the arguments of a job,
  // separated by blanks.
  template <class Jobs, class LineOf>
  bool is_started_by(const Jobs& jobs, const LineOf& line_of) const {
    return std::ranges::any_of(
        jobs, [&](const auto& job) { return (line_of(job) + ' ').starts_with(name + ' '); });
  }
};

// The words, separated by blanks.
std::string line_of_words(const std::vector<std::string>& words);

// In the order of the program's help.
const std::vector<SampleCommand>& sample_commands();
// Those that read records and write files. `book` is left out if this build has no books.
std::vector<SampleCommand> record_commands();
// The record commands that have the flag --piece.
std::vector<SampleCommand> piece_commands();

}  // namespace dokumill::testing
