// Implements traces_many() (dokumill/many.hpp).
#include <memory>
#include <utility>

#include "batch/flow/without_exceptions.hpp"
#include "batch/layouts/trace.hpp"
#include "batch/many/many.hpp"

namespace dokumill {
namespace batch {
namespace {

class TracesManyWorker final : public EachPuzzleWorker {
 public:
  TracesManyWorker(Solver solver, std::span<const Grid> puzzles, std::span<Trace> traces,
                   const TraceContent& content)
      : EachPuzzleWorker(std::move(solver), puzzles), traces_(traces), tracer_(content) {}

  void set_stop(std::function<bool()> should_stop) override {
    tracer_.set_stop([this, should_stop] { return is_stopped_ = should_stop(); });
    EachPuzzleWorker::set_stop(std::move(should_stop));
  }

 private:
  bool use(std::size_t index, const Grid& puzzle, GridKind kind) override {
    Trace& trace = traces_[index];
    trace = {.kind = kind};
    if (kind != GridKind::kUnique) return true;
    is_stopped_ = false;
    // The traces of the caller get no more memory than they need.
    tracer_.trace(puzzle, found_);
    trace.steps = found_.steps;
    trace.removed = found_.removed;
    trace.sentences = std::move(found_.sentences);
    return !is_stopped_;
  }

  const std::span<Trace> traces_;
  Tracer tracer_;
  Trace found_;
  bool is_stopped_ = false;  // the last path was stopped
};

}  // namespace
}  // namespace batch

Status traces_many(std::span<const Grid> puzzles, std::span<Trace> traces,
                   const TraceContent& content, const ManyOptions& options) {
  return batch::without_exceptions([&]() -> Status {
    Status status = batch::check_places(traces.size(), puzzles.size(), "places for traces");
    if (!status.ok()) return status;
    const auto make = [&](Solver solver) {
      return std::make_unique<batch::TracesManyWorker>(std::move(solver), puzzles, traces, content);
    };
    return batch::run_slices(system_platform(),
                             {puzzles.size(), batch::TracesManyWorker::kSlice, options.threads,
                              options.should_stop, batch::with_solver(options.engine, make)});
  });
}

}  // namespace dokumill
