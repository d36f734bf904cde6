#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "platform/stop_signals.hpp"
#include "web/mill.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

std::string_view name_of(MillJob::State state) {
  switch (state) {
    case MillJob::State::kWaiting:
      return "waiting";
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

nlohmann::json problem_json(const Problem& problem) {
  return {
      {"record", problem.record},
      {"line", problem.line},
      {"column", problem.column != 0 ? nlohmann::json(problem.column) : nlohmann::json(nullptr)},
      {"kind", dokumill::name_of(problem.kind)},
      {"message", problem.message}};
}

nlohmann::json levels_json(const Census& census) {
  nlohmann::json levels = nlohmann::json::object();
  for (int level = 0; level < kLevels; ++level) {
    levels[std::string(dokumill::name_of(static_cast<Level>(level)))] =
        census.levels[static_cast<std::size_t>(level)];
  }
  return levels;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

}  // namespace

Result<MillWishes> read_mill_wishes(std::string_view body) {
  RequestFields fields(body, {"name", "to", "rate"});
  MillWishes wishes{fields.text("name"), {}, false};
  const std::string to = fields.text("to");
  wishes.rate = fields.flag("rate");
  if (!fields.status().ok()) return fields.status();
  constexpr std::string_view kNames[] = {"line", "grid", "csv"};
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (to == kNames[i]) wishes.to = static_cast<TextFormat>(i);
  }
  if (!wishes.to && to != "same")
    return Status(ErrorCode::kMalformed, "'to': expected same, line, grid or csv");
  return wishes;
}

MillJob::MillJob(MillWishes wishes, Means means, ScratchFile output, Pipe input)
    : wishes_(std::move(wishes)),
      means_(std::move(means)),
      output_(std::move(output)),
      input_(std::move(input)) {}

MillJob::~MillJob() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

Result<int> MillJob::start(std::function<void()> on_end) {
  on_end_ = std::move(on_end);
  {
    const std::lock_guard lock(mutex_);
    state_ = State::kRunning;
  }
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    const std::lock_guard lock(mutex_);
    state_ = State::kFailed;
    error_ = "no thread can be started";
    return Status(ErrorCode::kIo, error_);
  }
  return input_.take_writing_end();
}

void MillJob::run() {
  SolveOptions options;
  options.input.path = input_.reading_path();
  options.output = output_.path();
  options.output_format = wishes_.to;
  options.threads = means_.threads;
  options.engine = means_.engine;
  options.platform = means_.platform;
  options.rate = wishes_.rate;
  options.should_stop = [this] { return is_cancelled_ || stop_signal() != 0; };
  options.on_problem = [this](const Problem& problem) {
    const std::lock_guard lock(mutex_);
    problems_.push_back(problem);
  };
  options.on_census = [this](const Census& census) {
    const std::lock_guard lock(mutex_);
    census_ = census;
  };
  options.on_progress = [this](const Progress& progress) {
    const std::lock_guard lock(mutex_);
    seconds_ = progress.seconds;
  };
  const Result<SolveReport> report = solve(options);
  // Who still writes is told so, and does not wait for ever.
  input_.close_reading_end();
  {
    const std::lock_guard lock(mutex_);
    if (report.ok()) {
      state_ = State::kDone;
      seconds_ = report->seconds;
      problems_omitted_ = report->problems_omitted;
    } else {
      state_ = is_cancelled_ ? State::kCancelled : State::kFailed;
      // The user knows the file by its own name.
      error_ = report.status().message();
      if (error_.starts_with(options.input.path))
        error_.replace(0, options.input.path.size(), wishes_.name);
    }
  }
  on_end_();
}

MillJob::State MillJob::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Answer MillJob::answer() const {
  using nlohmann::json;
  const std::lock_guard lock(mutex_);
  json problems = json::array();
  for (const Problem& problem : problems_) problems.push_back(problem_json(problem));
  const double rate = seconds_ > 0 ? static_cast<double>(census_.records) / seconds_ : 0.0;
  json body = {{"state", name_of(state_)},
               {"bytes", bytes_},
               {"records", census_.records},
               {"unique", census_.unique},
               {"multiple", census_.multiple},
               {"unsolvable", census_.unsolvable},
               {"malformed", census_.malformed},
               {"seconds", seconds_},
               {"records_per_second", rate},
               {"clues", census_.clues},
               {"levels", wishes_.rate ? levels_json(census_) : json(nullptr)},
               {"guesses", wishes_.rate ? json(census_.guesses) : json(nullptr)},
               {"problems", std::move(problems)},
               {"problems_omitted", problems_omitted_},
               {"output_bytes", output_.bytes()}};
  if (!error_.empty()) body["error"] = error_;
  return json_answer(body);
}

std::string MillJob::output_name() const {
  const std::string name = "solved-" + wishes_.name.substr(wishes_.name.rfind('/') + 1);
  std::string plain;
  std::string encoded;
  for (const char c : name) {
    plain += is_plain(c) ? c : '_';
    encoded +=
        is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return fmt::format("filename=\"{}\"; filename*=UTF-8''{}", plain, encoded);
}

std::string_view MillJob::output_type() const {
  return wishes_.to == TextFormat::kCsv ? "text/csv; charset=utf-8" : "text/plain; charset=utf-8";
}

}  // namespace dokumill::web
