// MpiJob: one job on many processes: what its command line says about its files and its pieces.
//
// Thread safety: immutable after read().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cluster/mpi/piece_folder.hpp"
#include "base/platform/platform.hpp"
#include "cli/table/arguments.hpp"
#include "dokumill/status.hpp"

namespace dokumill::mpi {

class MpiJob {
 public:
  // Failure: kUsage if the words are not those of a job that has pieces and an output file.
  static Result<MpiJob> read(std::vector<std::string> words, Platform& platform);

  // Checks, before any work, that the run loses no data, and that its outputs can be written.
  // Failure: kUsage if one file has two roles (RunFiles), if a file is in the folder of the pieces,
  // or if a name is not suitable; kIo if an output cannot be written; a failure of inputs().
  Status check_files(Platform& platform) const;

  const cli::Arguments& arguments() const { return arguments_; }
  // The joined output; for split, the train file.
  const std::string& output() const { return output_; }
  // The test file of split; "" for other commands.
  const std::string& test_output() const { return test_output_; }
  // The files that the job writes: output, test file and report. A report that goes to a pipe or a
  // device is left out.
  std::vector<std::string> outputs(Platform& platform) const;
  bool restarts() const { return restarts_; }
  // True for dedupe and check --duplicates. Their pieces find equal records through files that they
  // share (batch::Exchange).
  bool has_exchange() const;
  bool is_dedupe() const { return arguments_.command->name == "dedupe"; }
  // The value of --memory, or the default.
  std::uint64_t memory_bytes() const;
  // Lines that describe the job, for PieceFolder::open(). Failure: kInput if an input cannot be
  // examined, or a failure of inputs().
  Result<std::string> description(Platform& platform) const;
  // Divides the job for this number of processes. Failure: kUsage for a bad --number, or a failure
  // of inputs().
  Result<Plan> plan(Platform& platform, int processes) const;

 private:
  // Checks the name of an output. `flag`: the flag that names the output.
  Status check_output(Platform& platform, const std::string& path, std::string_view flag) const;
  // kUsage if a file of the job is in the folder of the pieces, where the run removes files.
  Status check_not_pieces(Platform& platform, const std::vector<std::string>& inputs) const;
  // The paths of the inputs. Failure: kUsage if the job needs an input and none is given, or if the
  // list of --files-from has no names; kInput if the list cannot be read.
  Result<std::vector<std::string>> inputs(Platform& platform) const;
  // The job makes its records, and reads none.
  bool generates() const;

  cli::Arguments arguments_;
  std::string output_;
  std::string test_output_;
  bool restarts_ = false;
};

}  // namespace dokumill::mpi
