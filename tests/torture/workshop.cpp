#include "torture/workshop.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "support/sample_commands.hpp"

namespace dokumill::torture {
namespace {

namespace fs = std::filesystem;

// Bytes per board in each format, including the separator.
constexpr std::size_t kLine = 82;
constexpr std::size_t kGrid = 163;
const std::string kOld(5'000, 'o');
// The file name of every report.
constexpr std::string_view kReport = "report";

// True if the board follows the rules and keeps the puzzle's givens.
bool solves(std::string_view puzzle, std::string_view board) {
  unsigned rows[9]{}, columns[9]{}, boxes[9]{};
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (board[cell] < '1' || board[cell] > '9') return false;
    if (puzzle[cell] != '0' && puzzle[cell] != board[cell]) return false;
    const unsigned bit = 1U << (board[cell] - '1');
    const std::size_t row = cell / 9;
    const std::size_t column = cell % 9;
    rows[row] |= bit;
    columns[column] |= bit;
    boxes[row / 3 * 3 + column / 3] |= bit;
  }
  const auto is_full = [](unsigned digits) { return digits == 0x1FF; };
  return std::ranges::all_of(rows, is_full) && std::ranges::all_of(columns, is_full) &&
         std::ranges::all_of(boxes, is_full);
}

std::string grid_of(std::string_view line) {
  std::string text;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += line[cell];
    text += cell % 9 == 8 ? '\n' : ' ';
  }
  return text;
}

}  // namespace

std::vector<std::string> temporaries(const Folder& folder) {
  std::vector<std::string> found = folder.names();
  std::erase_if(found, [](const std::string& name) {
    return !name.starts_with('.') || !name.ends_with(".tmp");
  });
  return found;
}

bool Job::is_whole(std::string_view bytes) const {
  if (bytes.empty() || shape == Shape::kBook) return true;
  if (!bytes.ends_with('\n')) return false;
  if (shape == Shape::kGrids) return (bytes.size() + 1) % kGrid == 0;
  return shape == Shape::kTexts || bytes.size() % kLine == 0;
}

bool Job::has_all_records(std::string_view bytes) const {
  if (shape == Shape::kBook) return bytes.starts_with("%PDF-") && bytes.ends_with("%%EOF\n");
  if (shape != Shape::kTexts) return bytes.size() == expected.size();
  return bytes.ends_with('\n') &&
         std::ranges::count(bytes, '\n') == std::ranges::count(expected, '\n');
}

