// MpiJob: one job on many processes. The words of its command line become those of its pieces, and
// of the merge that joins them.
//
//   solve in.txt -o out.txt --report r.json
//     -> solve in.txt --piece 7/40 -o .out.txt.pieces/7.out --report .out.txt.pieces/7.json -q
//     -> merge --files-from .out.txt.pieces/reports -o out.txt --report r.json
//
// Thread safety: immutable after read().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "dokumill/status.hpp"
#include "mpi/piece_folder.hpp"
#include "platform/platform.hpp"

namespace dokumill::mpi {

class MpiJob {
 public:
  // Failure: kUsage if the words are not those of a job that has pieces and an output file.
  static Result<MpiJob> read(std::vector<std::string> words, Platform& platform);

  const cli::Arguments& arguments() const { return arguments_; }
  // Of split: the train file.
  const std::string& output() const { return output_; }
  // Of split; "" otherwise.
  const std::string& test_output() const { return test_output_; }
  // All files that the job writes: output, test file and report.
  std::vector<std::string> outputs(Platform& platform) const;
  bool restarts() const { return restarts_; }
  // dedupe and check --duplicates: the pieces find equal records through files (batch::Exchange).
  bool has_exchange() const;
  bool is_dedupe() const { return arguments_.command == cli::Command::kDedupe; }
  // --memory, or its default.
  std::uint64_t memory_bytes() const;
  // Lines that describe the job: PieceFolder::open(). Failure: kInput if an input cannot be
  // examined.
  Result<std::string> description(Platform& platform) const;
  // How the job is divided for a number of processes. Failure: as description().
  Result<Plan> plan(Platform& platform, int processes) const;

  // `has_report`: the piece writes its report; without it, dedupe only writes its keys.
  std::vector<std::string> words_of_piece(const PieceFolder& folder, std::uint64_t piece,
                                          std::uint64_t count, int threads, bool has_report) const;
  std::vector<std::string> words_of_merge(const std::string& list) const;

 private:
  // Checks the name of an output. `flag`: the flag that names the output.
  Status check_output(Platform& platform, const std::string& path, std::string_view flag) const;
  // Checks that the report is not an output.
  Status check_report(Platform& platform) const;
  Result<std::vector<std::string>> inputs(Platform& platform) const;

  cli::Arguments arguments_;
  std::string output_;
  std::string test_output_;
  bool restarts_ = false;
};

}  // namespace dokumill::mpi
