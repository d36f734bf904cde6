// dokumill-mpi: runs a job of dokumill on the processes that mpirun or srun started.
//
//   process 0         main thread: hands out the pieces; a second thread: runs pieces
//   other processes   run pieces, and ask process 0 for the next piece
//   all processes     join the outputs at the end (joining.hpp)
//
// A job that searches for equal records has several steps (batch/spill/exchange.hpp). The items of
// a step are pieces or buckets. The keys of all pieces are divided into buckets, and equal keys are
// always in the same bucket. A step begins when all items of the previous step are complete.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include "apps/cluster/mpi/item_loop.hpp"
#include "apps/cluster/mpi/joining.hpp"
#include "apps/cluster/mpi/launcher.hpp"
#include "apps/cluster/mpi/mpi_job.hpp"
#include "apps/cluster/mpi/output_locks.hpp"
#include "apps/cluster/mpi/piece_folder.hpp"
#include "apps/cluster/mpi/schedule.hpp"
#include "apps/cluster/mpi/world.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/process/cpu_budget.hpp"
#include "base/platform/process/processors.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/flow/team.hpp"
#include "batch/flow/without_exceptions.hpp"
#include "batch/spill/bucket.hpp"
#include "batch/spill/exchange.hpp"
#include "batch/spill/key_file.hpp"
#include "cli/cli_main.hpp"
#include "cli/job/flag_reader.hpp"
#include "cli/job/pieces.hpp"
#include "cli/job/report_file.hpp"
#include "cli/table/command_table.hpp"

namespace dokumill::mpi {
namespace {

constexpr std::string_view kName = "dokumill-mpi: ";

void print(const std::string& message) {
  cli::write_to_stderr(system_platform(), format_text("{}{}\n", kName, message));
}

// A step of the job. kKeys: the pieces of dedupe write their keys. kBuckets: each bucket is
// searched for equal records. kPieces: the pieces write their outputs; the pieces of check
// --duplicates also write their keys.
enum class Step { kKeys, kBuckets, kPieces };

std::string_view noun_of(Step step) {
  return step == Step::kBuckets ? "bucket" : "piece";
}

// The threads of each process, and why there are not more.
struct Threads {
  int number = 1;
  std::string remark = {};
};

// What every process knows about the run.
struct Run {
  const World& world;
  const MpiJob& job;
  const PieceFolder& folder;
  Plan plan;
  Threads threads;
  std::string description;  // process 0: MpiJob::description() at the start
  std::uint64_t begin_ns = system_platform().now_ns();

