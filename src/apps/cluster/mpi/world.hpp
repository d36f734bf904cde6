// World: the processes that mpirun or srun started, and the messages between them. No other code
// calls MPI.
//
// All processes except process 0 send requests to process 0, which answers them. Only the main
// thread of a process calls MPI (MPI_THREAD_FUNNELED). If a call of MPI fails, MPI ends all
// processes (MPI_ERRORS_ARE_FATAL).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace dokumill::mpi {

class World {
 public:
  World(int& argc, char**& argv);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  // The number of processes on this machine.
  int local_size() const { return local_size_; }
  // The name of this machine.
  const std::string& host() const { return host_; }
  // "node7 (rank 3 of 8)", for messages.
  const std::string& name() const { return name_; }

  // Returns the number that process 0 passes. REQUIRES: every process calls share().
  std::int64_t share(std::int64_t number);
  // Returns the text that process 0 passes; the text of other processes is ignored. REQUIRES: every
  // process calls share_text().
  std::string share_text(std::string text);
  // Returns the sum of the numbers of all processes. REQUIRES: every process calls sum().
  int sum(int number);
  // Ends all processes at once. A process calls this if it cannot continue while other processes
  // wait for it.
  [[noreturn]] void end_all(int exit_status);

  // Not for process 0: sends a text to process 0 and returns the answer of that process.
  std::uint64_t ask(const std::string& text);
  // Process 0: takes a text that another process has sent, and sends answer(text) back to it. If no
  // text has arrived, sleeps for a millisecond and returns false.
  bool answer_one(const std::function<std::uint64_t(const std::string& text)>& answer);

 private:
  int rank_ = 0;
  int size_ = 1;
  int local_size_ = 1;
  std::string host_;
  std::string name_;
};

}  // namespace dokumill::mpi
