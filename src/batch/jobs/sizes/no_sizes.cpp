// Takes the place of the jobs over other sizes than 9x9 in builds without them. Such a build reads
// no records of another size, so it calls only the functions that make boards and puzzles.
#include "batch/jobs/sizes/sized_jobs.hpp"
#include "batch/rows/row_writer.hpp"

namespace dokumill::batch {
namespace {

Status unsupported() {
  return {ErrorCode::kUnsupported, "this build makes boards and puzzles of 9x9 only", "size"};
}

}  // namespace

Result<JobReport> run_sized_boards(const BoardsOptions&, const JobHooks&) {
  return unsupported();
}
Result<PuzzlesReport> run_sized_puzzles(const PuzzlesOptions&, const JobHooks&) {
  return unsupported();
}

std::string RowWriter::malformed_row(const OutputPlan&) const {
  return {};
}
void RowWriter::write_sized_as_read(const BatchTask&, std::size_t, bool) {}

SizedKeys::SizedKeys(Platform&, Shape) {}
RecordKey SizedKeys::key(const HashKey&, const std::uint8_t*) const {
  return {};
}
RecordKey SizedKeys::form_key(const HashKey&, const std::uint8_t*) const {
  return {};
}
Status check_exchange(Shape) {
  return {};
}
Status check_forms(Shape, std::string_view) {
  return {};
}
bool goes_to_test(Shape, const std::uint8_t*, Share, std::uint64_t) {
  return false;
}
Status check_sized_empty(char, const records::SizedText&) {
  return {};
}

std::unique_ptr<Worker> make_sized_solve_worker(const Job&, const SolveOptions&, RecordNumbers&,
                                                PerChunk<SolveCounts>&) {
  return nullptr;
}
std::unique_ptr<Worker> make_sized_check_worker(const Job&, const CheckOptions&, const HashKey&,
                                                const SizedKeys&, PerChunk<CheckPart>&) {
  return nullptr;
}
std::unique_ptr<Worker> make_sized_convert_worker(const Job&, bool) {
  return nullptr;
}

}  // namespace dokumill::batch
