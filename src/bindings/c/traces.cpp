// The functions of dokumill/dokumill.h for traces, whose sizes are not known before the call.
// dokumill_traces() keeps what it finds, and dokumill_traces_read() copies it into arrays.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bindings/c/call.hpp"

using namespace dokumill;
using namespace dokumill::capi;

struct dokumill_trace_list {
  std::vector<Grid> puzzles;  // for the boards
  std::vector<Trace> traces;
  dokumill_trace_sizes sizes{};
};

namespace {

static_assert(kNoCell == DOKUMILL_NO_CELL);

Status read_content(const dokumill_trace_options* options, TraceContent& into) {
  dokumill_trace_options given = DOKUMILL_TRACE_OPTIONS_INIT;
  Status status = copy_struct(options, "trace_options", sizeof given, given);
  if (status.ok()) status = check_member("removed", given.removed, 0, 1);
  if (status.ok()) {
    status = check_member("language", given.language, DOKUMILL_NO_SENTENCES, DOKUMILL_CHINESE);
  }
  if (!status.ok()) return status;
  into.removed = given.removed != 0;
  if (given.language != DOKUMILL_NO_SENTENCES) {
    into.sentences = static_cast<Language>(given.language - 1);
  }
  return {};
}

// Writes values to an array of the caller, one after the other. Without an array, it counts them.
template <class T>
class Writer {
 public:
  explicit Writer(T* to) : to_(to) {}
  std::uint64_t count() const { return count_; }
  void add(T value) {
    if (to_ != nullptr) to_[count_] = value;
    ++count_;
  }
  void add(const T* values, std::size_t count) {
    if (to_ != nullptr) std::copy_n(values, count, to_ + count_);
    count_ += count;
  }

 private:
  T* to_;
  std::uint64_t count_ = 0;
};

void copy_traces(const dokumill_trace_list& list, const dokumill_trace_arrays& to) {
  Writer<std::uint8_t> kinds(to.kinds);
  Writer<std::uint64_t> offsets(to.offsets);
  Writer<std::uint8_t> cells(to.cells);
  Writer<std::uint8_t> digits(to.digits);
  Writer<std::uint8_t> techniques(to.techniques);
  Writer<std::uint16_t> scores(to.scores);
  Writer<std::uint8_t> boards(to.boards);
  Writer<std::uint64_t> removed_steps(to.removed_steps);
  Writer<std::uint8_t> removed_cells(to.removed_cells);
  Writer<std::uint16_t> removed_digits(to.removed_digits);
  Writer<std::uint64_t> text_offsets(to.text_offsets);
  Writer<char> texts(to.texts);
  offsets.add(0);
  text_offsets.add(0);
  for (std::size_t i = 0; i < list.traces.size(); ++i) {
    const Trace& trace = list.traces[i];
    kinds.add(static_cast<std::uint8_t>(trace.kind));
    for (const RemovedCandidates& gone : trace.removed) {
      removed_steps.add(cells.count() + gone.step);
      removed_cells.add(gone.cell);
      removed_digits.add(gone.digits);
    }
    Grid board = list.puzzles[i];
    for (const TraceStep& step : trace.steps) {
      cells.add(step.cell);
      digits.add(step.digit);
      techniques.add(static_cast<std::uint8_t>(step.technique));
      scores.add(step.score);
      boards.add(board.cells.data(), kCells);
      if (step.cell != kNoCell) board.cells[step.cell] = step.digit;
    }
    for (const std::string& text : trace.sentences) {
      texts.add(text.data(), text.size());
      text_offsets.add(texts.count());
    }
    offsets.add(cells.count());
  }
}

}  // namespace

extern "C" {

int dokumill_traces(const uint8_t* puzzles, size_t count,
                    const dokumill_trace_options* trace_options, dokumill_trace_list** traces,
                    dokumill_trace_sizes* sizes, const dokumill_options* options) {
  if (traces != nullptr) *traces = nullptr;
  return guarded([&]() -> Status {
    CallOptions call;
    TraceContent content;
    Status status = call.read(options);
    if (status.ok()) status = read_content(trace_options, content);
    if (status.ok()) {
      status = check_arrays({input("puzzles", puzzles, count, kCells), result("traces", traces, 1),
                             optional(result("sizes", sizes, 1))});
    }
    if (!status.ok()) return status;
    auto list = std::make_unique<dokumill_trace_list>();
    list->traces.resize(count);
    const std::span<const Grid> grids = grids_at(puzzles, count);
    status = traces_many(grids, list->traces, content, call.many());
    if (!status.ok()) return status;
    list->puzzles.assign(grids.begin(), grids.end());
    for (const Trace& trace : list->traces) {
      list->sizes.steps += trace.steps.size();
      list->sizes.removed += trace.removed.size();
      list->sizes.texts += trace.sentences.size();
      for (const std::string& text : trace.sentences) list->sizes.text_bytes += text.size();
    }
    if (sizes != nullptr) *sizes = list->sizes;
    *traces = list.release();
    return {};
  });
}

int dokumill_traces_read(const dokumill_trace_list* traces, const dokumill_trace_arrays* arrays) {
  return guarded([&]() -> Status {
    if (traces == nullptr) return {ErrorCode::kUsage, "traces: a null pointer"};
    if (arrays == nullptr) return {ErrorCode::kUsage, "arrays: a null pointer"};
    dokumill_trace_arrays to = DOKUMILL_TRACE_ARRAYS_INIT;
    Status status = copy_struct(arrays, "arrays", sizeof to, to);
    if (!status.ok()) return status;
    const std::size_t count = traces->traces.size();
    const dokumill_trace_sizes& sizes = traces->sizes;
    status = check_arrays({optional(result("kinds", to.kinds, count)),
                           optional(result("offsets", to.offsets, count + 1)),
                           optional(result("cells", to.cells, sizes.steps)),
                           optional(result("digits", to.digits, sizes.steps)),
                           optional(result("techniques", to.techniques, sizes.steps)),
                           optional(result("scores", to.scores, sizes.steps)),
                           optional(result("boards", to.boards, sizes.steps, kCells)),
                           optional(result("removed_steps", to.removed_steps, sizes.removed)),
                           optional(result("removed_cells", to.removed_cells, sizes.removed)),
                           optional(result("removed_digits", to.removed_digits, sizes.removed)),
                           optional(result("text_offsets", to.text_offsets, sizes.texts + 1)),
                           optional(result("texts", to.texts, sizes.text_bytes))});
    if (!status.ok()) return status;
    copy_traces(*traces, to);
    return {};
  });
}

void dokumill_traces_free(dokumill_trace_list* traces) {
  delete traces;
}

}  // extern "C"
