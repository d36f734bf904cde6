#include "apps/cluster/mpi/item_loop.hpp"

#include <atomic>
#include <string>
#include <thread>

#include "base/platform/process/stop_signals.hpp"

namespace dokumill::mpi {
namespace {

// Runs items until next() returns 0. next() takes the result of the previous item, and returns the
// number of the next item.
template <class Next>
void run_items(const World& world, const RunItem& run, const Next& next) {
  PieceResult result{0, 0, true, world.name(), {}};
  while (const std::uint64_t item = next(result)) result = run(item);
}

}  // namespace

void hand_out_items(World& world, int others, Schedule& schedule, const RunItem& run) {
  std::atomic<bool> is_working = true;
  std::thread worker([&] {
    run_items(world, run, [&](const PieceResult& result) { return schedule.next(result); });
    is_working = false;
  });
  while (others > 0 || is_working) {
    if (stop_signal() != 0) schedule.stop();
    world.answer_one([&](const std::string& text) {
      const std::uint64_t item = schedule.next(PieceResult::of_text(text));
      if (item == 0) --others;
      return item;
    });
  }
  worker.join();
}

void take_items(World& world, const RunItem& run) {
  run_items(world, run, [&](const PieceResult& result) { return world.ask(result.text()); });
}

}  // namespace dokumill::mpi
