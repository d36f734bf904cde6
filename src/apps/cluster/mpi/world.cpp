#include "apps/cluster/mpi/world.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/text/format.hpp"

namespace dokumill::mpi {
namespace {

constexpr int kQuestion = 1;
constexpr int kAnswer = 2;

}  // namespace

World::World(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm local = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &local);
  MPI_Comm_size(local, &local_size_);
  MPI_Comm_free(&local);
  char host[MPI_MAX_PROCESSOR_NAME + 1] = {};
  int bytes = 0;
  MPI_Get_processor_name(host, &bytes);
  host_ = host;
  name_ = format_text("{} (rank {} of {})", host, rank_, size_);
}

World::~World() {
  MPI_Finalize();
}

std::int64_t World::share(std::int64_t number) {
  MPI_Bcast(&number, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  return number;
}

std::string World::share_text(std::string text) {
  const std::int64_t bytes = share(static_cast<std::int64_t>(text.size()));
  text.resize(static_cast<std::size_t>(bytes));
  constexpr std::int64_t kMax = std::int64_t{1} << 30;  // MPI counts bytes with an int
  for (std::int64_t at = 0; at < bytes; at += kMax) {
    MPI_Bcast(text.data() + at, static_cast<int>(std::min(kMax, bytes - at)), MPI_CHAR, 0,
              MPI_COMM_WORLD);
  }
  return text;
}

int World::sum(int number) {
  int total = 0;
  MPI_Allreduce(&number, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return total;
}

void World::end_all(int exit_status) {
  MPI_Abort(MPI_COMM_WORLD, exit_status);
  std::abort();
}

std::uint64_t World::ask(const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, kQuestion, MPI_COMM_WORLD);
  std::uint64_t number = 0;
  MPI_Recv(&number, 1, MPI_UINT64_T, 0, kAnswer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return number;
}

bool World::answer_one(const std::function<std::uint64_t(const std::string&)>& answer) {
  int has_come = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kQuestion, MPI_COMM_WORLD, &has_come, &status);
  if (has_come == 0) {
    // A blocking call would take the processor away from the threads that run pieces.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return false;
  }
  int bytes = 0;
  MPI_Get_count(&status, MPI_CHAR, &bytes);
  std::string text(static_cast<std::size_t>(bytes), '\0');
  MPI_Recv(text.data(), bytes, MPI_CHAR, status.MPI_SOURCE, kQuestion, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  const std::uint64_t number = answer(text);
  MPI_Send(&number, 1, MPI_UINT64_T, status.MPI_SOURCE, kAnswer, MPI_COMM_WORLD);
  return true;
}

}  // namespace dokumill::mpi
