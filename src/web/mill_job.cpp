#include "web/mill_job.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "core/fmt.hpp"
#include "platform/stop_signals.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

// Short enough for a std::string to hold it without allocating.
constexpr std::string_view kOutOfMemory = "out of memory";

std::string_view name_of(MillJob::State state) {
  switch (state) {
    case MillJob::State::kWaiting:
      return "waiting";
    case MillJob::State::kReceiving:
      return "receiving";
    case MillJob::State::kRunning:
      return "running";
    case MillJob::State::kDone:
      return "done";
    case MillJob::State::kFailed:
      return "failed";
    case MillJob::State::kCancelled:
      break;
  }
  return "cancelled";
}

std::string reason_text(const ProblemReason& reason) {
  JsonText text("{}");
  text.add("code", reason.code);
  for (const auto& [name, value] : reason.values) text.add(name, value);
  return text.text();
}

std::string problem_text(const Problem& problem) {
  JsonText text("{}");
  text.add("record", problem.record);
  text.add("line", problem.line);
  if (problem.column != 0) {
    text.add("column", problem.column);
  } else {
    text.add_text("column", "null");
  }
  text.add("kind", dokumill::name_of(problem.kind));
  text.add_text("reason", reason_text(problem.reason));
  text.add("message", problem.message);
  return text.text();
}

// The error code of a failure, see docs/api.md. For each code, the page has a text in its language.
std::string_view error_code_of(const Status& status) {
  switch (status.code()) {
    case ErrorCode::kInput:
    case ErrorCode::kMalformed:
      return status.option() == "input.column" ? "columns" : "input";
    case ErrorCode::kUsage:
    case ErrorCode::kUnsupported:
      return "options";
    case ErrorCode::kIo:
    case ErrorCode::kBrokenPipe:
      return "disk";
    case ErrorCode::kOutOfMemory:
      return "memory";
    case ErrorCode::kOk:
    case ErrorCode::kCallback:
    case ErrorCode::kSelfCheck:
    case ErrorCode::kInterrupted:
    case ErrorCode::kUnmet:
      break;
  }
  return "internal";
}

std::string levels_text(const std::array<std::uint64_t, kLevels>& levels) {
  JsonText text("{}");
  for (int level = 0; level < kLevels; ++level) {
    text.add(dokumill::name_of(static_cast<Level>(level)), levels[static_cast<std::size_t>(level)]);
  }
  return text.text();
}

std::string counts_text(const MillCounts& counts) {
  JsonText text("{}");
  for (const auto& [name, count] : counts) text.add(name, count);
  return text.text();
}

}  // namespace

Result<MillJob::Room> MillJob::Room::create(Platform& platform) {
  Result<ScratchFile> spool = ScratchFile::create(platform);
  if (!spool.ok()) return spool.status();
  Result<ScratchFile> output = ScratchFile::create(platform);
  if (!output.ok()) return output.status();
  Result<Pipe> pipe = Pipe::create();
  if (!pipe.ok()) return Status(ErrorCode::kIo, "no more files can be opened");
  return Room{*std::move(spool), *std::move(output), *std::move(pipe)};
}

MillJob::MillJob(MillOptions options, Means means, Room room)
    : options_(std::move(options)), means_(std::move(means)), room_(std::move(room)) {}

MillJob::~MillJob() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

Status MillJob::start(std::uint64_t bytes, std::function<void()> on_end) {
  input_bytes_ = bytes;
  on_end_ = std::move(on_end);
  started_ = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    state_ = State::kReceiving;
  }
  Status failure(ErrorCode::kIo, "no thread can be started");
  try {
    thread_ = std::thread([this] { run(); });
    return {};
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
    failure = Status(ErrorCode::kOutOfMemory, std::string(kOutOfMemory));
  }
  fail(State::kFailed, error_code_of(failure), failure.message());
  return failure;
}

bool MillJob::should_stop() const {
  return is_cancelled_ || is_too_large_ || stop_signal() != 0;
}

// The job's thread. No exception may leave it.
void MillJob::run() {
  try {
    const Status received = receive();
    room_.pipe.close_reading_end();
    if (received.ok()) {
      Result<MillOutcome> outcome = run_command();
      if (outcome.ok()) {
        finish(*std::move(outcome));
      } else if (is_too_large_) {
        fail(State::kFailed, "too_large",
             fmt::format("the result is more than {} times as large as the file", kMostGrowth));
      } else {
        fail(is_cancelled_ ? State::kCancelled : State::kFailed, error_code_of(outcome.status()),
             with_output_named(outcome.status().message()));
      }
    } else {
      const bool is_cut = received.code() == ErrorCode::kInterrupted;
      fail(is_cut ? State::kCancelled : State::kFailed, error_code_of(received),
           received.message());
    }
  } catch (const std::bad_alloc&) {
    fail(State::kFailed, "memory", kOutOfMemory);
  }
  // From now on, a write to the pipe fails instead of waiting forever.
  room_.pipe.close_reading_end();
  room_.spool.discard();
  try {
    on_end_();
  } catch (const std::bad_alloc&) {
  }
}