Workshop::Workshop(std::string binary, std::size_t records, std::string_view kind)
    : binary_(std::move(binary)), records_(records) {
  make_inputs();
  const std::string boards = std::to_string(records * 3);
  add("solve line", "solve line -o out", "line", false, "out", Shape::kLines);
  add("solve grid --no-mmap", "solve grid --no-mmap -o out", "grid", false, "out", Shape::kGrids);
  add("solve csv from a pipe", "solve - -o out", "csv", true, "out", Shape::kTexts);
  add("solve onto itself", "solve line -o line", "line", false, "line", Shape::kLines);
  add("solve --fsync --report", "solve csv -o out --fsync --report report --threads 3", "csv",
      false, "out", Shape::kTexts);
  add("solve to stdout", "solve line --to grid", "line", false, "", Shape::kGrids);
  add("solve from pipe to pipe", "solve", "line", true, "", Shape::kLines);
  add("check --each", "check --each line -o out", "line", false, "out", Shape::kTexts);
  add("check --duplicates", "check --duplicates grid -o out", "grid", false, "out", Shape::kTexts);
  add("rate", "rate line -o out", "line", false, "out", Shape::kTexts);
  add("rate --keep-columns from pipe to pipe", "rate --keep-columns", "csv", true, "",
      Shape::kTexts);
  add("canon", "canon csv --to line -o out", "csv", false, "out", Shape::kLines);
  add("canon onto itself", "canon grid -o grid", "grid", false, "grid", Shape::kGrids);
  add("convert", "convert grid --to line -o out", "grid", false, "out", Shape::kLines);
  add("steps", "steps line -o out", "line", false, "out", Shape::kTexts);
  add("shuffle beyond its memory", "shuffle --memory 64K line -o out", "line", false, "out",
      Shape::kLines);
  add("dedupe beyond its memory", "dedupe --memory 64K line -o out", "line", false, "out",
      Shape::kLines);
  add("split", "split --to line --train out --test test csv", "csv", false, "out", Shape::kLines);
  add("generate boards", "generate boards -n " + boards + " -o out", "", false, "out",
      Shape::kGrids);
  add("generate boards to stdout", "generate boards -n " + boards + " --to line", "", false, "",
      Shape::kLines);
  add("-c", "-c " + boards, "", false, "sudoku.txt", Shape::kGrids);
  add("generate puzzles", "generate puzzles -n " + std::to_string(records / 4) + " -o out", "",
      false, "out", Shape::kLines);
  add("-s", "-s csv", "csv", false, "sudoku.txt", Shape::kGrids);
  // A build without Cairo has no program for books.
  if (fs::exists(fs::path(binary_).parent_path() / "dokumill-book")) {
    add("book", "book few -o out", "few", false, "out", Shape::kBook);
    add("book from pipe to pipe", "book", "few", true, "", Shape::kBook);
  }
  // Every other command with an input and one output file.
  for (const testing::SampleCommand& command : testing::sample_commands()) {
    const bool is_plain = command.output == testing::SampleCommand::Output::kFile &&
                          command.reads_records && command.name != "book";
    const auto line_of = [](const Job& job) { return testing::line_of_words(job.words); };
    if (!is_plain || command.is_started_by(jobs_, line_of)) continue;
    add(command.name, testing::line_of_words(command.to("out")) + " line", "line", false, "out",
        Shape::kTexts);
  }

  for (std::size_t at = 0; at < jobs_.size(); ++at) {
    if (jobs_[at].name.find(kind) != std::string::npos) drawn_.push_back(at);
  }
  if (drawn_.empty()) throw std::runtime_error("no job is named " + std::string(kind));

  const std::string puzzles = read_file(input_path("line"));
  const std::string& boards_found = job("solve line").expected;
  if (boards_found.size() != puzzles.size()) throw std::runtime_error("records are missing");
  for (std::size_t at = 0; at < puzzles.size(); at += kLine) {
    if (!solves(std::string_view(puzzles).substr(at, 81),
                std::string_view(boards_found).substr(at, 81))) {
      throw std::runtime_error("record " + std::to_string(at / kLine + 1) + " is solved wrongly");
    }
  }
}

void Workshop::make_inputs() {
  std::string line = Process({.program = binary_,
                              .words = {"generate", "boards", "--family", "random", "--to", "line",
                                        "-n", std::to_string(records_)},
                              .folder = folder_.path()})
                         .end()
                         .out;
  Dice dice(1);
  std::string grid, csv = "id,puzzle\n";
  for (std::size_t at = 0; at < line.size(); at += kLine) {
    for (int holes = 0; holes < 50; ++holes) line[at + dice.below(81)] = '0';
    const std::string_view puzzle = std::string_view(line).substr(at, 81);
    if (at != 0) grid += '\n';
    grid += grid_of(puzzle);
    csv += std::to_string(at / kLine) + ',' + std::string(puzzle) + '\n';
  }
  write_file(input_path("line"), line);
  // The input `few` has fewer records, because pages take longer than solutions.
  write_file(input_path("few"), line.substr(0, kLine * std::max<std::size_t>(records_ / 40, 1)));
  write_file(input_path("grid"), grid);
  write_file(input_path("csv"), csv);
}

void Workshop::add(std::string name, const std::string& words, std::string input, bool is_fed,
                   std::string output, Shape shape) {
  jobs_.emplace_back();
  Job& job = jobs_.back();
  job.name = std::move(name);
  std::istringstream stream(words);
  job.words.assign(std::istream_iterator<std::string>(stream), {});
  job.input = std::move(input);
  job.is_fed = is_fed;
  job.output = std::move(output);
  job.shape = shape;
  Round round(*this, 0);
  Ending ending = Process(round.lay_out(job)).end();
  if (ending.status > 1) throw std::runtime_error(job.name + ": " + ending.text());
  job.seconds = ending.seconds;
  job.expected = job.output.empty() ? std::move(ending.out) : read_file(round.folder / job.output);
  for (const std::string& other : round.folder.names()) {
    if (other == job.input || other == job.output) continue;
    job.beside.emplace(other, read_file(round.folder / other));
  }
}

