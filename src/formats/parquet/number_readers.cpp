#include "formats/parquet/number_readers.hpp"

#include <algorithm>
#include <utility>

namespace dokumill::parquet {

bool RunReader::begin_run() {
  while (run_ == 0 && left_.is_ok()) {
    const std::uint64_t header = left_.varint();
    is_packed_ = (header & 1) != 0;
    if (!is_packed_) {
      run_ = header >> 1;
      same_ = static_cast<std::uint32_t>(number_of(left_.take((bits_ + 7) / 8)));
      continue;
    }
    constexpr std::uint64_t kMostGroups = std::uint64_t{1} << 32;
    const std::uint64_t groups = std::min(header >> 1, kMostGroups);
    // The last run may be cut off after its last number.
    const std::string_view bytes =
        left_.take(std::min<std::uint64_t>(groups * bits_, left_.left().size()));
    packed_ = PackedBits(bytes);
    run_ = bits_ == 0 ? 8 * groups : std::min<std::uint64_t>(8 * groups, 8 * bytes.size() / bits_);
  }
  return left_.is_ok();
}

bool DeltaReader::begin(std::string_view bytes, std::uint64_t most) {
  constexpr std::uint64_t kMostBlock = std::uint64_t{1} << 30;  // values
  *this = DeltaReader();
  left_ = ByteReader(bytes);
  const std::uint64_t block = left_.varint();
  miniblocks_ = left_.varint();
  values_ = left_.varint();
  value_ = static_cast<std::uint64_t>(left_.zigzag());
  const bool has_sizes =
      miniblocks_ != 0 && miniblocks_ <= block && block <= kMostBlock && values_ <= most;
  if (!left_.is_ok() || !has_sizes || block % (8 * miniblocks_) != 0) return false;
  miniblock_values_ = block / miniblocks_;
  return true;
}

bool DeltaReader::begin_miniblock() {
  if (widths_.left().empty()) {
    smallest_ = static_cast<std::uint64_t>(left_.zigzag());
    widths_ = ByteReader(left_.take(miniblocks_));
  }
  bits_ = widths_.byte();
  packed_ = PackedBits(left_.take(miniblock_values_ / 8 * bits_));
  in_miniblock_ = miniblock_values_;
  return left_.is_ok() && bits_ <= 64;
}

bool DeltaReader::next(std::int64_t& number) {
  if (values_ == 0) return false;
  if (!std::exchange(is_first_, false)) {
    if (in_miniblock_ == 0 && !begin_miniblock()) return false;
    --in_miniblock_;
    value_ += smallest_ + packed_.next(bits_);
  }
  --values_;
  number = static_cast<std::int64_t>(value_);
  return true;
}

bool DeltaReader::pass(std::string_view& after) {
  for (std::int64_t number = 0; values_ != 0;) {
    if (!next(number)) return false;
  }
  after = left_.left();
  return true;
}

}  // namespace dokumill::parquet
