// PieceFolder: where the pieces of a run wait until they are joined, `.NAME.pieces` beside the output
// NAME. A run that was ended early leaves it there, and the same command goes on from it.
//
//   job       the version, the Plan, the command, and size and time of every input
//   K.out     the output of piece K, complete; with the ending of NAME, if it has one
//   K.test.out    the test file of piece K of split; K.out is then its train file
//   K.json    the report of piece K; there only after its outputs
//   keys.K, repeats.B    of dedupe and check --duplicates (batch/exchange.hpp)
//   joining   the names of the temporary files of the outputs and of the report, one per line; if a
//             run is killed, the next run removes these files
//   lock      of the output (OutputLocks)
//
// A name appears only after its file is complete (OutputFile), so nothing else needs to be recorded.
//
// Thread safety: one thread at a time; the processes of a run share the folder, and no two of them
// have the same piece.
// Failure: kIo with the path and the reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dokumill/status.hpp"
#include "platform/platform.hpp"

namespace dokumill::mpi {

// How a job is divided. A later run takes the plan of the earlier one.
struct Plan {
  std::uint64_t pieces = 1;
  std::uint64_t buckets = 0;  // 0: the pieces need nothing from each other
  std::uint64_t seed = 0;     // of the buckets
};

class PieceFolder {
 public:
  // The folder of the output with this path. `test_output`: the second output of split, or "".
  // `written`: these and the report. Creates nothing.
  PieceFolder(Platform& platform, const std::string& output, const std::string& test_output,
              std::vector<std::string> written);

  // For process 0. Prepares the folder for a job with this plan, or finds it as an earlier run of the
  // job left it. Returns the plan, which is that of the earlier run. `job`: lines that describe the
  // job. `is_locked`: this run has the locks of all outputs. kUsage if the folder is that of another
  // job, unless `restart` is set, which empties it. REQUIRES: OutputLocks::take() created the folder.
  Result<Plan> open(const Plan& plan, const std::string& job, bool restart, bool is_locked);
  // True if the piece of `pieces` pieces is complete.
  bool has(std::uint64_t piece, std::uint64_t pieces) const;

  const std::string& path() const { return path_; }
  std::string output_of(std::uint64_t piece) const;
  std::string test_output_of(std::uint64_t piece) const;
  std::string report_of(std::uint64_t piece) const;
  // Writes the names of all reports, one per line, and returns the path of the list.
  Result<std::string> list_reports(std::uint64_t pieces) const;
  // Remembers a temporary file of an output, so that the next run removes it if this one is killed.
  // If this call fails, the file stays after a kill.
  void remember_temporary(const std::string& path) const;
  // Removes the key files of all pieces, which take much room.
  void remove_keys() const;
  // Removes the report of a piece that failed.
  void forget(std::uint64_t piece) const;
  // Removes all files of the job. OutputLocks removes the folder together with the lock.
  void remove() const;

 private:
  // Removes the files of remember_temporary().
  void remove_temporaries() const;
  // True for the name of a temporary file of an output.
  bool is_temporary_of_output(const std::string& path) const;
  // Removes the files that this class and its pieces made, except `job` and `lock`.
  void remove_files() const;
  std::string joining_path() const { return path_ + "/joining"; }
  std::string job_path() const { return path_ + "/job"; }
  Status write(const std::string& path, const std::string& text) const;

  Platform& platform_;
  std::vector<std::string> written_;
  std::string path_;
  // Of the outputs: those of their names, which can decide about the format.
  std::string ending_;
  std::string test_ending_;
};

}  // namespace dokumill::mpi
