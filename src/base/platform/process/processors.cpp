#include "base/platform/process/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

// The static program cannot load libraries, so no runtime of another library is in its process.
#if !defined(DOKUMILL_NO_LOADER)
#include <dlfcn.h>
#include <link.h>
#endif

namespace dokumill {
namespace {

using Set = std::vector<int>;  // numbers of processors, ascending

// Without these variables, no runtime binds a thread. Those that can name processors come first.
constexpr const char* kNamingVariables[] = {"OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY",
                                            "KMP_HW_SUBSET"};
constexpr const char* kBindingVariable = "OMP_PROC_BIND";

const char* naming_variable() {
  for (const char* const name : kNamingVariables) {
    if (std::getenv(name) != nullptr) return name;
  }
  return nullptr;
}

// The system rejects a set with fewer bits than the machine has processors. A machine may have more
// than the 1,024 processors of cpu_set_t, so the set is doubled until it is large enough. Empty if
// the system does not report the set.
Set own_set() {
  constexpr int kMostPlaces = 1 << 20;
  Set found;
  for (int places = 1024; places <= kMostPlaces && found.empty(); places *= 2) {
    std::vector<cpu_set_t> set(static_cast<std::size_t>(places) / CPU_SETSIZE);
    const std::size_t bytes = set.size() * sizeof(cpu_set_t);
    if (::sched_getaffinity(0, bytes, set.data()) != 0) continue;
    for (int processor = 0; processor < places; ++processor) {
      if (CPU_ISSET_S(processor, bytes, set.data())) found.push_back(processor);
    }
  }
  return found;
}

#if !defined(DOKUMILL_NO_LOADER)

// The functions of a runtime that this file calls. They are part of OpenMP 4.5.
struct Runtime {
  int (*num_procs)() = nullptr;
  int (*num_places)() = nullptr;
  int (*place_num_procs)(int) = nullptr;
  void (*place_proc_ids)(int, int*) = nullptr;

  std::vector<Set> places() const {
    std::vector<Set> all;
    for (int place = 0; place < num_places(); ++place) {
      Set& set = all.emplace_back(static_cast<std::size_t>(std::max(0, place_num_procs(place))));
      if (!set.empty()) place_proc_ids(place, set.data());
      std::ranges::sort(set);
    }
    return all;
  }
};

// Wheels change the names of the libraries that they bring: libgomp-a34b3233.so.1.
bool is_runtime(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libgomp") || name.starts_with("libomp") || name.starts_with("libiomp");
}

template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

// The runtimes of this process. A program may load its libraries so that they see only their own
// runtime (RTLD_LOCAL, as Python does), so the search goes through all loaded files.
std::vector<Runtime> loaded_runtimes() {
  std::vector<std::string> paths;
  const auto keep = [](dl_phdr_info* file, std::size_t, void* kept) {
    try {
      if (file->dlpi_name != nullptr && is_runtime(file->dlpi_name))
        static_cast<std::vector<std::string>*>(kept)->emplace_back(file->dlpi_name);
    } catch (const std::bad_alloc&) {  // an exception must not pass through the loader
    }
    return 0;
  };
  ::dl_iterate_phdr(keep, &paths);
  std::vector<Runtime> runtimes;
  for (const std::string& path : paths) {
    void* const library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    Runtime runtime;
    if (find_function(library, "omp_get_num_procs", runtime.num_procs) &&
        find_function(library, "omp_get_num_places", runtime.num_places) &&
        find_function(library, "omp_get_place_num_procs", runtime.place_num_procs) &&
        find_function(library, "omp_get_place_proc_ids", runtime.place_proc_ids)) {
      runtimes.push_back(runtime);
    }
    ::dlclose(library);  // takes back the count of dlopen(); the library stays
  }
  return runtimes;
}

Set union_of(const std::vector<Set>& sets) {
  Set all;
  for (const Set& set : sets) all.insert(all.end(), set.begin(), set.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// If this thread has the processors of one place, the runtime has bound it, or the thread that
// started it. Then the job may use the processors of all places. After release_thread(), the thread
// has them already. Otherwise this thread was bound by other means, and keeps its processors.
// omp_get_num_procs() is no answer: it also counts processors that are in no place.
void ask_runtimes(Processors& found) {
  const char* const name = naming_variable();
  if (name == nullptr && std::getenv(kBindingVariable) == nullptr) return;
  std::vector<std::vector<Set>> places_of;
  for (const Runtime& runtime : loaded_runtimes()) {
    const std::vector<Set>& places = places_of.emplace_back(runtime.places());
    const Set own = own_set();  // LLVM's runtime may have bound this thread just now
    const Set all = union_of(places);
    if (places.empty() || (own != all && std::ranges::find(places, own) == places.end())) continue;
    const bool names_fewer = std::cmp_less(all.size(), runtime.num_procs());
    const bool is_subset = name != nullptr && std::string_view(name) == "KMP_HW_SUBSET";
    if (places_of.size() == 1 || all.size() > found.usable.size()) {
      found.usable = all;
      found.limited_by = name != nullptr && (names_fewer || is_subset) ? name : "";
    }
  }
  for (const std::vector<Set>& places : places_of) {
    for (const Set& place : places)
      found.are_threads_bound = found.are_threads_bound || place != found.usable;
  }
}

#else

void ask_runtimes(Processors&) {}

#endif

bool move_to(const Set& processors) {
  if (processors.empty()) return false;
  const int bits = processors.back() + 1;
  cpu_set_t* const set = CPU_ALLOC(bits);
  if (set == nullptr) return false;
  const std::size_t bytes = CPU_ALLOC_SIZE(bits);
  CPU_ZERO_S(bytes, set);
  for (const int processor : processors) CPU_SET_S(processor, bytes, set);
  const bool is_moved = ::sched_setaffinity(0, bytes, set) == 0;
  CPU_FREE(set);
  return is_moved;
}

}  // namespace

Processors find_processors() {
  Processors found;
  found.usable = own_set();
  found.present = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  ask_runtimes(found);
  if (found.usable.empty()) {  // the system does not report the set
    for (int processor = 0; processor < found.present; ++processor)
      found.usable.push_back(processor);
  }
  return found;
}

void release_thread() {
  try {
    const Processors found = find_processors();
    if (found.are_threads_bound) move_to(found.usable);
  } catch (const std::bad_alloc&) {  // the program reports this when it begins to work
  }
}

// An exception must not leave a parallel region, in which this object usually lives.
OnProcessors::OnProcessors(const std::vector<int>& processors) {
  if (processors.empty()) return;
  try {
    before_ = own_set();
  } catch (const std::bad_alloc&) {
    return;
  }
  if (before_ == processors || !move_to(processors)) before_.clear();
}

OnProcessors::~OnProcessors() {
  move_to(before_);
}

}  // namespace dokumill
