// The job of `dokumill book`: reads, solves and rates the records, and hands the puzzles that have
// one solution to a printer, which writes the pages.
//
// The job does not depend on the printer, which is the layer `book`: that layer needs Cairo, and
// the library has to build without Cairo. So this header is not public.
//
// Thread safety: book() may be called from several threads. It calls the printer once, on its own
// thread, after the last record. Memory: 200 bytes for each puzzle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "batch/jobs.hpp"
#include "dokumill/logic.hpp"

namespace dokumill {

// A puzzle with exactly one solution. A full board is its own solution.
struct BookPuzzle {
  Grid puzzle;
  Grid solution;
  Level level = Level::kEasy;
};
// More puzzles fail the job with kInput, so that an endless input does not fill the memory.
inline constexpr std::size_t kMostBookPuzzles = 100'000;

// Where a printer writes the pages.
class BookOutput {
 public:
  virtual ~BookOutput() = default;
  // Begins the next file of a folder (BookOptions::is_folder): page-0001.svg, page-0002.svg, ...
  // Must be called before the first write(), and only for a folder.
  virtual Status next_file() = 0;
  // Appends bytes to the file. Failure: as OutputFile::write().
  virtual Status write(std::string_view bytes) = 0;
  // Page `page` of `pages` is complete. kInterrupted: the job is to stop, and so must the printer.
  virtual Status finish_page(std::uint64_t page, std::uint64_t pages) = 0;
};

// Writes the pages of at least one puzzle, in order. A failure fails the job.
using PrintBook = std::function<Status(std::span<const BookPuzzle>, BookOutput&)>;

// `output` is a file, or a new folder. It is never compressed.
struct BookOptions : JobOptions {
  InputOptions input;
  bool is_folder = false;  // one file for each page; the folder appears whole or not at all
  bool strict = false;     // stop at the first malformed record
  std::string engine = "auto";
};

// records = unique + multiple + none + malformed. Only the unique puzzles are in the book.
struct BookReport : JobReport {
  std::uint64_t unique = 0;
  std::uint64_t multiple = 0;
  std::uint64_t none = 0;
  std::uint64_t malformed = 0;
  std::uint64_t pages = 0;
};
std::string to_json(const BookReport& report);

namespace batch {

// Failure: kUsage for a piece; kInput if no record is a puzzle with one solution, or more than
// kMostBookPuzzles are; otherwise as for the jobs of dokumill/batch.hpp.
Result<BookReport> book(const BookOptions& options, const PrintBook& print, const JobHooks& hooks);

}  // namespace batch
}  // namespace dokumill
