// Schedule: which piece is next, and what failed. Process 0 has it.
//
// Pieces are handed out in ascending order, except those that an earlier run completed. After a
// failure no further pieces are handed out; the failure of the piece with the lowest number is
// reported.
//
// Thread safety: any thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dokumill::mpi {

// What became of a piece.
struct PieceResult {
  std::uint64_t piece = 0;  // 0: no piece yet, in the first request
  int exit_status = 0;
  bool is_complete = true;  // bad records are no failure
  std::string process;      // World::name()
  std::string messages;     // what the command printed

  // As one text, for World::ask().
  std::string text() const;
  static PieceResult of_text(const std::string& text);
};

class Schedule {
 public:
  // `is_done[K - 1]`: piece K is completed.
  explicit Schedule(std::vector<bool> is_done) : is_done_(std::move(is_done)) {}

  // Takes a result and returns the number of the next piece, from 1; 0 after the last one.
  std::uint64_t next(const PieceResult& result);
  // Hands out no further pieces.
  void stop();

  std::optional<PieceResult> failure() const;

 private:
  mutable std::mutex mutex_;
  std::vector<bool> is_done_;
  std::uint64_t handed_out_ = 0;
  std::optional<PieceResult> failure_;
};

}  // namespace dokumill::mpi
