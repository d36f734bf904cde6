// What check() has for a result: the totals that ChunkResult::outcomes does not have, and the keys
// of the records.
#pragma once

#include <cstdint>

#include "batch/spill/duplicates.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::batch {

struct CheckPart {
  std::uint64_t minimal = 0;
  GivenSolutions solutions;
  RecordKeys keys;  // only if duplicates are counted

  void clear() {
    minimal = 0;
    solutions = {};
    keys.clear();
  }
};

}  // namespace dokumill::batch
