// The workers of jobs over records of another size than 9x9. A job makes such a worker if
// OutputPlan::sized is set; its plan, its fold and its report are those of 9x9.
#pragma once

#include <memory>

#include "batch/frame/job.hpp"
#include "batch/jobs/check_part.hpp"
#include "batch/jobs/list_solutions.hpp"
#include "batch/jobs/sizes/sized_keys.hpp"

namespace dokumill::batch {

inline bool is_sized(const Job& job) {
  return job.plan().sized.has_value();
}

// With options.all_limit, counts the rows.
std::unique_ptr<Worker> make_sized_solve_worker(const Job& job, const SolveOptions& options,
                                                RecordNumbers& numbers,
                                                PerChunk<SolveCounts>& counts);
std::unique_ptr<Worker> make_sized_check_worker(const Job& job, const CheckOptions& options,
                                                const HashKey& hash_key, const SizedKeys& keys,
                                                PerChunk<CheckPart>& parts);

// Writes the cells of the records, or their canonical forms.
std::unique_ptr<Worker> make_sized_convert_worker(const Job& job, bool writes_forms);

// The jobs that make boards and puzzles. REQUIRES: options.size is set.
Result<JobReport> run_sized_boards(const BoardsOptions& options, const JobHooks& hooks);
Result<PuzzlesReport> run_sized_puzzles(const PuzzlesOptions& options, const JobHooks& hooks);

// kUsage if this character does not stand for an empty cell.
Status check_sized_empty(char empty_cell, const records::SizedText& text);

}  // namespace dokumill::batch
