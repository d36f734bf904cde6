// Finds a column, or a member of objects, that has boards, probably the solutions of the puzzles,
// but has no known name and was not named. Used by the jobs canonize() and augment(), which map
// puzzles: such solutions do not belong to the new puzzles.
//
// Thread safety: as a count of a job.
#pragma once

#include <string>

namespace dokumill::batch {

struct UnmappedColumn {
  std::string name;  // of the first such column; empty: none was found

  UnmappedColumn& operator+=(const UnmappedColumn& later) {
    if (name.empty()) name = later.name;
    return *this;
  }
};

}  // namespace dokumill::batch
