// The texts of the records of a result, for the jobs whose folds choose, drop or order them. A text
// is opaque bytes here: it ends where the next one begins.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "batch/flow/chunk_result.hpp"

namespace dokumill::batch {

struct RecordTexts {
  std::vector<std::size_t> ends;  // of the text of each record

  // Ends the text of a record.
  void add(const ChunkResult& result) { ends.push_back(result.text_bytes); }
  void clear() { ends.clear(); }

  // Calls take(record, text, failure) for each record, in order, until it sets `failure`. `record`
  // counts from 0. The result keeps the texts for which take() returned true.
  template <class Take>
  Status keep(ChunkResult& result, const Take& take) const {
    char* const text = result.text.data();
    std::size_t begin = 0;
    std::size_t kept_bytes = 0;
    Status failure;
    for (std::size_t record = 0; record < ends.size(); ++record) {
      const std::size_t bytes = ends[record] - begin;
      const bool is_kept = take(record, std::string_view(text + begin, bytes), failure);
      if (!failure.ok()) return failure;
      if (is_kept) {
        if (kept_bytes != begin) std::memmove(text + kept_bytes, text + begin, bytes);
        kept_bytes += bytes;
      }
      begin = ends[record];
    }
    result.text_bytes = kept_bytes;
    return {};
  }
};

}  // namespace dokumill::batch
