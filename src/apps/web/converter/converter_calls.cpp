#include "apps/web/converter/converter_calls.hpp"

#include <optional>

#include "apps/web/calls/request_fields.hpp"
#include "apps/web/converter/converter_name.hpp"
#include "apps/web/converter/converter_run.hpp"
#include "base/text/format.hpp"
#include "batch/sources/solver_judge.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/format_table.hpp"
#include "formats/import/import.hpp"

namespace dokumill::web {
namespace {

constexpr std::string_view kElsewhere = "elsewhere";
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";  // how a file of zstd begins

// For each code, the page has a text in its language.
Answer failed(const Status& status) {
  const auto code = [&]() -> std::string_view {
    switch (status.code()) {
      case ErrorCode::kInput:
      case ErrorCode::kMalformed:
        return status.option() == "input.column" ? "columns" : "input";
      case ErrorCode::kUsage:
      case ErrorCode::kUnsupported:
        return "options";
      case ErrorCode::kOutOfMemory:
        return "memory";
      default:
        return "internal";
    }
  };
  return error_answer(code(), status.message());
}

bool is_read_here(TextFormat format) {
  return format != TextFormat::kNpy && format != TextFormat::kParquet &&
         !records::is_imported(format);
}

// Reads `name`, `command` and `to`.
ConverterTask read_task(RequestFields& fields, Status& status) {
  ConverterTask task;
  task.name = fields.text("name");
  const std::optional<ConverterCommand> command = converter_command_of(fields.text("command"));
  const std::string to = fields.text("to");
  status = fields.status();
  if (!status.ok()) return task;
  task.to = text_format_of(to);
  if (!command) {
    status = {ErrorCode::kMalformed,
              "'command': expected solve, check, rate, canon, dedupe or convert"};
  } else if (to != "same" && !task.to) {
    status = {ErrorCode::kMalformed, "'to': expected same, line, grid, csv or jsonl"};
  } else if (command == ConverterCommand::kCheck && task.to) {
    status = {ErrorCode::kMalformed, "'to': check writes words, expected same"};
  } else {
    task.command = *command;
  }
  return task;
}

// An Entry as text: a digit for each of its members.
std::string entry_text(const records::Entry& entry) {
  return format_text("{:d}{:d}{}", entry.inside_line, entry.after_cr, entry.malformed_rows);
}

std::optional<records::Entry> entry_of(std::string_view text) {
  if (text.size() != 3 || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  records::Entry entry;
  entry.inside_line = text[0] != '0';
  entry.after_cr = text[1] != '0';
  entry.malformed_rows = static_cast<std::uint8_t>(text[2] - '0');
  return entry;
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
  text.add("kind", name_of(problem.kind));
  text.add_text("reason", reason_text(problem.reason));
  text.add("message", problem.message);
  return text.text();
}

std::string levels_text(const std::array<std::uint64_t, kLevels>& counts) {
  JsonText text("{}");
  for (std::size_t i = 0; i < counts.size(); ++i)
    text.add(name_of(static_cast<Level>(i)), counts[i]);
  return text.text();
}

Answer not_read_here(std::string_view kind) {
  return error_answer(kElsewhere, format_text("only the command reads {}", kind));
}

// Reads the task of a call that begins a text. Failure: the answer.
std::optional<Answer> begin_text(std::string_view body, std::string_view bytes,
                                 ConverterTask& task) {
  RequestFields fields(body, {"name", "command", "to"});
  Status status;
  task = read_task(fields, status);
  if (!status.ok()) return bad_request(status);
  if (task.to && !is_read_here(*task.to)) {
    return error_answer(kElsewhere, format_text("only the command writes {}", name_of(*task.to)));
  }
  if (bytes.starts_with(kZstd)) return not_read_here("zstd");
  return std::nullopt;
}

Answer refused_text(const ConverterTask& task, const Status& status) {
  const std::string name = task.name.empty() ? "the input" : task.name;
  const std::string& words = status.message();
  return failed(
      {status.code(), name + (words.starts_with(':') ? "" : ": ") + words, status.option()});
}

void add_output(JsonText& answer, const ConverterTask& task, const ConverterOutcome& outcome) {
  answer.add("output_format", name_of(outcome.output_format));
  answer.add("output_name", converter_output_name(task.name, task.command, outcome.output_format));
  answer.add("media_type", media_type_of(outcome.output_format));
}

void add_numbers(JsonText& answer, const ConverterOutcome& outcome) {
  JsonText counts("{}");
  for (const auto& [name, count] : outcome.counts) counts.add(name, count);
  JsonText problems("[]");
  for (const Problem& problem : outcome.problems) problems.add_item(problem_text(problem));
  answer.add("records", outcome.records);
  answer.add_text("counts", counts.text());
  answer.add_text("clues", outcome.clues ? list_text(*outcome.clues) : "null");
  answer.add_text("levels", outcome.levels ? levels_text(*outcome.levels) : "null");
  answer.add_text("problems", problems.text());
  answer.add("problems_omitted", outcome.problems_omitted);
}

}  // namespace

Answer answer_converter_open(std::string_view body, std::string_view bytes) {
  ConverterTask task;
  if (std::optional<Answer> refused = begin_text(body, bytes, task)) return *std::move(refused);
  const records::Verdict verdict = records::judge_text(bytes, false, {});
  const Result<std::optional<records::Detection>>& found = verdict.found;
  JsonText answer("{}");
  const bool is_odd = found.ok() && *found && records::has_odd_lines(bytes, (*found)->format);
  if (verdict.asks_patient_door || is_odd) {
    answer.add_text("needs_all", "true");
    return answer.text();
  }
  if (!found.ok()) return refused_text(task, found.status());
  if (!*found) {
    answer.add_text("needs_more", "true");
    return answer.text();
  }
  const records::Detection& detection = **found;
  if (!is_read_here(detection.format)) return not_read_here(name_of(detection.format));
  // Run the command over no records: it checks the columns of the input, and chooses the format of
  // the output.
  task.format = detection.format;
  batch::TextPart part{bytes.size(), {}, true};
  std::string header;
  const Result<ConverterOutcome> outcome = run_converter(task, bytes, &part, header);
  if (!outcome.ok()) return failed(outcome.status());
  add_output(answer, task, *outcome);
  answer.add("format", name_of(task.format));
  answer.add("separator", std::string_view(&detection.csv.separator, 1));
  answer.add("begin", detection.data_begin);
  answer.add("lines", detection.lines_before);
  return answer.text();
}

Answer answer_converter_all(std::string_view body, std::string_view bytes, std::string& output) {
  ConverterTask task;
  if (std::optional<Answer> refused = begin_text(body, bytes, task)) return *std::move(refused);
  const Result<std::optional<records::Detection>> found =
      records::judge_text(bytes, true, {}).found;
  if (found.ok() && !is_read_here((*found)->format))
    return not_read_here(name_of((*found)->format));
  if (task.command == ConverterCommand::kRate) {
    // The format decides what is written. A second look is fast, compared with the ratings.
    const Result<records::WholeText> whole = records::read_whole_text(bytes, batch::solver_judge());
    if (!whole.ok()) return refused_text(task, whole.status());
    task.format = whole->detection.format;
  }
  const Result<ConverterOutcome> outcome = run_converter(task, bytes, nullptr, output);
  if (!outcome.ok()) return failed(outcome.status());
  JsonText answer("{}");
  add_output(answer, task, *outcome);
  if (task.command == ConverterCommand::kRate) answer.add("format", name_of(task.format));
  if (!outcome->layout.empty()) answer.add("layout", outcome->layout);
  add_numbers(answer, *outcome);
  return answer.text();
}

Answer answer_converter_cut(std::string_view body, std::string_view bytes) {
  RequestFields fields(body, {"format", "separator", "entry"});
  const std::optional<TextFormat> format = text_format_of(fields.text("format"));
  const std::string separator = fields.text("separator");
  const std::optional<records::Entry> entry = entry_of(fields.text("entry"));
  if (!fields.status().ok()) return bad_request(fields.status());
  if (!format || !is_read_here(*format) || separator.size() != 1 || !entry) {
    return error_answer("bad_request", "expected 'format', 'separator' and 'entry' of the mill");
  }
  records::ChunkBoundary cut;
  if (!bytes.empty()) {
    cut = records::find_chunk_boundary(*format, bytes, *entry, false, separator.front());
  }
  if (records::is_poor(cut, bytes.size())) cut = {};
  JsonText answer("{}");
  answer.add("bytes", cut.bytes);
  answer.add("entry", entry_text(cut.next));
  return answer.text();
}

Answer answer_converter_part(std::string_view body, std::string_view bytes, std::string& output) {
  RequestFields fields(body, {"name", "command", "to", "format", "begin", "entry", "is_first"});
  const std::optional<TextFormat> format = text_format_of(fields.text("format"));
  const std::optional<std::uint64_t> begin = number_of(fields.text("begin"));
  const std::optional<records::Entry> entry = entry_of(fields.text("entry"));
  const bool is_first = fields.flag("is_first");
  Status status;
  ConverterTask task = read_task(fields, status);
  if (!status.ok()) return bad_request(status);
  if (!begin || *begin > bytes.size() || !format || !entry) {
    return error_answer("bad_request", "expected 'format', 'begin' and 'entry' of the mill");
  }
  task.format = *format;
  batch::TextPart part{*begin, *entry, is_first};
  const Result<ConverterOutcome> outcome = run_converter(task, bytes, &part, output);
  if (!outcome.ok()) return failed(outcome.status());
  JsonText answer("{}");
  add_numbers(answer, *outcome);
  answer.add("lines", part.lines);
  return answer.text();
}

}  // namespace dokumill::web
