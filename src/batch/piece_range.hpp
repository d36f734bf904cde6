// The part of a job that a Piece names, and whether a job can be divided into pieces.
#pragma once

#include <cstdint>

#include "dokumill/batch.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// kUsage unless 1 <= number <= count.
Status check_piece(const Piece& piece);

// kUsage if a piece is requested of a job that cannot be divided. `why`: for the message, "dedupe
// compares all records".
Status check_whole(const JobOptions& options, std::string_view why);

// The items [begin, end) of `total`: [total * (number - 1) / count, total * number / count), rounded
// down. The ranges of all pieces follow each other and together have all items.
struct PieceRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
PieceRange range_of(const Piece& piece, std::uint64_t total);

}  // namespace dokumill::batch