const Job& Workshop::job(std::string_view name) const {
  return *std::ranges::find(jobs_, name, &Job::name);
}

void Workshop::learn(const Job& job, double seconds) {
  Job& learned = jobs_[static_cast<std::size_t>(&job - jobs_.data())];
  learned.seconds = 0.7 * learned.seconds + 0.3 * seconds;
}

Launch Round::lay_out(const Job& job, const Folder& where) {
  job_name = job.name;
  for (const std::string& name : where.names()) fs::remove_all(where / name);
  if (!job.input.empty() && !job.is_fed) {
    fs::copy_file(shop.input_path(job.input), where / job.input);
  }
  if (!job.output.empty() && job.output != job.input) write_file(where / job.output, kOld);
  return launch(job, where);
}

Launch Round::launch(const Job& job, const Folder& where) const {
  return {.program = shop.binary(),
          .words = job.words,
          .folder = where.path(),
          .feed = job.is_fed ? shop.input_path(job.input) : ""};
}

bool Round::is_old(const Job& job, const Folder& where) const {
  if (job.output.empty()) return true;
  const std::string found = read_file(where / job.output);
  return found == (job.output == job.input ? read_file(shop.input_path(job.input)) : kOld);
}

bool Round::is_new(const Job& job, const Folder& where, const Ending& ending) const {
  return job.output.empty() ? ending.out == job.expected
                            : read_file(where / job.output) == job.expected;
}

void Round::expect_old(const Job& job, const Folder& where, const Ending& ending) {
  expect(is_old(job, where), "the old output is not there as it was; " + ending.text());
  if (job.output.empty()) {
    expect(job.expected.starts_with(ending.out),
           "stdout is not the beginning of the right bytes; " + ending.text());
  } else {
    expect(ending.out.empty(), "something came on stdout; " + ending.text());
  }
  for (const auto& [name, bytes] : job.beside) {
    // The report of a failed job is written, with the reason.
    if (name == kReport && fs::exists(where / name)) {
      expect(read_file(where / name).find("\"status\": \"failed\"") != std::string::npos,
             "the report is not that of a failure; " + ending.text());
      continue;
    }
    expect(!fs::exists(where / name), name + " is there without the output; " + ending.text());
  }
}

void Round::expect_new(const Job& job, const Folder& where, const Ending& ending) {
  expect(is_new(job, where, ending), "the output is not the right one; " + ending.text());
  for (const auto& [name, bytes] : job.beside) {
    expect(name == kReport || read_file(where / name) == bytes,
           name + " is not the right one; " + ending.text());
  }
}

void Round::expect_old_or_new(const Job& job, const Folder& where, const Ending& ending) {
  if (!is_new(job, where, ending)) expect_old(job, where, ending);
}

void Round::expect_no_temporaries(const Folder& where, const Ending& ending) {
  expect(temporaries(where).empty(), "a temporary file is left; " + ending.text());
}

void Round::expect_status(const Ending& ending, int status) {
  expect(ending.status == status,
         "expected exit status " + std::to_string(status) + "; " + ending.text());
}

void Round::expect_success(const Job& job, const Folder& where, const Ending& ending) {
  expect(ending.is_done(), "the run failed; " + ending.text());
  expect_new(job, where, ending);
  expect_no_temporaries(where, ending);
}

void Round::expect_message(const Ending& ending, const std::string& part) {
  // Problems of records, warnings and a progress bar may precede the message.
  int messages = 0;
  bool has_part = false;
  for (std::size_t begin = 0; begin < ending.err.size();) {
    const std::size_t end = std::min(ending.err.find('\n', begin), ending.err.size());
    std::string line = ending.err.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t bar = line.rfind('\r');
    if (bar != std::string::npos) line.erase(0, line.find("dokumill: ", bar));
    if (line.find(": record ") != std::string::npos) continue;
    if (line.find("warning: ") != std::string::npos) continue;
    if (line.starts_with("dokumill: ")) ++messages;
    has_part = has_part || line.find(part) != std::string::npos;
  }
  expect(messages == 1 && has_part && ending.err.ends_with('\n'),
         "expected one message with '" + part + "'; " + ending.text());
}

}  // namespace dokumill::torture
