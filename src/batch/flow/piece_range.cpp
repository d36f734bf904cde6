#include "batch/flow/piece_range.hpp"

#include "base/text/format.hpp"

namespace dokumill::batch {

Status check_piece(const Piece& piece) {
  if (piece.number >= 1 && piece.number <= piece.count) return {};
  return {ErrorCode::kUsage,
          format_text("piece: expected a number from 1 to the number of pieces, got {} of {}",
                      piece.number, piece.count),
          "piece"};
}

Status check_whole(const JobOptions& options, std::string_view why) {
  if (!options.piece) return {};
  return {ErrorCode::kUsage, format_text("{}, so the job cannot be divided into pieces", why),
          "piece"};
}

PieceRange range_of(const Piece& piece, std::uint64_t total) {
  __extension__ using Wide = unsigned __int128;
  const auto at = [&](std::uint64_t number) {
    return static_cast<std::uint64_t>(Wide{total} * number / piece.count);
  };
  return {at(piece.number - 1), at(piece.number)};
}

}  // namespace dokumill::batch
