// Part: what a worker made of a chunk, or of a piece of a large one: text to write and numbers to
// add up.
//
// Records and lines are counted from 0 in the part; the fold, which sees the parts in order, adds
// what came before.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "batch/hash_key.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

// How a record came out. Solving and checking share the words.
enum class Outcome : std::uint8_t { kUnique, kMultiple, kUnsolvable, kMalformed, kComplete };
inline constexpr int kOutcomes = 5;

// A record's cells, packed, and a hash of them: what duplicates are found by.
struct RecordKey {
  std::uint64_t hash = 0;
  PackedCells packed{};
};

// What is counted of puzzles that were made.
struct MadeCounts {
  std::uint64_t tries = 0;
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kLevels> levels{};
};

// What is counted of puzzles that are solved, where somebody watches.
struct SeenCounts {
  std::array<std::uint64_t, kCells + 1> clues{};
  std::array<std::uint64_t, kGuessBuckets> guesses{};
  std::array<std::uint64_t, kLevels> levels{};
};

struct Part {
  std::vector<char> text;  // capacity is kept from part to part
  std::size_t text_bytes = 0;
  std::uint64_t records = 0;
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  MadeCounts made;
  SeenCounts seen;
  // check: puzzles that are minimal; given solutions by their kind (given_solution.hpp).
  std::uint64_t minimal = 0;
  std::array<std::uint64_t, 3> given_solutions{};
  std::vector<Problem> problems;  // the first kMaxProblems of the part; record and line from 0
  std::uint64_t problem_count = 0;
  std::uint64_t joined_blocks = 0;
  std::uint64_t first_joined_line = 0;
  std::vector<RecordKey>
      keys;  // of the records that are compared, with `key_records` telling which they are
  std::vector<std::uint32_t> key_records;
  std::vector<std::size_t> text_ends;       // dedupe, split: of each record's text
  std::vector<std::uint32_t> test_records;  // split: those that go to the second output, ascending
  RatingTotals ratings;
  // Not ok: the job ends here (a failed self-check, a malformed record under strict, an unreadable
  // input). Where a record is to blame, `last_problem` locates it and has a message.
  Status failure;
  Problem last_problem;
  std::uint64_t done = 0;  // of the source, when this part is; 0 in a piece of a chunk

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

  // Room for `bytes` more; returns where they go. The caller adds what it wrote to text_bytes.
  char* reserve(std::size_t bytes) {
    if (text.size() < text_bytes + bytes) text.resize(text_bytes + bytes);
    return text.data() + text_bytes;
  }
};

}  // namespace dokumill::batch
