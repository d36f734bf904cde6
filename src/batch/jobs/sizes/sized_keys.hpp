// SizedKeys: the keys by which duplicates of records of another size than 9x9 are found.
//
// Up to 8x8, the packed cells are the key, so the comparison is exact. A larger board has more
// cells than a key has room for. Its key is five hashes of 64 bits, each with secret random numbers
// of its own, as that of HashKey. The keys of two different boards are equal with probability
// 2^-320, whoever made the boards, so a comparison is never wrong in practice. But the processes of
// a job in pieces have different secrets, so they cannot compare such boards.
//
// Thread safety: immutable. Memory: 2.5 KiB.
#pragma once

#include <cstdint>
#include <vector>

#include "base/platform/platform.hpp"
#include "batch/spill/hash_key.hpp"
#include "dokumill/canon.hpp"
#include "dokumill/sizes.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

class SizedKeys {
 public:
  SizedKeys(Platform& platform, Shape shape);

  RecordKey key(const HashKey& hash_key, const std::uint8_t* cells) const;
  // The key that all equivalent records have. REQUIRES: check_forms() is ok.
  RecordKey form_key(const HashKey& hash_key, const std::uint8_t* cells) const;

 private:
  Shape shape_;
  std::vector<std::uint64_t> secrets_;  // of larger boards
};

// kUsage if the processes of a job in pieces cannot compare records of this size.
Status check_exchange(Shape shape);
// kUsage if equivalent records of this size cannot be found. `option`: what asks for it.
Status check_forms(Shape shape, std::string_view option);
// As goes_to_test() of dokumill/canon.hpp. REQUIRES: check_forms() is ok.
bool goes_to_test(Shape shape, const std::uint8_t* cells, Share share, std::uint64_t seed);

}  // namespace dokumill::batch
