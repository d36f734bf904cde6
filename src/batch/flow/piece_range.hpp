// Computes the part of a job that a Piece stands for, and checks whether a job can be divided into
// pieces.
#pragma once

#include <cstdint>

#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// kUsage unless 1 <= number <= count.
Status check_piece(const Piece& piece);

// For a job that cannot be divided: kUsage if options.piece is set. `why`: the reason that the
// message states, such as "dedupe compares all records".
Status check_whole(const JobOptions& options, std::string_view why);

// The items [begin, end) of a piece. Of `total` items, these are [total * (number - 1) / count,
// total * number / count), both rounded down. The ranges of all pieces follow each other and
// together have all items.
struct PieceRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
PieceRange range_of(const Piece& piece, std::uint64_t total);

}  // namespace dokumill::batch
