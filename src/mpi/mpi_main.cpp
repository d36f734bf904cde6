// dokumill-mpi: runs a job of dokumill on the processes that mpirun or srun started.
//
//   process 0      main thread: hands out the pieces; a second thread: runs pieces; at the end,
//                  joins their outputs
//   the others     run pieces, and ask process 0 for the next one
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <thread>

#include "cli/cli_main.hpp"
#include "cli/command_table.hpp"
#include "cli/common.hpp"
#include "core/printable.hpp"
#include "mpi/mpi_job.hpp"
#include "mpi/piece_folder.hpp"
#include "mpi/schedule.hpp"
#include "mpi/world.hpp"
#include "platform/cpu_budget.hpp"
#include "platform/output_file.hpp"
#include "platform/stop_signals.hpp"

namespace dokumill::mpi {
namespace {

constexpr std::string_view kName = "dokumill-mpi: ";

void print(const std::string& message) {
  cli::write_to_stderr(system_platform(), fmt::format("{}{}\n", kName, message));
}

// Runs a command line of `dokumill`. Its messages are appended to `kept`, or printed if that is
// nullptr. `run_time`: see Session.
int run_words(const std::vector<std::string>& words, std::string* kept,
              const std::optional<cli::RunTime>& run_time = {}) {
  try {
    const Result<cli::Arguments> arguments = cli::parse_arguments(words);
    if (!arguments.ok()) {
      print(arguments.status().message());
      return cli::kUsageOrIo;
    }
    cli::Console console(system_platform(), arguments->has("--quiet"), cli::ProgressMode::kNever);
    if (kept != nullptr) console.keep_in(*kept);
    const Result<cli::CommonFlags> flags = cli::common_flags(*arguments);
    if (!flags.ok()) return cli::fail(console, flags.status(), arguments->command);
    cli::Session session{*arguments, *flags, system_platform(), console, run_time};
    return cli::row_of(arguments->command).run(session);
  } catch (const std::bad_alloc&) {
    cli::write_to_stderr(system_platform(), cli::kOutOfMemory);
    return cli::kUsageOrIo;
  }
}

// What every process knows about the run.
struct Run {
  const World& world;
  const MpiJob& job;
  const PieceFolder& folder;
  std::uint64_t pieces = 0;
  int threads = 1;
  std::string description;  // process 0: MpiJob::description() at the begin
  std::uint64_t begin_ns = system_platform().now_ns();
};

PieceResult run_piece(const Run& run, std::uint64_t piece) {
  PieceResult result{piece, 0, true, run.world.name(), {}};
  result.exit_status = run_words(run.job.words_of_piece(run.folder, piece, run.pieces, run.threads),
                                 &result.messages);
  result.is_complete = run.folder.has(piece, run.pieces);
  if (!result.is_complete) run.folder.forget(piece);
  return result;
}

// Runs pieces until `next`, which takes the result of the last one, has no more.
template <class Next>
void run_pieces(const Run& run, const Next& next) {
  PieceResult result{0, 0, true, run.world.name(), {}};
  while (const std::uint64_t piece = next(result)) result = run_piece(run, piece);
}

// Process 0: hands out all pieces.
void serve(World& world, const Run& run, Schedule& schedule) {
  std::atomic<bool> is_working = true;
  std::thread worker([&] {
    run_pieces(run, [&](const PieceResult& result) { return schedule.next(result); });
    is_working = false;
  });
  for (int others = world.size() - 1; others > 0 || is_working;) {
    if (stop_signal() != 0) schedule.stop();
    world.answer_one([&](const std::string& text) {
      const std::uint64_t piece = schedule.next(PieceResult::of_text(text));
      if (piece == 0) --others;
      return piece;
    });
  }
  worker.join();
}

// The threads of this process: those of --threads, or a fair part of those that it may use.
Result<int> threads_of(const World& world, const MpiJob& job) {
  std::uint64_t threads = 0;
  Status status = cli::read_number(job.arguments(), "--threads", 0, 1024, threads);
  if (!status.ok()) return status;
  if (threads != 0) return static_cast<int>(threads);
  const int allowed = automatic_threads(system_platform());
  const auto present = static_cast<int>(std::thread::hardware_concurrency());
  // A process that is not bound to processors of its own shares them with the others.
  const bool is_shared = allowed >= present;
  if (allowed == 1 && present > world.local_size() && world.rank() == 0) {
    print(
        fmt::format("warning: each process may use one processor of {}; 'mpirun --bind-to none' "
                    "or '--cpus-per-task' gives it more",
                    present));
  }
  return std::max(is_shared ? allowed / world.local_size() : allowed, 1);
}

// Process 0: describes the job and opens the folder. Returns the number of pieces.
Result<std::uint64_t> prepare(const World& world, const MpiJob& job, PieceFolder& folder,
                              std::string& description) {
  const Result<std::string> described = job.description(system_platform());
  if (!described.ok()) return described.status();
  description = *described;
  const Result<std::uint64_t> pieces = job.pieces(system_platform(), world.size());
  if (!pieces.ok()) return pieces.status();
  const Result<std::uint64_t> opened =
      folder.open(*pieces, description, job.restarts(),
                  fmt::format("{} processes, the first one is process {} of {}", world.size(),
                              own_process_number(), world.host()));
  if (opened.ok() && !folder.is_locked()) {
    print(
        fmt::format("warning: {}: this file system has no locks, so a second run that writes this "
                    "output is not noticed",
                    printable(folder.path())));
  }
  return opened;
}

bool has_complete_piece(const Run& run) {
  for (std::uint64_t piece = 1; piece <= run.pieces; ++piece) {
    if (run.folder.has(piece, run.pieces)) return true;
  }
  return false;
}

// Process 0: writes the report of a job that failed, so that none of an earlier run remains. Returns
// the exit status.
int report_failure(const Run& run, const std::string& message, int exit_status) {
  print(message);
  const auto path = run.job.arguments().value("--report");
  if (!path) return exit_status;
  FailureReport report;
  report.command = cli::command_words(run.job.arguments().command);
  report.status = {ErrorCode::kIo, message};
  report.exit_status = exit_status;
  Result<OutputFile> file = OutputFile::open(system_platform(), *path, {});
  if (file.ok() && file->write(to_json(report)).ok()) static_cast<void>(file->commit());
  return exit_status;
}

// Process 0: does what follows when no process has a piece left. Returns the exit status.
int finish(const Run& run, const Schedule& schedule) {
  if (stop_signal() != 0) {
    return report_failure(run, "interrupted; the same command goes on from the complete pieces",
                          cli::kSignalBase + stop_signal());
  }
  if (const auto failure = schedule.failure()) {
    const bool is_any_complete = has_complete_piece(run);
    if (!is_any_complete) run.folder.remove();
    cli::write_to_stderr(system_platform(), failure->messages);
    return report_failure(
        run,
        fmt::format("{}: piece {} of {} failed{}", failure->process, failure->piece, run.pieces,
                    is_any_complete ? "; the same command goes on from the others" : ""),
        failure->exit_status);
  }
  const Result<std::string> description = run.job.description(system_platform());
  if (!description.ok() || *description != run.description) {
    return report_failure(run, "an input changed while it was read; --restart discards the pieces",
                          cli::kUsageOrIo);
  }
  const Result<std::string> list = run.folder.list_reports(run.pieces);
  if (!list.ok()) return report_failure(run, list.status().message(), cli::kUsageOrIo);
  const auto nanoseconds = static_cast<double>(system_platform().now_ns() - run.begin_ns);
  const int status = run_words(run.job.words_of_merge(*list), nullptr,
                               cli::RunTime{nanoseconds * 1e-9, run.threads * run.world.size()});
  if (status == cli::kFine || status == cli::kSomeRecordsBad) run.folder.remove();
  return status;
}

int run_job(World& world, const std::vector<std::string>& words) {
  const bool is_first = world.rank() == 0;
  const auto fail = [&](const Status& status) {
    if (is_first) print(status.message());
    return cli::exit_status_of(status);
  };
  // All processes get the same words, and refuse the same ones.
  const Result<MpiJob> job = MpiJob::read(words, system_platform());
  std::int64_t refused = world.share(job.ok() ? 0 : cli::exit_status_of(job.status()));
  if (refused != 0) return fail(job.status());
  if (!job.ok()) {  // the machines have different files at the place of the output
    print(world.name() + ": " + job.status().message());
    world.end_all(cli::kUsageOrIo);
  }
  const Result<int> threads = threads_of(world, *job);
  if (!threads.ok()) return fail(threads.status());

  PieceFolder folder(system_platform(), job->output(), job->test_output());
  std::string description;
  Result<std::uint64_t> prepared = is_first ? prepare(world, *job, folder, description) : 0;
  refused = world.share(prepared.ok() ? 0 : cli::exit_status_of(prepared.status()));
  if (refused != 0) {
    if (is_first) print(prepared.status().message());
    return static_cast<int>(refused);
  }
  if (!is_first) folder.join(world.rank());
  const Run run{
      world,    *job,
      folder,   static_cast<std::uint64_t>(world.share(static_cast<std::int64_t>(*prepared))),
      *threads, description};
  int status = cli::kFine;
  if (is_first) {
    std::vector<bool> is_done;
    for (std::uint64_t piece = 1; piece <= run.pieces; ++piece)
      is_done.push_back(folder.has(piece, run.pieces));
    const auto done = std::count(is_done.begin(), is_done.end(), true);
    if (done != 0 && !job->arguments().has("--quiet")) {
      print(fmt::format("{} of {} pieces are complete already", done, run.pieces));
    }
    Schedule schedule(std::move(is_done));
    serve(world, run, schedule);
    status = finish(run, schedule);
  } else {
    run_pieces(run, [&](const PieceResult& result) { return world.ask(result.text()); });
  }
  return static_cast<int>(world.share(status));
}

constexpr std::string_view kHelp =
    "usage: mpirun -n PROCESSES dokumill-mpi COMMAND [INPUT...] -o FILE [FLAGS] [--restart]\n"
    "\n"
    "Runs solve, check, rate, canon, split, convert, augment, steps, generate boards\n"
    "or generate puzzles on several processes, on one machine or on many with a\n"
    "common file system. The output is that of dokumill with the same words.\n"
    "Finished pieces wait in the folder .FILE.pieces; after an early end, the same\n"
    "command goes on from them.\n"
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
  mpi::World world(argc, argv);
  install_stop_signals();
  ignore_write_signals();
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
  return mpi::run_job(world, words);
}
