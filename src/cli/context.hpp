// Context: settings of a command that have no flag. dokumill-mpi sets it for its pieces and for the
// merge that joins them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "batch/spill/exchange.hpp"
#include "merging/copy_plan.hpp"

namespace dokumill::cli {

// How long a job took, and with how many threads.
struct RunTime {
  double seconds = 0;
  int threads = 0;
  std::string threads_remark = {};  // as in JobReport
};

struct Context {
  // merge: the time and threads of the job that made the pieces. nullopt: time and threads are
  // computed as if all pieces had run at the same time.
  std::optional<RunTime> run_time = {};
  // For a piece of dedupe or of check --duplicates: the exchange of data with the other pieces.
  // nullptr: a whole job, or a piece that needs no data of other pieces.
  const batch::Exchange* exchange = nullptr;
  // merge: the duplicates that the exchange between the pieces found. nullptr: the pieces exchanged
  // no data.
  const batch::FoundDuplicates* found = nullptr;
  // merge: if set, this function writes large outputs.
  merging::Copier copier = {};
  // merge: the callback OutputOptions::on_temporary for the outputs and for the report.
  std::function<void(const std::string& path)> on_temporary = {};
  // True if the output of this command is only a part of the program's output.
  bool is_part = false;
  // If set, messages are appended to this text instead of being printed.
  std::string* messages = nullptr;
};

}  // namespace dokumill::cli
