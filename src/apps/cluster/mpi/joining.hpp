// All processes join the outputs of the pieces: each process writes ranges of the joined output.
//
//   process 0         join_together() for each output that is large enough, then end_joining()
//   other processes   help_to_join()
//
// If a process cannot open the temporary file of the output, it writes no ranges. For example, the
// path of the output may lead through a link to a disk that only the machine of process 0 has.
//
// Thread safety: the main thread calls these functions.
#pragma once

#include <functional>
#include <string>

#include "apps/cluster/mpi/world.hpp"
#include "apps/cluster/pieces/copy_plan.hpp"
#include "dokumill/status.hpp"

namespace dokumill::mpi {

// Process 0: writes all ranges of the plan together with the other processes. `warn` gets a message
// if only some of the processes can write ranges. Failure: kInterrupted after a stop request; kIo
// with the process and the reason.
Status join_together(World& world, merging::CopyPlan plan,
                     const std::function<void(const std::string&)>& warn);
void end_joining(World& world);

void help_to_join(World& world);

}  // namespace dokumill::mpi
