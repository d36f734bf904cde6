#include "batch/jobs/sizes/sized_keys.hpp"

#include <array>

#include "base/text/format.hpp"
#include "engine/sizes/sized_canon.hpp"

namespace dokumill::batch {
namespace {

__extension__ using Wide = unsigned __int128;

// Cells of five bits each in a word of a larger board, of four bits up to 8x8.
constexpr int kCellsOfWord = 12;
constexpr int kExactCellsOfWord = 16;
constexpr std::size_t kMostWords = (kMostCells + kCellsOfWord - 1) / kCellsOfWord;
// For each word two halves of a random number, and for the sum itself.
constexpr std::size_t kSecrets = 2 * (kMostWords + 1);

// True if the packed cells fit into a key.
bool are_exact(Shape shape) {
  return shape.size() <= 8;
}

using Cells = std::array<std::uint8_t, kMostCells>;

Cells form_of(Shape shape, const std::uint8_t* cells) {
  Cells form;
  sizes::canonical_form(shape, cells, form.data());
  return form;
}

}  // namespace

SizedKeys::SizedKeys(Platform& platform, Shape shape) : shape_(shape) {
  if (are_exact(shape)) return;
  secrets_.resize(PackedCells().size() * kSecrets);
  for (std::uint64_t& secret : secrets_) secret = platform.secret_number();
}

RecordKey SizedKeys::key(const HashKey& hash_key, const std::uint8_t* cells) const {
  const bool is_exact = are_exact(shape_);
  const int cells_of_word = is_exact ? kExactCellsOfWord : kCellsOfWord;
  const int bits = is_exact ? 4 : 5;
  std::array<std::uint64_t, kMostWords> words{};
  for (int cell = 0; cell < shape_.cells(); ++cell) {
    std::uint64_t& word = words[static_cast<std::size_t>(cell / cells_of_word)];
    word |= std::uint64_t{cells[cell]} << (cell % cells_of_word * bits);
  }
  RecordKey key;
  for (std::size_t i = 0; i < key.packed.size(); ++i) {
    key.packed[i] = words[i];
    if (is_exact) continue;
    const std::uint64_t* secret = secrets_.data() + i * kSecrets;
    Wide sum = Wide{secret[1]} << 64 | secret[0];
    for (const std::uint64_t word : words) {
      secret += 2;
      sum += Wide{secret[0]} * word + (Wide{secret[1] * word} << 64);
    }
    key.packed[i] = static_cast<std::uint64_t>(sum >> 64);
  }
  key.hash = hash_key.hash(key.packed);
  return key;
}

RecordKey SizedKeys::form_key(const HashKey& hash_key, const std::uint8_t* cells) const {
  return key(hash_key, form_of(shape_, cells).data());
}

Status check_exchange(Shape shape) {
  if (are_exact(shape)) return {};
  return {ErrorCode::kUsage,
          format_text("the records are {}; in parts of a job, only those of up to 9x9 are compared",
                      name_of(shape)),
          "piece"};
}

Status check_forms(Shape shape, std::string_view option) {
  if (sizes::has_canonical_form(shape)) return {};
  return {ErrorCode::kUsage,
          format_text("the records are {}; equivalent ones are found in the sizes 4, 6, 8 and 9",
                      name_of(shape)),
          option};
}

bool goes_to_test(Shape shape, const std::uint8_t* cells, Share share, std::uint64_t seed) {
  return sizes::goes_to_test(shape, form_of(shape, cells).data(), share, seed);
}

}  // namespace dokumill::batch
