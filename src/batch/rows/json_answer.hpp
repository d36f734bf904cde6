// JsonAnswer: writes JSON objects as they were read, with the members that a job adds. If the
// object already has a member with the same name, this member gets the new value. Otherwise the new
// member is added at the end.
//
// Thread safety: one thread at a time. Memory: the positions of the members in one object.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/flow/chunk_result.hpp"
#include "records/row_cells.hpp"

namespace dokumill::batch {

class JsonAnswer {
 public:
  // `puzzle`: the name of the member with the puzzle. `names`: the names of the members that are
  // added. REQUIRES: no name is equal to `puzzle`.
  JsonAnswer(const std::string& puzzle, std::span<const std::string> names)
      : values_(names.size() + 1), row_(all_names(puzzle, names)) {}

  // Appends an object to the text of the result. `values`: a JSON value for each name. `row`: the
  // text of the object; empty if the line was not an object. If `row` is empty, the puzzle is
  // written, too.
  void print(ChunkResult& result, const Grid& puzzle, std::string_view row,
             std::span<const std::string_view> values) {
    row_.start(row);
    values_[0] = row.empty() ? quoted_puzzle_.quote(puzzle) : std::string_view();
    for (std::size_t i = 0; i < values.size(); ++i) values_[i + 1] = values[i];
    char* const begin = result.reserve(row_.max_bytes(values_, records::Missing::kAppend));
    char* const end = row_.print(values_, records::Missing::kAppend, begin);
    result.text_bytes += static_cast<std::size_t>(end - begin);
  }

 private:
  static std::vector<std::string> all_names(const std::string& puzzle,
                                            std::span<const std::string> names) {
    std::vector<std::string> all{puzzle};
    all.insert(all.end(), names.begin(), names.end());
    return all;
  }

  records::QuotedCells quoted_puzzle_;
  std::vector<std::string_view> values_;
  records::JsonRow row_;
};

}  // namespace dokumill::batch
