// ChunkResult: what a worker makes of a chunk, or of a piece of a large chunk: the text to write,
// counts, problems, and why the job ends. Payload: what else a job hands from its workers to its
// fold.
//
// Records and lines are counted from 0 in the result. The fold, which takes the results in order,
// adds the counts of the earlier results.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "dokumill/batch.hpp"

namespace dokumill::batch {

// The outcome of a record. Only the jobs that distinguish full boards use kComplete.
enum class Outcome : std::uint8_t { kUnique, kMultiple, kUnsolvable, kMalformed, kComplete };
inline constexpr int kOutcomes = 5;

// What a result holds for one job only: keys, ratings, counts. The fold makes one for each result
// (Fold::make_payload()), and the workers fill it.
struct Payload {
  virtual ~Payload() = default;
  // Prepares for the next result. Vectors keep their capacity.
  virtual void clear() = 0;
};

struct ChunkResult {
  std::vector<char> text;  // capacity is kept for the next result
  std::size_t text_bytes = 0;
  std::uint64_t records = 0;
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  std::vector<Problem> problems;  // the first kMaxProblems of the result; record and line from 0
  std::uint64_t problem_count = 0;
  std::uint64_t joined_blocks = 0;
  std::uint64_t first_joined_line = 0;
  // Not ok: the job ends with this result (a failed self-check, a malformed record under strict, an
  // unreadable input). If a record is the cause, `fatal_record` has its place and the message.
  Status failure;
  Problem fatal_record;
  std::uint64_t done = 0;  // Chunk::done; 0 in a piece of a chunk
  // Chunk::input and Chunk::lines_before. The pipeline sets them, and clear() keeps them: they hold
  // for every piece of the chunk.
  std::size_t input = 0;
  std::uint64_t lines_before = 0;
  std::unique_ptr<Payload> payload;

  void clear() {
    text_bytes = records = lines = problem_count = joined_blocks = first_joined_line = done = 0;
    outcomes = {};
    problems.clear();
    failure = {};
    fatal_record.message.clear();
    if (payload) payload->clear();
  }

  // Makes room for `bytes` more bytes and returns their place. The caller adds the number of bytes
  // that it wrote to text_bytes.
  char* reserve(std::size_t bytes) {
    if (text.size() < text_bytes + bytes) text.resize(text_bytes + bytes);
    return text.data() + text_bytes;
  }

  void count(Outcome outcome) { ++outcomes[static_cast<std::size_t>(outcome)]; }

  // REQUIRES: the job's fold makes payloads of this type.
  template <class Own>
  Own& payload_as() {
    assert(dynamic_cast<Own*>(payload.get()) != nullptr);
    return static_cast<Own&>(*payload);
  }
};

}  // namespace dokumill::batch
