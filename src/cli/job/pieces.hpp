// How dokumill-mpi runs the pieces of a job and joins them. It splits the command line once.
//
// Thread safety: several threads may call run_piece() at the same time, for different pieces.
#pragma once

#include <string>

#include "apps/cluster/pieces/merge.hpp"
#include "base/platform/platform.hpp"
#include "batch/spill/exchange.hpp"
#include "cli/table/arguments.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

// One piece of the job, with files of its own. It replaces the flags that name the files of the
// whole job, --piece, --threads, --no-clobber, --quiet and --progress.
struct PieceRun {
  Piece piece;
  std::string output = {};
  std::string test_output = {};  // for split; `output` is then the train file
  std::string report = {};       // empty: the piece writes no report
  int threads = 1;
  // For a piece of dedupe or of check --duplicates: the exchange of data with the other pieces.
  const batch::Exchange* exchange = nullptr;
};

// Runs a piece of the job that `arguments` describe, and returns its exit status. Its messages are
// appended to `messages`. No exception leaves the function: if memory runs out, it prints a message
// and returns kUsageOrIo.
int run_piece(const Arguments& arguments, const PieceRun& piece, Platform& platform,
              std::string& messages);

// How long a job took, and with how many threads.
struct RunTime {
  double seconds = 0;
  int threads = 0;
  std::string threads_remark = {};  // as in JobReport
};
// Joins the pieces of the job that `arguments` describe, as `merge` does, and returns the exit
// status. `options`: what the flags do not say. No exception leaves the function.
int join_pieces(const Arguments& arguments, merging::MergeOptions options, const RunTime& time,
                Platform& platform);

}  // namespace dokumill::cli
