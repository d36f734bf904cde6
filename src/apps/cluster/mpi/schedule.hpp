// Schedule: knows which piece is next and which piece failed. Process 0 has the only schedule.
//
// The schedule hands out the pieces in ascending order, and skips the pieces that an earlier run
// completed. After a failure, it hands out no further pieces. If several pieces fail, failure()
// returns the result of the piece with the lowest number. Buckets, and the ranges of a joined
// output, are handed out in the same way; in this file, they are called pieces, too.
//
// Thread safety: any thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dokumill::mpi {

// The result of a piece, for process 0.
struct PieceResult {
  std::uint64_t piece = 0;  // 0 in the first request, when there is no result yet
  int exit_status = 0;
  bool is_complete = true;  // also true if the piece has bad records
  std::string process;      // World::name()
  std::string messages;     // what the command printed

  // The result as one text, for World::ask().
  std::string text() const;
  static PieceResult of_text(const std::string& text);
};

class Schedule {
 public:
  // `is_done[K - 1]`: an earlier run completed piece K.
  explicit Schedule(std::vector<bool> is_done) : is_done_(std::move(is_done)) {}

  // For a process that asks for a piece. Takes the result of its previous piece, and returns the
  // number of the next piece (from 1), or 0 if there is no further piece.
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
