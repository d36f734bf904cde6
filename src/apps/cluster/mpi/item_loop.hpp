// Process 0 hands out the items of a step, for example pieces. Each process gets its next item when
// it has completed the previous one.
//
// Thread safety: the main thread calls these functions. Process 0 runs its items on a second
// thread, because its main thread answers the other processes.
#pragma once

#include <cstdint>
#include <functional>

#include "apps/cluster/mpi/schedule.hpp"
#include "apps/cluster/mpi/world.hpp"

namespace dokumill::mpi {

// Runs the item with this number, from 1. REQUIRES: throws nothing.
using RunItem = std::function<PieceResult(std::uint64_t item)>;

// Process 0: hands out the items of the schedule to this process and to `others` other processes.
// Returns when every process has completed its last item. After a stop request, hands out no
// further items.
void hand_out_items(World& world, int others, Schedule& schedule, const RunItem& run);

// For the other processes: asks process 0 for one item after the other and runs it, until process 0
// has no more items.
void take_items(World& world, const RunItem& run);

}  // namespace dokumill::mpi
