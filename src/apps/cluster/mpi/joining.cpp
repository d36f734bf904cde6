#include "apps/cluster/mpi/joining.hpp"

#include <utility>
#include <vector>

#include "apps/cluster/mpi/item_loop.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/report_file.hpp"

namespace dokumill::mpi {
namespace {

PieceResult write_range(const World& world, const merging::CopyPlan& plan, std::uint64_t range) {
  PieceResult result{range, cli::kFine, true, world.name(), {}};
  const Status status = batch::without_exceptions([&] {
    return merging::copy_range(system_platform(), plan, range, [] { return stop_signal() != 0; });
  });
  if (status.ok()) return result;
  result.exit_status = cli::exit_status_of(status);
  result.is_complete = false;
  result.messages = status.message();
  return result;
}

}  // namespace

Status join_together(World& world, merging::CopyPlan plan,
                     const std::function<void(const std::string&)>& warn) {
  plan.divide(static_cast<std::uint64_t>(world.size()));
  Schedule schedule(std::vector<bool>(static_cast<std::size_t>(plan.ranges())));
  world.share_text(plan.text());
  const int able = world.sum(1);
  if (able < world.size()) {
    warn(format_text("{} of {} processes join the pieces; the others do not find {}", able,
                     world.size(), plan.destination));
  }
  hand_out_items(world, able - 1, schedule,
                 [&](std::uint64_t range) { return write_range(world, plan, range); });
  if (stop_signal() != 0) {
    return {ErrorCode::kInterrupted,
            "interrupted: the pieces are not joined; the same command joins them"};
  }
  if (const auto failure = schedule.failure()) {
    return {ErrorCode::kIo,
            format_text("{}: joining the pieces failed: {}; the same command joins them again",
                        failure->process, failure->messages)};
  }
  return {};
}

void end_joining(World& world) {
  world.share_text({});
}

void help_to_join(World& world) {
  for (;;) {
    const std::string text = world.share_text({});
    if (text.empty()) return;
    const auto plan = merging::CopyPlan::of_text(text);
    const bool is_able = merging::can_copy(system_platform(), plan);
    world.sum(is_able ? 1 : 0);
    if (is_able) {
      take_items(world, [&](std::uint64_t range) { return write_range(world, plan, range); });
    }
  }
}

}  // namespace dokumill::mpi
