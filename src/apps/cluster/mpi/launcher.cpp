#include "apps/cluster/mpi/launcher.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text/format.hpp"

namespace dokumill::mpi {
namespace {

// Returns 0 if the variable is not set or is not a number.
long number_in(const char* text) {
  return text == nullptr ? 0 : std::strtol(text, nullptr, 10);
}

}  // namespace

Launcher::Launcher(const std::function<const char*(const char*)>& variable) {
  const auto number = [&](const char* name) { return number_in(variable(name)); };
  // The variables of Open MPI and MPICH. If mpirun runs inside a job step of Slurm (srun), the
  // variables of mpirun and of srun are both set. Then only the variables of mpirun describe this
  // process.
  by_mpirun_ = std::max(number("OMPI_COMM_WORLD_SIZE"), number("PMI_SIZE"));
  rank_ = std::max(number("OMPI_COMM_WORLD_RANK"), number("PMI_RANK"));
  if (by_mpirun_ != 0) return;
  by_srun_ = number("SLURM_STEP_NUM_TASKS");
  rank_ = number("SLURM_PROCID");
}

Status Launcher::check(int size) const {
  if (size != 1) return {};
  if (by_mpirun_ > 1) {
    return {ErrorCode::kUsage,
            format_text("mpirun started {} processes, but each of them sees only itself: this "
                        "mpirun belongs to another MPI than dokumill-mpi",
                        by_mpirun_)};
  }
  if (by_srun_ > 1) {
    return {ErrorCode::kUsage,
            format_text("srun started {} processes, but each of them sees only itself: try 'srun "
                        "--mpi=pmix' or another of 'srun --mpi=list'",
                        by_srun_)};
  }
  return {};
}

}  // namespace dokumill::mpi