// Copies the input from the pipe into the file.
Status MillJob::receive() {
  constexpr int kLookMs = 100;  // between two checks for a stop
  Platform& platform = *means_.platform;
  std::string piece(std::size_t{64} << 10, '\0');
  std::uint64_t received = 0;
  for (;;) {
    if (should_stop()) return {ErrorCode::kInterrupted, ""};
    const int pipe = room_.pipe.reading_end();
    if (platform.wait_readable(pipe, kLookMs) != PollResult::kReadable) continue;
    const std::int64_t got = platform.read(pipe, piece.data(), piece.size());
    if (got == -EINTR || got == -EAGAIN) continue;
    if (got < 0) return {ErrorCode::kIo, "the upload: " + error_text(got)};
    if (got == 0) break;
    received += static_cast<std::uint64_t>(got);
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    if (Status status = room_.spool.append(platform, bytes); !status.ok())
      return {status.code(), "the copy of the file: " + status.message()};
  }
  if (received != input_bytes_) return {ErrorCode::kInterrupted, "the upload ended too early"};
  const std::lock_guard lock(mutex_);
  state_ = State::kRunning;
  return {};
}

Result<MillOutcome> MillJob::run_command() {
  MillTask task;
  task.command = options_.command;
  task.engine = means_.engine;
  task.output_format = options_.to;
  task.input.path = room_.spool.path();
  task.input.display_name = options_.name.empty() ? "the input" : options_.name;
  task.job.output = room_.output.path();
  task.job.threads = means_.threads;
  task.job.compression = {{options_.compression}};
  task.job.should_stop = [this] { return should_stop(); };
  task.job.on_problem = [this](const Problem& problem) {
    const std::lock_guard lock(mutex_);
    problems_.push_back(problem);
  };
  task.job.on_progress = [this](const Progress& progress) {
    watch_growth(progress.records);
    const std::lock_guard lock(mutex_);
    progress_ = progress;
  };
  task.job.on_output = [this] { watch_growth(0); };
  task.on_census = [this](const Census& census) {
    const std::lock_guard lock(mutex_);
    census_ = census;
  };
  return dokumill::web::run_command(means_.functions, task);
}

void MillJob::watch_growth(std::uint64_t records) {
  const std::uint64_t most = std::max(means_.free_bytes, input_bytes_ * kMostGrowth);
  if (room_.output.bytes() > most || records > most / kCells) is_too_large_ = true;
}

std::string MillJob::with_output_named(const std::string& message) const {
  const std::string path = room_.output.path();
  return message.starts_with(path + ":") ? "the output" + message.substr(path.size()) : message;
}

void MillJob::finish(MillOutcome outcome) {
  const std::lock_guard lock(mutex_);
  state_ = State::kDone;
  outcome_ = std::move(outcome);
}

void MillJob::fail(State state, std::string_view code, std::string_view error) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  error_code_ = code;
  room_.output.discard();
  try {
    error_ = error;
  } catch (const std::bad_alloc&) {
    error_ = kOutOfMemory;
  }
}

MillJob::State MillJob::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::optional<MillJob::Share> MillJob::share() const {
  const auto share_of = [](std::uint64_t done, std::uint64_t all, double seconds) {
    const double most = static_cast<double>(std::max<std::uint64_t>(all, 1));
    return Share{std::min(static_cast<double>(done) / most, 1.0), seconds};
  };
  if (state_ == State::kDone) return Share{1, outcome_.seconds};
  if (state_ == State::kReceiving) {
    const std::chrono::duration<double> passed = Clock::now() - started_;
    return share_of(bytes_, input_bytes_, passed.count());
  }
  if (state_ != State::kRunning || progress_.total == 0) return std::nullopt;
  return share_of(progress_.done, progress_.total,
                  progress_.seconds - progress_.step_begin_seconds);
}

Answer MillJob::answer() const {
  const std::lock_guard lock(mutex_);
  const bool is_done = state_ == State::kDone;
  const bool is_solve = options_.command == MillCommand::kSolve;
  const std::uint64_t records = is_done ? outcome_.records : progress_.records;
  const double seconds = is_done ? outcome_.seconds : progress_.seconds;
  const std::optional<Share> now = share();
  // An estimate from the first half second would be far off.
  constexpr double kLeastSeconds = 0.5;
  const bool is_estimated = now && now->done > 0 && now->seconds >= kLeastSeconds;
  JsonText problems("[]");
  for (const Problem& problem : problems_) problems.add_item(problem_text(problem));
  JsonText body("{}");
  body.add("state", name_of(state_));
  body.add("command", dokumill::web::name_of(options_.command));
  body.add("name", options_.name);
  body.add("bytes", bytes_);
  body.add("input_bytes", input_bytes_);
  body.add_text("share", now ? fmt::to_string(now->done) : "null");
  body.add_text("seconds_left",
                is_estimated ? fmt::to_string(now->seconds / now->done - now->seconds) : "null");
  body.add("records", records);
  body.add("seconds", seconds);
  body.add("records_per_second", seconds > 0 ? static_cast<double>(records) / seconds : 0.0);
  body.add_text("counts", counts_text(is_done    ? outcome_.counts
                                      : is_solve ? counts_of(census_)
                                                 : MillCounts()));
  body.add_text("clues", is_solve ? list_text(census_.clues) : "null");
  body.add_text("levels", outcome_.levels ? levels_text(*outcome_.levels) : "null");
  body.add_text("problems", problems.text());
  body.add("problems_omitted", outcome_.problems_omitted);
  body.add("output_bytes", room_.output.bytes());
  if (is_done) body.add("output_name", output_name(options_, outcome_.output_format));
  if (state_ == State::kFailed) {
    body.add("error", error_);
    body.add("error_code", error_code_);
  }
  return json_answer(body);
}

std::string MillJob::output_disposition() const {
  const std::lock_guard lock(mutex_);
  return disposition_of(output_name(options_, outcome_.output_format));
}

std::string MillJob::output_type() const {
  const std::lock_guard lock(mutex_);
  return std::string(dokumill::web::output_type(options_, outcome_.output_format));
}

}  // namespace dokumill::web
