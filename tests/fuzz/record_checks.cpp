#include "record_checks.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "batch/rows/row_writer.hpp"
#include "batch/sources/text_source.hpp"
#include "piece_platform.hpp"
#include "support/texts/formats.hpp"
#include "support/texts/read_text.hpp"
#include "support/texts/slow_reader.hpp"

namespace dokumill::fuzzing {
namespace {

using records::CsvLayout;
using records::ReadOptions;
using testing::ReadText;
using testing::SlowReader;
using testing::TestRandom;
using testing::TextReader;
using Edge = TextReader::Edge;
using Pauses = PiecePlatform::Pauses;

// A text of up to kCutEverywhere bytes is cut at every place. A longer text is cut at kSampledCuts
// places that its bytes select, and a text of kVeryLong bytes or more at kFewCuts places.
constexpr std::size_t kCutEverywhere = 600;
constexpr std::size_t kVeryLong = 20000;
constexpr int kSampledCuts = 40;
constexpr int kFewCuts = 5;

void require_equal(const ReadText& found, const ReadText& expected, const std::string& words,
                   std::string_view text) {
  if (found == expected) return;
  require(false,
          words + "\nexpected:\n" + to_string(expected) + "found:\n" +
              (to_string(found) == to_string(expected) ? "something else\n" : to_string(found)),
          text);
}

TestRandom random_of(const std::string& text) {
  return TestRandom(std::hash<std::string>{}(text));
}

// Reads the text as two chunks. For each window, the text is cut at the place that
// find_chunk_boundary() returns.
void check_cuts_in_two(const ReadOptions& options, const std::string& text,
                       const ReadText& expected) {
  TextReader reader(options, 3, text.size() % 2 == 0 ? Edge::kEnd : Edge::kBegin);
  const auto check = [&](std::size_t window, std::size_t& last_cut) {
    const std::string_view whole = text;
    const records::ChunkBoundary cut =
        reader.find_chunk_boundary(whole.substr(0, window), {}, false);
    if (cut.bytes == 0 || cut.bytes == last_cut) return;
    last_cut = cut.bytes;
    ReadText found;
    reader.read_chunk(whole.substr(0, cut.bytes), {}, found);
    reader.read_chunk(whole.substr(cut.bytes), cut.next, found);
    require_equal(found, expected,
                  "window " + std::to_string(window) + ", cut " + std::to_string(cut.bytes), text);
  };
  std::size_t last_cut = 0;
  if (text.size() <= kCutEverywhere) {
    for (std::size_t window = 1; window <= text.size(); ++window) check(window, last_cut);
    return;
  }
  TestRandom random = random_of(text);
  for (int i = 0; i < (text.size() < kVeryLong ? kSampledCuts : kFewCuts); ++i) {
    std::size_t window = 1 + random.next() % text.size();
    // Most cuts are close to line ends, where bugs are likely.
    const std::size_t line_end = text.find_first_of("\r\n", window);
    if (i % 3 != 0 && line_end != std::string::npos)
      window = std::min(line_end + random.next() % 4, text.size());
    if (window != 0) check(window, last_cut);
  }
}

// Reads the text as many chunks, with windows of many sizes.
void check_cuts_in_many(const ReadOptions& options, const std::string& text,
                        const ReadText& expected) {
  TestRandom random = random_of(text);
  std::vector<std::size_t> windows{random.next() % 200 + 1, random.next() % (text.size() + 1) + 1};
  for (std::size_t a = 1, b = 2; a <= text.size(); b += std::exchange(a, b)) {
    if (text.size() <= kCutEverywhere || a > text.size() / (text.size() < kVeryLong ? 9 : 3))
      windows.push_back(a);
  }
  TextReader reader(options, windows[0] % 2 == 0 ? 1 : 7);
  for (const std::size_t window : windows) {
    const bool is_slow = text.size() > 300 || window > 8;
    for (const auto growth : {TextReader::Growth::kDouble, TextReader::Growth::kByOne}) {
      if (is_slow && growth == TextReader::Growth::kByOne) continue;
      require_equal(reader.read_cut(text, window, growth), expected,
                    "windows of " + std::to_string(window), text);
    }
  }
}

// Reads `input` as a job does, through the chunks of the source. The records begin after the first
// `header` bytes.
ReadText read_source(const ReadOptions& options, PiecePlatform& platform, std::size_t chunk_bytes,
                     std::string_view input, std::size_t header) {
  InputOptions input_options;
  input_options.path = "input";
  input_options.format = options.format;
  Result<std::unique_ptr<batch::TextSource>> source =
      batch::TextSource::open(platform, input_options, {});
  require(source.ok(), "the source does not open", input);
  (*source)->set_chunk_bytes(chunk_bytes);
  TextReader reader(options, 5);
  ReadText found;
  std::string bytes;
  batch::TextChunk chunk;
  while (*(*source)->next(chunk, {})) {
    require(!chunk.bytes.empty(), "an empty chunk", input);
    reader.read_chunk(chunk.bytes, chunk.entry, found);
    bytes += chunk.bytes;
    require(chunk.done == header + bytes.size(), "chunk.done", input);
  }
  require(bytes == input.substr(header), "chunks are not the input", input);
  return found;
}

void check_sources(const ReadOptions& options, const std::string& text) {
  // An empty line is put before the text, so that the input does not look like a file of another
  // kind.
  std::string header = "\n";
  std::size_t skipped = 0;
  if (options.format == TextFormat::kCsv) {
    header.clear();
    for (std::uint32_t i = 0; i < options.csv.columns; ++i) {
      if (i != 0) header += options.csv.separator;
      header += i == options.csv.puzzle_column ? "puzzle" : "x";
    }
    header += '\n';
    skipped = header.size();
  }
  const std::string input = header + text;
  const ReadText expected = SlowReader(options).read(input.substr(skipped));
  TestRandom random = random_of(text);
  const std::size_t size = input.size();
  const std::size_t some = random.next() % 100 + 1;
  const auto check = [&](PiecePlatform&& platform, std::size_t chunk, const std::string& way) {
    require_equal(read_source(options, platform, chunk, input, skipped), expected,
                  way + ", chunks of " + std::to_string(chunk), text);
  };
  const bool is_short = size <= kCutEverywhere;
  for (const std::size_t piece : {is_short ? 1 : size / 5 + some, size}) {
    const std::string way = "pieces of " + std::to_string(piece);
    if (size < kVeryLong) check({input, piece, Pauses::kNone}, some, way);
    check({input, piece, Pauses::kBeforeEveryPiece}, size / 2 + 1, way + " with pauses");
  }
  if (size > 4096) {
    testing::GuardedBytes guarded;
    check(PiecePlatform(guarded.place(input)), 500 + some, "mapped");
  }
}

// Prints the records that were read, and reads them again.
void check_print(const ReadOptions& options, const ReadText& read, const std::string& text,
                 TextFormat format, bool keeps) {
  batch::OutputPlan plan;
  plan.format = format;
  plan.rows = batch::OutputPlan::Rows::kAnswers;
  plan.csv = options.csv;
  if (keeps) plan.kept = batch::OutputPlan::Kept::kRows;
  batch::RowWriter rows(plan);
  std::string printed;
  for (std::size_t i = 0; i < read.grids.size(); ++i) {
    const std::string_view row = keeps ? std::string_view(read.rows[i]) : std::string_view();
    batch::ChunkResult result;
    rows.write(result, read.grids[i], row, batch::kSolutionColumn(read.grids[i]));
    require(result.text_bytes != 0 && result.text_bytes <= result.text.size(), "room", text);
    const std::string_view record(result.text.data(), result.text_bytes);
    require(record.starts_with(row), "a kept row is not what was read", text);
    printed += record;
  }
  if (format == TextFormat::kGrid && !printed.empty()) printed.erase(0, 1);

  ReadOptions again;
  again.format = format;
  again.csv =
      keeps ? CsvLayout{options.csv.columns + 1, options.csv.puzzle_column} : CsvLayout{2, 0};
  again.csv.separator = options.csv.separator;
  const ReadText found = TextReader(again, 9).read_whole(printed);
  const bool has_faults = std::ranges::equal(
      found.faults, read.faults, {}, &records::RecordError::record, &records::RecordError::record);
  require(found.grids == read.grids && has_faults && found.end_marks == 0,
          "printed and read again:\n" + printed, text);
}

void check_prints(const ReadOptions& options, const ReadText& read, const std::string& text) {
  for (const TextFormat format : testing::kFormats) {
    check_print(options, read, text, format, false);
  }
  // If a kept row of several lines is close to the limit, it would exceed the limit after a
  // solution is appended. So this check is left out for such texts.
  const bool is_long = std::ranges::any_of(
      read.rows, [](const std::string& row) { return row.size() > records::kCsvRowLimit - 100; });
  if (options.format == TextFormat::kCsv && options.keep_rows && !is_long)
    check_print(options, read, text, TextFormat::kCsv, true);
}

// Checks that the kind of line ends does not change the result.
void check_line_ends(const ReadOptions& options, const std::string& text,
                     const ReadText& expected) {
  if (options.format == TextFormat::kCsv) return;  // line ends may be text there
  for (const std::string_view line_end : {"\n", "\r", "\r\n"}) {
    std::string other;
    for (const std::string& line : testing::lines_of(text)) (other += line) += line_end;
    other.resize(other.size() - line_end.size());
    require_equal(TextReader(options, 4, Edge::kBegin).read_whole(other), expected,
                  "with other line ends", text);
  }
}

ReadText check_whole(const ReadOptions& options, const std::string& text) {
  const ReadText expected = SlowReader(options).read(text);
  for (const std::size_t capacity : {1, 2, 30}) {
    const Edge edge = capacity == 30 ? Edge::kBegin : Edge::kEnd;
    require_equal(TextReader(options, capacity, edge).read_whole(text), expected,
                  "whole, in batches of " + std::to_string(capacity), text);
  }
  check_prints(options, expected, text);
  return expected;
}

}  // namespace

std::string with_runs(std::string_view input, std::size_t limit) {
  std::string text;
  int runs = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (input[i] == kRun && input.size() - i > 2 && runs < (limit < kVeryLong ? 2 : 1)) {
      ++runs;
      text.append(limit - 128 + static_cast<unsigned char>(input[i + 1]), input[i + 2]);
      i += 2;
    } else {
      text += input[i];
    }
  }
  return text;
}

void check_records(const ReadOptions& options, const std::string& text) {
  // The reader that keeps rows reports more. A text that is cut correctly for this reader is also
  // cut correctly for the other reader.
  ReadOptions most = options;
  if (options.format != TextFormat::kGrid) {
    most.keep_rows = true;
    check_whole(options, text);
  }
  const ReadText expected = check_whole(most, text);
  check_line_ends(most, text, expected);
  check_cuts_in_two(most, text, expected);
  check_cuts_in_many(most, text, expected);
  check_sources(most, text);
}

}  // namespace dokumill::fuzzing
