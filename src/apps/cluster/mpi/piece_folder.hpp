// PieceFolder: the folder `.NAME.pieces` beside the output NAME. It has the pieces of a run until
// they are joined. If a run ends early, the folder stays, and a new run of the same command
// continues from its pieces.
//
//   job       the version, the Plan, the command, and size and time of every input
//   K.out     the complete output of piece K; if NAME has an ending, this ending replaces `.out`
//   K.test.out    for split: the test file of piece K; K.out is then the train file
//   K.json    the report of piece K; written after its outputs
//   keys.K, repeats.B    files of dedupe and check --duplicates (batch/spill/exchange.hpp)
//   reports   only in folders of version 0.3.0
//   joining   the names of the temporary files of the outputs and of the report, one per line; if a
//             run is killed, the next run removes these files
//   lock      the lock of the output (OutputLocks)
//
// A file appears under its name only when it is complete (OutputFile). So the folder needs no other
// record of the progress.
//
// The processes of a run share the folder, and no two of them work on the same piece.
// Failure: kIo with the path and the reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/platform/platform.hpp"
#include "dokumill/status.hpp"

namespace dokumill::mpi {

// How a job is divided. A run that continues an earlier run uses the plan of the earlier run.
struct Plan {
  std::uint64_t pieces = 1;
  std::uint64_t buckets = 0;  // 0: the pieces exchange no keys
  std::uint64_t seed = 0;     // the seed of the hash that chooses a record's bucket
};

class PieceFolder {
 public:
  // `output`: the path of the output to which the folder belongs. `test_output`: the second output
  // of split, or "". `written`: all files that the job writes, as in MpiJob::outputs(). Creates
  // nothing.
  PieceFolder(Platform& platform, const std::string& output, const std::string& test_output,
              std::vector<std::string> written);

  // For process 0. Prepares the folder for a job with this plan, or continues from the pieces of an
  // earlier run of the same job. Returns the plan to use: `plan`, or the plan of the earlier run.
  // `job`: lines that describe the job. `is_locked`: this run has the locks of all outputs.
  // `restart`: discard the pieces of an earlier run, whatever its job was. Failure: kUsage if the
  // folder belongs to another program; without `restart`, also if it belongs to another job.
  // REQUIRES: OutputLocks::take() created the folder.
  Result<Plan> open(const Plan& plan, const std::string& job, bool restart, bool is_locked);
  // True if piece `piece` of `pieces` is complete.
  bool has(std::uint64_t piece, std::uint64_t pieces) const;

  const std::string& path() const { return path_; }
  std::string output_of(std::uint64_t piece) const;
  std::string test_output_of(std::uint64_t piece) const;
  std::string report_of(std::uint64_t piece) const;
  // Records the path of a temporary file of an output. If this run is killed, the next run removes
  // the file. If the path cannot be recorded, nothing is reported, and the file stays after a kill.
  void remember_temporary(const std::string& path) const;
  // Removes the key files of all pieces, which take much disk space.
  void remove_keys() const;
  // Removes the report and the outputs of a piece that failed.
  void forget(std::uint64_t piece) const;
  // Removes all files of the job. OutputLocks removes the folder together with the lock.
  void remove() const;

 private:
  // Removes the files whose paths remember_temporary() recorded.
  void remove_temporaries() const;
  // True if `path` is a possible path of a temporary file of an output or of the report.
  bool is_temporary_of_output(const std::string& path) const;
  // Removes the files that this class and the pieces created, except `job` and `lock`.
  void remove_files() const;
  std::string joining_path() const { return path_ + "/joining"; }
  std::string job_path() const { return path_ + "/job"; }

  Platform& platform_;
  std::vector<std::string> written_;
  std::string path_;
  // The endings of the names of the output and of the test file. The names of the pieces' outputs
  // have the same endings, because an ending can select the format.
  std::string ending_;
  std::string test_ending_;
};

}  // namespace dokumill::mpi
