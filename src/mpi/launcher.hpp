// Launcher: what the program that started this process (mpirun, srun) says in the environment.
#pragma once

#include <functional>

#include "dokumill/status.hpp"

namespace dokumill::mpi {

class Launcher {
 public:
  // `variable(name)`: the text of a variable of the environment, or nullptr.
  explicit Launcher(const std::function<const char*(const char* name)>& variable);

  // kUsage if several processes were started, but `size`, the number of processes that MPI reports,
  // is 1: the launcher belongs to another MPI, or srun ran without the plugin that this MPI needs.
  // Each process would run the whole job.
  Status check(int size) const;
  // False if this process is not the first one of several.
  bool is_first() const { return rank_ == 0; }

 private:
  long by_mpirun_ = 0;  // the number of processes; 0: not started by it
  long by_srun_ = 0;
  long rank_ = 0;
};

}  // namespace dokumill::mpi
