// Launcher: reads the environment variables that the launcher of this process (mpirun or srun)
// sets.
#pragma once

#include <functional>

#include "dokumill/status.hpp"

namespace dokumill::mpi {

class Launcher {
 public:
  // `variable(name)` returns the value of an environment variable, or nullptr.
  explicit Launcher(const std::function<const char*(const char* name)>& variable);

  // `size`: the number of processes that MPI reports. kUsage if the launcher started several
  // processes, but `size` is 1. In this case, each process would run the whole job. The cause is
  // either a launcher of another MPI, or srun without the plugin that this MPI needs.
  Status check(int size) const;
  // False if the launcher started several processes and this is not the first of them.
  bool is_first() const { return rank_ == 0; }

 private:
  // How many processes mpirun started, and how many srun started. 0: this launcher did not start
  // this process. If mpirun started this process, by_srun_ is 0.
  long by_mpirun_ = 0;
  long by_srun_ = 0;
  long rank_ = 0;
};

}  // namespace dokumill::mpi
