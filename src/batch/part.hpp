// Part: the result of a chunk, or of a piece of a large chunk: text to write, and numbers to add
// up.
//
// Records and lines are counted from 0 in the part. The fold, which takes the parts in order, adds
// the counts of the parts before it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "batch/hash_key.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

// The outcome of a record. Solving and checking share this type.
enum class Outcome : std::uint8_t { kUnique, kMultiple, kUnsolvable, kMalformed, kComplete };
inline constexpr int kOutcomes = 5;

// The key by which duplicates are found: a record's cells, packed, and a hash of them.
struct RecordKey {
  std::uint64_t hash = 0;
  PackedCells packed{};
};

// Counts of generated puzzles.
struct MadeCounts {
  std::uint64_t tries = 0;
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kLevels> levels{};
};

// Counts of solved puzzles, for jobs that report a census.
struct SeenCounts {
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kGuessBuckets> guesses{};
  std::array<std::uint64_t, kLevels> levels{};
};

struct Part {
  std::vector<char> text;  // capacity is kept for the next part
  std::size_t text_bytes = 0;
  std::uint64_t records = 0;
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  MadeCounts made;
  SeenCounts seen;
  // check: the number of minimal puzzles, and of given solutions by kind (given_solution.hpp).
  std::uint64_t minimal = 0;
  std::array<std::uint64_t, 3> given_solutions{};
  std::vector<Problem> problems;  // the first kMaxProblems of the part; record and line from 0
  std::uint64_t problem_count = 0;
  std::uint64_t joined_blocks = 0;
  std::uint64_t first_joined_line = 0;
  // Keys of the records that are compared; key_records[i] is the record of keys[i].
  std::vector<RecordKey> keys;
  std::vector<std::uint32_t> key_records;
  std::vector<std::size_t> text_ends;       // dedupe, split: the end of each record's text
  std::vector<std::uint32_t> test_records;  // split: records for the second output, ascending
  RatingTotals ratings;
  // Not ok: the job ends with this part (a failed self-check, a malformed record under strict, an
  // unreadable input). If a record is the cause, `last_problem` has its place and the message.
  Status failure;
  Problem last_problem;
  std::uint64_t done = 0;  // Chunk::done; 0 in a piece of a chunk

  void clear() {
    text_bytes = records = lines = problem_count = joined_blocks = first_joined_line = done = 0;
    minimal = 0;
    outcomes = {};
    made = {};
    seen = {};
    given_solutions = {};
    ratings = {};
    problems.clear();
    keys.clear();
    key_records.clear();
    text_ends.clear();
    test_records.clear();
    failure = {};
    last_problem.message.clear();
  }

  // Makes room for `bytes` more bytes and returns their place. The caller adds the number of bytes
  // that it wrote to text_bytes.
  char* reserve(std::size_t bytes) {
    if (text.size() < text_bytes + bytes) text.resize(text_bytes + bytes);
    return text.data() + text_bytes;
  }
};

}  // namespace dokumill::batch
