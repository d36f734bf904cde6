// The job of `dokumill book`: reads, solves and rates the records, and hands the puzzles that have
// one solution to a printer, which writes the pages.
//
// The job knows the printer only as a function (PrintBook), so this header needs no Cairo.
//
// Thread safety: run() may be called from several threads. It calls the printer once, after the
// last record, on the thread that called run(). Memory: 250 bytes for each puzzle, and its hint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/frame/jobs.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/rating.hpp"

namespace dokumill {

// A puzzle with exactly one solution. A full board is its own solution.
struct BookPuzzle {
  Grid puzzle;
  Grid solution;
  Level level = Level::kEasy;
  std::uint32_t section = 0;  // the index in BookContent::sections; 0 without them
  std::string hint = {};      // the hardest step, with BookOptions::hints
};
// The puzzles in the order of the input.
struct BookContent {
  std::vector<BookPuzzle> puzzles;
  // With BookOptions::section_column: the names in the order in which they first occur.
  std::vector<std::string> sections;
};
// The largest number of puzzles in a book. With more puzzles the job fails with kInput, so that an
// endless input does not fill the memory.
inline constexpr std::size_t kMostBookPuzzles = 100'000;
// A column with more different values is no column of sections.
inline constexpr std::size_t kMostBookSections = 1'000;

// The output to which a printer writes the pages.
class BookOutput {
 public:
  virtual ~BookOutput() = default;
  // Begins the next file of a folder (BookOptions::is_folder): page-0001.svg, page-0002.svg, ...
  // For a folder, the printer must call this before its first write(). For a single file, it must
  // not call this.
  virtual Status next_file() = 0;
  // Appends bytes to the file. Failure: as OutputFile::write().
  virtual Status write(std::string_view bytes) = 0;
  // The printer calls this when page `page` of `pages` is complete. Returns kInterrupted if the job
  // is to stop; then the printer must stop, too.
  virtual Status finish_page(std::uint64_t page, std::uint64_t pages) = 0;
  // The same answer at any other time. The printer calls this before each part of its work that
  // grows with the number of puzzles, at least once for every 256 puzzles, pages or objects.
  virtual Status check_stop() = 0;
};

// What a printer has printed. A cover is one page, but these are the pages of its book.
struct PrintedBook {
  std::uint64_t pages = 0;
  std::optional<double> spine_mm = {};  // of a bound book, to 0.01 mm
};
// The printer: writes the pages. There is at least one puzzle. If it fails, the job fails.
using PrintBook = std::function<Result<PrintedBook>(BookContent, BookOutput&)>;

// `output` names a file or, with `is_folder`, a new folder. The output is never compressed.
struct BookOptions {
  InputOptions input;
  std::string output = "-";  // a file or, with `is_folder`, a new folder
  bool is_folder = false;    // one file for each page; the folder appears whole or not at all
  // Reads the sections of the puzzles from this column of csv or member of JSON Lines; empty: there
  // are none.
  std::string section_column = {};
  std::optional<Language> hints = {};  // the language of the hints; nullopt: no hints
  bool strict = false;                 // stop at the first malformed record
  std::string engine = "auto";
  JobOptions job = {};
};

// records = unique + multiple + none + malformed. Only the unique puzzles are in the book.
struct BookReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;
  std::uint64_t malformed = 0;
  std::uint64_t pages = 0;
  std::optional<double> spine_mm = {};
};
std::string to_json(const BookReport& report);

namespace book {

// Failure: kUsage if options.piece is set, or an input has no column `section_column`. kInput if
// the number of records with exactly one solution is 0 or above kMostBookPuzzles, or there are more
// than kMostBookSections sections. Otherwise as for the jobs of dokumill/batch.hpp.
Result<BookReport> run(const BookOptions& options, const PrintBook& print,
                       const batch::JobHooks& hooks);

}  // namespace book
}  // namespace dokumill
