// A property of the reader of any layout: boards that are printed in one of many layouts, with
// labels, titles, indices, answers, damage or another layout around them, are read as the same
// boards in the order of the text, or the text is refused. Nothing else may happen without a word.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/sources/text_source.hpp"
#include "formats/reader.hpp"
#include "fuzz/piece_platform.hpp"
#include "support/test_size.hpp"
#include "support/texts/printed_texts.hpp"

namespace dokumill::records {
namespace {

using testing::PrintedBoard;
using testing::PrintedText;

struct Reading {
  std::vector<std::string> whole;  // the records that are not malformed, 81 digits each
  std::size_t malformed = 0;
  std::string words;  // why the text was refused, or how it was read
  bool is_refused = false;
};

// Reads a text as the commands read a file, with --from auto or any.
Reading read_file(const std::string& text, bool is_any) {
  fuzzing::PiecePlatform platform(text);
  InputOptions options;
  options.path = "input";
  options.any_layout = is_any;
  const auto source = batch::TextSource::open(platform, options, {});
  if (!source.ok()) return {{}, 0, source.status().message(), true};
  const records::Detection& found = (*source)->detection();
  const auto reader = RecordReader::make(read_options(found, false));
  RecordBatch batch(100);
  Reading reading{{}, 0, found.reading, false};
  batch::TextChunk chunk;
  while (*(*source)->next(chunk, {})) {
    reader->start(chunk.bytes, chunk.entry);
    while (reader->read(batch)) {
      reading.malformed += batch.faults.size();
      for (std::size_t i = 0; i < batch.size; ++i) {
        if (batch.grids[i] != kMalformedGrid) reading.whole.push_back(to_line(batch.grids[i]));
      }
    }
  }
  return reading;
}

enum class Outcome { kRight, kPartly, kRefused, kWrong };

// kPartly: boards are missing, and a malformed record or the words for the reading say so.
Outcome compare(const Reading& reading, const std::vector<std::string>& expected) {
  std::size_t found = 0;
  for (const std::string& cells : expected) {
    if (found != reading.whole.size() && reading.whole[found] == cells) ++found;
  }
  if (found != reading.whole.size()) return Outcome::kWrong;
  if (found == expected.size()) return Outcome::kRight;
  const bool is_said = reading.malformed != 0 || reading.words.find("skipped") != std::string::npos;
  return is_said ? Outcome::kPartly : Outcome::kWrong;
}

Outcome judge(const PrintedText& printed, const Reading& reading) {
  if (reading.is_refused || reading.whole.empty()) {
    const bool is_silent = !reading.is_refused && reading.malformed == 0;
    return is_silent ? Outcome::kWrong : Outcome::kRefused;
  }
  // Answers that nothing names are records, or are known to be answers.
  std::vector<std::string> all;
  std::vector<std::string> puzzles;
  bool is_damaged = false;
  for (const PrintedBoard& board : printed.boards) {
    is_damaged = is_damaged || board.is_damaged;
    if (board.is_damaged) continue;
    all.push_back(board.cells);
    if (!board.is_answer) puzzles.push_back(board.cells);
  }
  const Outcome outcome = std::min(compare(reading, all), compare(reading, puzzles));
  // A damaged board leaves a malformed record or a word.
  const bool is_silent =
      is_damaged && reading.malformed == 0 && reading.words.find("skipped") == std::string::npos;
  return is_silent ? Outcome::kWrong : outcome;
}

// A message without its places and what it quotes.
std::string reason_of(std::string_view words) {
  std::string reason;
  bool is_quoted = false;
  for (const char c : words.substr(0, words.find('\n'))) {
    if (c == '\'') is_quoted = !is_quoted;
    if (is_quoted) continue;
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) reason += c;
    if (is_digit && !reason.ends_with('N')) reason += 'N';
  }
  return reason.substr(0, 100);
}

struct Tally {
  std::uint64_t counts[4]{};
  std::string shortest;  // of the texts that were read wrongly
};

std::string story_of(const PrintedText& printed, const Reading& reading) {
  constexpr std::size_t kMost = 4000;
  std::string story = printed.text.substr(0, kMost) + "\nexpected:\n";
  for (const PrintedBoard& board : printed.boards) {
    story += board.cells +
             (board.is_answer    ? " answer"
              : board.is_damaged ? " damaged"
                                 : "") +
             "\n";
    if (story.size() > 2 * kMost) break;
  }
  story += std::to_string(printed.boards.size()) + " boards\nfound " +
           std::to_string(reading.whole.size()) + ", read as " + reading.words + ":\n";
  for (const std::string& cells : reading.whole) {
    story += cells + "\n";
    if (story.size() > 3 * kMost) break;
  }
  return story;
}

// Prints and reads texts of about `bytes` bytes or more. Prints how many were refused and why.
void read_texts(std::uint64_t texts, std::size_t bytes) {
  const testing::TextPrinter printer;
  std::map<std::string, Tally> layouts;   // all texts of two layouts are one entry
  std::map<std::string, Tally> features;  // a text with several is counted in each
  std::map<std::string, std::uint64_t> reasons;
  Tally all;
  for (std::uint64_t number = 0; number < texts; ++number) {
    // In few texts, the layouts still differ from each other.
    const PrintedText printed = printer.print(bytes == 0 ? number : number * 7, bytes);
    const bool is_any = number % 5 == 4;
    const Reading reading = read_file(printed.text, is_any);
    const auto outcome = static_cast<int>(judge(printed, reading));
    const bool has_two = printed.layout.find(" + ") != std::string::npos;
    Tally& tally = layouts[has_two ? "two layouts" : printed.layout];
    ++tally.counts[outcome];
    ++all.counts[outcome];
    if (printed.features.empty()) ++features["nothing special"].counts[outcome];
    for (const std::string& feature : printed.features) ++features[feature].counts[outcome];
    if (outcome == static_cast<int>(Outcome::kRefused)) {
      ++reasons[reading.is_refused ? reason_of(reading.words) : "every record is malformed"];
    }
    if (outcome != static_cast<int>(Outcome::kWrong)) continue;
    const std::string story = printed.layout + (is_any ? ", --from any" : "") + ", text " +
                              std::to_string(number) + ":\n" + story_of(printed, reading);
    if (tally.shortest.empty() || story.size() < tally.shortest.size()) tally.shortest = story;
  }
  const auto print = [](const std::string& name, const Tally& tally) {
    const auto& [right, partly, refused, wrong] = tally.counts;
    std::cout << name << ": " << right << " right, " << partly << " in part and said so, "
              << refused << " refused, " << wrong << " wrong\n";
  };
  std::string stories;
  for (const auto& [layout, tally] : layouts) {
    const auto& [right, partly, refused, wrong] = tally.counts;
    if (right + partly + wrong == 0) std::cout << "always refused: " << layout << "\n";
    if (wrong == 0) continue;
    std::cout << wrong << " of " << right + partly + refused + wrong << " wrong: " << layout
              << "\n";
    stories += "\n" + tally.shortest;
  }
  for (const auto& [feature, tally] : features) print(feature, tally);
  print("all " + std::to_string(texts) + " texts", all);
  const std::uint64_t wrong = all.counts[static_cast<int>(Outcome::kWrong)];
  EXPECT_EQ(wrong, 0) << "the shortest of each layout:" << stories;
  std::vector<std::pair<std::uint64_t, std::string>> most;
  for (const auto& [reason, count] : reasons) most.emplace_back(count, reason);
  std::ranges::sort(most, std::greater<>());
  for (std::size_t i = 0; i < std::min<std::size_t>(most.size(), 12); ++i) {
    std::cout << "refused: " << most[i].first << " " << most[i].second << "\n";
  }
}

TEST(Readings, AreTheBoardsOfTheTextOrARefusal) {
  read_texts(testing::is_long_run() ? 1'000'000 : testing::kIsSanitized ? 3000 : 20'000, 0);
}

// The importer decides on the beginning of a longer text.
TEST(Readings, OfLongTextsDoNotChangeAfterTheirBeginning) {
  read_texts(testing::is_long_run() ? 3000 : testing::kIsSanitized ? 1 : 12, 1'200'000);
}

}  // namespace
}  // namespace dokumill::records
