// ChunkResult: what a worker produces from a chunk: counts, problems, and the text to write. If the
// job ends inside the chunk, the ChunkResult also has the reason for this end. A worker can hand
// over a large result in pieces, each of which is a ChunkResult.
// PerChunk: the part of the results that is specific to a job.
//
// Inside a result, the numbers of records and lines begin at 0. The fold takes the results in order
// and corrects these numbers. It adds the number of records in the earlier results (and before the
// piece) to each record number, and the number of earlier lines of the same input to each line
// number. It also adds 1, because the numbers in problems begin at 1.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/grid.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

struct ChunkResult {
  std::vector<char> text;  // capacity is kept for the next result
  std::size_t text_bytes = 0;
  std::uint64_t records = 0;   // that were read
  std::uint64_t left_out = 0;  // of these, by InputOptions::where
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kGridKinds> outcomes{};  // of the records, by kind
  std::vector<Problem> problems;  // the first kMaxProblems; record and line are counted from 0
  std::uint64_t problem_count = 0;
  // The number of lines that mark the end of a file, and the line and the text of the first one.
  std::uint64_t end_marks = 0;
  std::uint64_t first_end_mark_line = 0;
  std::string first_end_mark;
  // If this is not ok, the job ends with this result. Causes are a failed self-check, a malformed
  // record if the job is strict, an unreadable input, and a puzzle that PuzzleMaker could not make.
  // If a record is the cause, `fatal_record` has the place of this record and a message about it.
  Status failure;
  Problem fatal_record;
  std::uint64_t done = 0;  // Chunk::done; 0 in a piece that was handed over early
  // Copies of Chunk::input and Chunk::lines_before, which the window sets. clear() keeps them,
  // because all pieces of the result have the same values.
  std::size_t input = 0;
  std::uint64_t lines_before = 0;
  // If records were left out: the numbers that the others have among all records of the result.
  std::vector<std::uint32_t> numbers;
  std::size_t slot = 0;  // the number of the buffer, which the window sets; clear() keeps it

  void clear() {
    text_bytes = records = left_out = lines = problem_count = end_marks = first_end_mark_line =
        done = 0;
    outcomes = {};
    first_end_mark.clear();
    numbers.clear();
    problems.clear();
    failure = {};
    fatal_record.message.clear();
  }

  // Appends text of at most `bytes` bytes. print(out) writes the text, and returns its end.
  template <class Print>
  void append(std::size_t bytes, const Print& print) {
    if (text.size() < text_bytes + bytes) text.resize(text_bytes + bytes);
    char* const begin = text.data() + text_bytes;
    text_bytes += static_cast<std::size_t>(print(begin) - begin);
  }
  void append(std::string_view more) {
    append(more.size(), [more](char* out) { return std::copy(more.begin(), more.end(), out); });
  }

  // The number that a record has among all records of the result, from 0. `record` counts only
  // the records that were not left out.
  std::size_t number(std::size_t record) const {
    return numbers.empty() ? record : numbers[record];
  }
  void count(GridKind outcome) { ++outcomes[static_cast<std::size_t>(outcome)]; }
};

// What a job has for each chunk in flight, such as keys or counts: a plain struct. A worker fills
// that of its result, and the fold takes it. Thread safety: as for the results.
template <class Part>
class PerChunk {
 public:
  // REQUIRES: Fold::begin() gave this number. Called before the first chunk.
  void resize(std::size_t slots) { slots_.resize(slots); }
  Part& operator[](const ChunkResult& result) { return slots_[result.slot].part; }

 private:
  struct alignas(64) Slot {  // threads write into neighbours
    Part part;
  };
  std::vector<Slot> slots_;
};

// Fold: takes the results of the chunks in their order.
class Fold {
 public:
  virtual ~Fold() = default;
  // Called before the first chunk. The results have the slots 0 to `slots` - 1.
  virtual void begin(std::size_t slots) { static_cast<void>(slots); }
  // Takes the next result. Called in order, by one thread at a time.
  virtual Status take(ChunkResult& result) = 0;
  // True if help() has something to do. Called by any thread, also during take(), so it must be
  // fast.
  virtual bool wants_help() const { return false; }
  // Does a part of the fold's work that can be done in any order, such as compressing a block of
  // the output. Called by any thread, also during take().
  virtual void help() {}
  // Called often, by any thread, also during take(), so that progress is shown even while all
  // threads search and no result is folded.
  virtual void beat() {}
};

}  // namespace dokumill::batch
