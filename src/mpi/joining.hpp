// All processes join the outputs of the pieces: each writes ranges of the joined output.
//
//   process 0      join_together() for each output that is large enough, then end_joining()
//   the others     help_to_join()
//
// A process that does not find the temporary file of the output, because a link leads to a disk of
// another machine, writes no ranges.
//
// Thread safety: the main thread calls these functions.
#pragma once

#include <functional>
#include <string>

#include "dokumill/status.hpp"
#include "merging/copy_plan.hpp"
#include "mpi/world.hpp"

namespace dokumill::mpi {

// Writes all ranges of the plan. `warn` gets a message if only some of the processes can write them.
// Failure: kInterrupted after a stop request; kIo with the process and the reason.
Status join_together(World& world, merging::CopyPlan plan,
                     const std::function<void(const std::string&)>& warn);
void end_joining(World& world);

void help_to_join(World& world);

}  // namespace dokumill::mpi
