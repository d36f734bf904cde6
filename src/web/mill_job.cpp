#include <fmt/format.h>

#include <new>
#include <system_error>
#include <utility>

#include "platform/stop_signals.hpp"
#include "web/mill.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

// Short enough for a std::string to hold it without allocating.
constexpr std::string_view kOutOfMemory = "out of memory";

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
  text.add("message", problem.message);
  return text.text();
}

std::string levels_text(const Census& census) {
  JsonText text("{}");
  for (int level = 0; level < kLevels; ++level) {
    text.add(dokumill::name_of(static_cast<Level>(level)),
             census.levels[static_cast<std::size_t>(level)]);
  }
  return text.text();
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

}  // namespace

Result<MillOptions> read_mill_options(std::string_view body) {
  RequestFields fields(body, {"name", "to", "rate"});
  MillOptions options{fields.text("name"), {}, false};
  const std::string to = fields.text("to");
  options.rate = fields.flag("rate");
  if (!fields.status().ok()) return fields.status();
  options.to = text_format_of(to);
  if (!options.to && to != "same")
    return Status(ErrorCode::kMalformed, "'to': expected same, " + text_format_list());
  return options;
}

MillJob::MillJob(MillOptions options, Means means, ScratchFile output, Pipe input)
    : options_(std::move(options)),
      means_(std::move(means)),
      output_(std::move(output)),
      input_(std::move(input)) {}

MillJob::~MillJob() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

Status MillJob::start(std::function<void()> on_end) {
  on_end_ = std::move(on_end);
  {
    const std::lock_guard lock(mutex_);
    state_ = State::kRunning;
  }
  Status failure(ErrorCode::kIo, "no thread can be started");
  try {
    thread_ = std::thread([this] { run(); });
    return {};
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
    failure = Status(ErrorCode::kOutOfMemory, std::string(kOutOfMemory));
  }
  fail(State::kFailed, failure.message());
  return failure;
}

// The job's thread. No exception may leave it.
void MillJob::run() {
  try {
    const Result<SolveReport> report = solve_input();
    if (report.ok()) {
      const std::lock_guard lock(mutex_);
      state_ = State::kDone;
      seconds_ = report->seconds;
      problems_omitted_ = report->problems_omitted;
    } else {
      fail(is_cancelled_ ? State::kCancelled : State::kFailed,
           with_output_named(report.status().message()));
    }
  } catch (const std::bad_alloc&) {
    fail(State::kFailed, kOutOfMemory);
  }
  // A writer now gets an error and does not wait forever.
  input_.close_reading_end();
  try {
    on_end_();
  } catch (const std::bad_alloc&) {
  }
}

Result<SolveReport> MillJob::solve_input() {
  SolveOptions options;
  options.input.path = input_.reading_path();
  options.input.display_name = options_.name.empty() ? "the input" : options_.name;
  options.output = output_.path();
  options.output_format = options_.to;
  options.threads = means_.threads;
  options.engine = means_.engine;
  options.rate = options_.rate;
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
  return means_.solve(options);
}

std::string MillJob::with_output_named(const std::string& message) const {
  const std::string path = output_.path();
  return message.starts_with(path + ":") ? "the output" + message.substr(path.size()) : message;
}

void MillJob::fail(State state, std::string_view error) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  output_.discard();
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

Answer MillJob::answer() const {
  const std::lock_guard lock(mutex_);
  JsonText problems("[]");
  for (const Problem& problem : problems_) problems.add_item(problem_text(problem));
  JsonText body("{}");
  body.add("state", name_of(state_));
  body.add("bytes", bytes_);
  body.add("records", census_.records);
  body.add("unique", census_.unique);
  body.add("multiple", census_.multiple);
  body.add("unsolvable", census_.unsolvable);
  body.add("malformed", census_.malformed);
  body.add("seconds", seconds_);
  body.add("records_per_second",
           seconds_ > 0 ? static_cast<double>(census_.records) / seconds_ : 0.0);
  body.add_text("clues", list_text(census_.clues));
  body.add_text("levels", options_.rate ? levels_text(census_) : "null");
  body.add_text("guesses", options_.rate ? list_text(census_.guesses) : "null");
  body.add_text("problems", problems.text());
  body.add("problems_omitted", problems_omitted_);
  body.add("output_bytes", output_.bytes());
  if (!error_.empty()) body.add("error", error_);
  return json_answer(body);
}

std::string MillJob::output_name() const {
  const std::string name = "solved-" + options_.name.substr(options_.name.rfind('/') + 1);
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
  return media_type_of(options_.to.value_or(TextFormat::kLine));
}

}  // namespace dokumill::web