  std::vector<Step> steps() const {
    if (!job.has_exchange()) return {Step::kPieces};
    if (job.is_dedupe()) return {Step::kKeys, Step::kBuckets, Step::kPieces};
    return {Step::kPieces, Step::kBuckets};
  }
  std::uint64_t items(Step step) const {
    return step == Step::kBuckets ? plan.buckets : plan.pieces;
  }
  batch::Exchange exchange(std::uint64_t piece, Step step) const {
    using batch::Exchange;
    const bool leaves_out = job.is_dedupe() && step == Step::kPieces;
    return {folder.path(), Piece{piece, plan.pieces}, plan.buckets, plan.seed,
            leaves_out ? Exchange::Step::kRepeated : Exchange::Step::kKeys};
  }
};

bool has_keys(const Run& run, std::uint64_t piece) {
  return batch::has_keys(system_platform(), run.exchange(piece, Step::kKeys), piece);
}

bool is_settled(const Run& run, std::uint64_t bucket) {
  return batch::is_settled(system_platform(), run.exchange(1, Step::kBuckets), bucket);
}

// Finds out which items (pieces or buckets) of a step are complete. Element K - 1 of the result is
// true if item K is complete.
std::vector<bool> done_items(const Run& run, Step step) {
  bool needs_keys = run.job.has_exchange();
  if (needs_keys && step != Step::kBuckets) {
    // Once all buckets have been searched (is_settled()), the keys are no longer needed, and an
    // earlier run may have removed them.
    std::uint64_t settled = 0;
    while (settled < run.plan.buckets && is_settled(run, settled + 1)) ++settled;
    needs_keys = settled < run.plan.buckets && !(run.job.is_dedupe() && step == Step::kPieces);
  }
  std::vector<bool> is_done;
  for (std::uint64_t item = 1; item <= run.items(step); ++item) {
    const bool has_own_keys = step != Step::kBuckets && (!needs_keys || has_keys(run, item));
    is_done.push_back(step == Step::kBuckets ? is_settled(run, item)
                      : step == Step::kKeys
                          ? has_own_keys
                          : has_own_keys && run.folder.has(item, run.plan.pieces));
  }
  return is_done;
}

PieceResult run_bucket(const Run& run, std::uint64_t bucket) {
  PieceResult result{bucket, cli::kFine, true, run.world.name(), {}};
  const Status status = batch::without_exceptions([&] {
    return batch::settle_bucket(system_platform(), run.exchange(1, Step::kBuckets), bucket,
                                run.job.is_dedupe(), run.job.memory_bytes(),
                                [] { return stop_signal() != 0; });
  });
  if (status.ok()) return result;
  result.exit_status = cli::exit_status_of(status);
  result.is_complete = false;
  result.messages = format_text("{}{}\n", kName, status.message());
  return result;
}

PieceResult run_item(const Run& run, Step step, std::uint64_t item) {
  if (step == Step::kBuckets) return run_bucket(run, item);
  PieceResult result{item, 0, true, run.world.name(), {}};
  const batch::Exchange exchange = run.exchange(item, step);
  cli::PieceRun piece{.piece = {item, run.plan.pieces},
                      .output = run.folder.output_of(item),
                      .threads = run.threads.number,
                      .exchange = run.job.has_exchange() ? &exchange : nullptr};
  if (!run.job.test_output().empty()) piece.test_output = run.folder.test_output_of(item);
  // In the first step of dedupe, the pieces write their keys and nothing else.
  const bool has_report = step == Step::kPieces;
  if (has_report) piece.report = run.folder.report_of(item);
  result.exit_status =
      cli::run_piece(run.job.arguments(), piece, system_platform(), result.messages);
  result.is_complete = has_report ? run.folder.has(item, run.plan.pieces) : has_keys(run, item);
  if (!result.is_complete) run.folder.forget(item);
  return result;
}

// Returns the equal share of a process in what the processes of a machine have together.
int share_of(int all, const World& world) {
  return std::max(1, all / world.local_size());
}

// The threads of this process: the value of --threads, if it is given, or that of OMP_NUM_THREADS.
// Otherwise one for each processor that the process may use. The processes of a machine share the
// CPU quota. They also share the processors if each of them may use all, or those that OMP_PLACES
// names, because this variable is the same for all of them.
Threads chosen_threads(const World& world, int wanted) {
  const ThreadBudget budget = thread_budget(system_platform());
  Threads threads{wanted, {}};
  if (wanted == 0) {
    threads = {budget.threads, budget.remark()};
    if (budget.requested == 0) {
      const bool is_shared = budget.processors >= budget.present || !budget.limited_by.empty();
      threads.number = is_shared ? share_of(budget.processors, world) : budget.processors;
      if (budget.quota > 0)
        threads.number = std::min(threads.number, share_of(budget.quota, world));
      if (threads.number == 1 && !is_shared && budget.present > world.local_size() &&
          world.rank() == 0) {
        print(
            format_text("warning: each process may use one processor of {}; 'mpirun --bind-to "
                        "none' or '--cpus-per-task' gives it more",
                        budget.present));
      }
    }
  }
  const batch::Team team = batch::choose_team(system_platform(), threads.number);
  return {team.threads, team.remark.empty() ? threads.remark : team.remark};
}

Result<Threads> threads_of(const World& world, const MpiJob& job) {
  std::uint64_t threads = 0;
  cli::FlagReader flags(job.arguments());
  flags.number("--threads", threads, 0, 1024);
  Status status = flags.status();
  if (!status.ok()) return status;
  return chosen_threads(world, static_cast<int>(threads));
}

// Process 0: takes the locks of the outputs, describes the job and opens the folder.
Result<Plan> prepare(const World& world, const MpiJob& job, PieceFolder& folder,
                     std::optional<OutputLocks>& locks, std::string& description) {
  if (Status status = job.check_files(system_platform()); !status.ok()) return status;
  const Result<std::string> described = job.description(system_platform());
  if (!described.ok()) return described.status();
  description = *described;
  const Result<Plan> plan = job.plan(system_platform(), world.size());
  if (!plan.ok()) return plan.status();
  Result<OutputLocks> taken =
      OutputLocks::take(system_platform(), job.outputs(system_platform()),
                        format_text("{} processes, the first one is process {} of {}", world.size(),
                                    own_process_number(), world.host()));
  if (!taken.ok()) return taken.status();
  locks.emplace(*std::move(taken));
  for (const std::string& output : locks->not_locked()) {
    print(
        format_text("warning: {}: this file system has no locks, so a second run that writes this "
                    "file is not noticed",
                    printable(output)));
  }
  return folder.open(*plan, description, job.restarts(), locks->not_locked().empty());
}

// True if at least one piece or bucket of any step is complete.
bool has_any_done(const Run& run) {
  for (const Step step : run.steps()) {
    const std::vector<bool> is_done = done_items(run, step);
    if (std::ranges::find(is_done, true) != is_done.end()) return true;
  }
  return false;
}

// Process 0: writes the report of a job that failed, so that no report of an earlier run remains.
// Returns the exit status.
int report_failure(const Run& run, const std::string& message, int exit_status) {
  print(message);
  const auto path = run.job.arguments().value("--report");
  if (!path) return exit_status;
  FailureReport report;
  report.command = run.job.arguments().command->name;
  report.status = {ErrorCode::kIo, message};
  report.exit_status = exit_status;
  static_cast<void>(write_whole(system_platform(), *path, to_json(report)));
  return exit_status;
}

// Process 0, after a step. If the step did not complete, reports the reason. Returns the exit
// status: kFine if the step is complete.
int end_step(const Run& run, Step step, const Schedule& schedule) {
  if (stop_signal() != 0) {
    return report_failure(run, "interrupted; the same command goes on from the complete pieces",
                          cli::kSignalBase + stop_signal());
  }
  if (const auto failure = schedule.failure()) {
    const bool is_any_complete = has_any_done(run);
    if (!is_any_complete) run.folder.remove();
    cli::write_to_stderr(system_platform(), failure->messages);
    return report_failure(
        run,
        format_text("{}: {} {} of {} failed{}", failure->process, noun_of(step), failure->piece,
                    run.items(step),
                    is_any_complete ? "; the same command goes on from what is complete" : ""),
        failure->exit_status);
  }
  if (step == Step::kBuckets && run.job.is_dedupe()) run.folder.remove_keys();
  return cli::kFine;
}

// Process 0: joins the pieces after the last step. If the run has other processes, they help
// (joining.hpp). Returns the exit status.
int finish(World& world, const Run& run) {
  const Result<std::string> description = run.job.description(system_platform());
  if (!description.ok() || *description != run.description) {
    return report_failure(run, "an input changed while it was read; --restart discards the pieces",
                          cli::kUsageOrIo);
  }
  batch::FoundDuplicates found;
  for (std::uint64_t bucket = 1; bucket <= run.plan.buckets; ++bucket) {
    Status status =
        batch::add_found(system_platform(), run.exchange(1, Step::kBuckets), bucket, found);
    if (!status.ok()) return report_failure(run, status.message(), cli::kUsageOrIo);
  }
  merging::MergeOptions options;
  options.input.path = run.folder.report_of(1);
  for (std::uint64_t piece = 2; piece <= run.plan.pieces; ++piece) {
    options.input.more_paths.push_back(run.folder.report_of(piece));
  }
  options.output = run.job.output();
  options.test_output = run.job.test_output();
  options.on_temporary = [&](const std::string& path) { run.folder.remember_temporary(path); };
  if (world.size() > 1) {
    options.copier = [&](merging::CopyPlan plan) {
      return join_together(world, std::move(plan),
                           [](const std::string& text) { print("warning: " + text); });
    };
  }
  const auto nanoseconds = static_cast<double>(system_platform().now_ns() - run.begin_ns);
  if (run.job.has_exchange()) options.found = &found;
  cli::RunTime time{nanoseconds * 1e-9, run.threads.number * run.world.size(), {}};
  if (!run.threads.remark.empty()) time.threads_remark = "each process: " + run.threads.remark;
  const int status =
      cli::join_pieces(run.job.arguments(), std::move(options), time, system_platform());
  if (status == cli::kFine || status == cli::kSomeRecordsBad) run.folder.remove();
  return status;
}

// Runs a step. Process 0 returns the exit status of the step, and the other processes return kFine.
int run_step(World& world, const Run& run, Step step) {
  const auto run_one = [&](std::uint64_t item) { return run_item(run, step, item); };
  if (world.rank() != 0) {
    take_items(world, run_one);
    return cli::kFine;
  }
  std::vector<bool> is_done = done_items(run, step);
  const auto done = std::count(is_done.begin(), is_done.end(), true);
  if (done != 0 && !run.job.arguments().has("--quiet")) {
    print(format_text("{} of {} {}s are complete already", done, run.items(step), noun_of(step)));
  }
  Schedule schedule(std::move(is_done));
  hand_out_items(world, world.size() - 1, schedule, run_one);
  return end_step(run, step, schedule);
}

int run_job(World& world, const std::vector<std::string>& words) {
  const bool is_first = world.rank() == 0;
  const auto fail = [&](const Status& status) {
    if (is_first) print(status.message());
    return cli::exit_status_of(status);
  };
  // All processes get the same command line. So normally all processes accept it, or all processes
  // refuse it.
  const Result<MpiJob> job = MpiJob::read(words, system_platform());
  std::int64_t refused = world.share(job.ok() ? 0 : cli::exit_status_of(job.status()));
  if (refused != 0) return fail(job.status());
  if (!job.ok()) {  // process 0, which sees other files, accepted the command line
    print(world.name() + ": " + job.status().message());
    world.end_all(cli::kUsageOrIo);
  }
  const Result<Threads> threads = threads_of(world, *job);
  if (!threads.ok()) return fail(threads.status());

  PieceFolder folder(system_platform(), job->output(), job->test_output(),
                     job->outputs(system_platform()));
  std::string description;
  std::optional<OutputLocks> locks;  // held until the end of the run
  Result<Plan> prepared = is_first ? prepare(world, *job, folder, locks, description) : Plan();
  refused = world.share(prepared.ok() ? 0 : cli::exit_status_of(prepared.status()));
  if (refused != 0) {
    if (is_first) print(prepared.status().message());
    return static_cast<int>(refused);
  }
  if (!is_first) {
    locks.emplace(
        OutputLocks::join(system_platform(), job->outputs(system_platform()), world.rank()));
  }
  for (std::uint64_t* const number : {&prepared->pieces, &prepared->buckets, &prepared->seed}) {
    *number = static_cast<std::uint64_t>(world.share(static_cast<std::int64_t>(*number)));
  }
  const Run run{world, *job, folder, *prepared, *threads, description};
  for (const Step step : run.steps()) {
    const auto status = static_cast<int>(world.share(run_step(world, run, step)));
    if (status != cli::kFine) return status;
  }
  int status = cli::kFine;
  if (is_first) {
    status = finish(world, run);
    end_joining(world);
  } else {
    help_to_join(world);
  }
  return static_cast<int>(world.share(status));
}

constexpr std::string_view kHelp =
    "usage: mpirun -n N dokumill-mpi COMMAND [INPUT...] -o FILE [FLAGS] [--restart]\n"
    "\n"
    "Runs solve, check, rate, canon, dedupe, split, convert, augment, steps or\n"
    "generate on several processes, on one machine or on many with a common file\n"
    "system. The output is that of dokumill with the same words. Finished pieces\n"
    "wait in the folder .FILE.pieces; after an early end, the same command goes on\n"
    "from them.\n"
    "\n"
    "  --restart   discard the pieces of an earlier run\n"
    "\n"
    "The other flags are those of dokumill: see 'dokumill COMMAND --help' and\n"
    "docs/clusters.md.\n";

}  // namespace
}  // namespace dokumill::mpi

int main(int argc, char** argv) {
  using namespace dokumill;
  const std::vector<std::string> words(argv + 1, argv + argc);
  release_thread();        // before any thread or program is started
  ignore_write_signals();  // also those of the MPI: Open MPI 5 writes a file when it starts
  mpi::World world(argc, argv);
  install_stop_signals();
  settle_memory();
  settle_openmp_environment();
  const bool wants_help =
      words.empty() || std::ranges::find(words, "--help") != words.end() || words[0] == "-h";
  if (wants_help) {
    if (world.rank() == 0) {
      const std::int64_t written =
          system_platform().write(words.empty() ? 2 : 1, mpi::kHelp.data(), mpi::kHelp.size());
      static_cast<void>(written);
    }
    return words.empty() ? cli::kUsageOrIo : cli::kFine;
  }
  const mpi::Launcher launcher([](const char* name) { return std::getenv(name); });
  if (const Status status = launcher.check(world.size()); !status.ok()) {
    if (launcher.is_first()) mpi::print(status.message());
    return cli::kUsageOrIo;
  }
  return mpi::run_job(world, words);
}
