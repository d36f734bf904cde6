// OrderKeys: the keys by which a job orders the records of a batch (engine/features/sort_keys.hpp).
//
// A malformed record has a key whose values are all unknown.
//
// Thread safety: an OrderKeys belongs to one worker. Memory: that of Features, and the keys of a
// batch.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "batch/stages/record_values.hpp"
#include "engine/features/sort_keys.hpp"

namespace dokumill::batch {

// How a job orders records: the option and what it says.
struct KeyOrder {
  std::string names = {};  // empty: the job needs no keys
  std::string label = {};
  features::SortKeys::Order order = features::SortKeys::Order::kAscending;

  // Failure: kUsage.
  Result<features::SortKeys> parse(const records::Detection& input) const {
    return features::SortKeys::parse(names, columns_of(input), label, order);
  }
};

// The keys of records, one after the other.
struct OrderKeyList {
  std::string text;
  std::vector<std::size_t> ends;

  std::string_view operator[](std::size_t record) const {
    const std::size_t begin = record == 0 ? 0 : ends[record - 1];
    return std::string_view(text).substr(begin, ends[record] - begin);
  }
  void clear() {
    text.clear();
    ends.clear();
  }
};

class OrderKeys {
 public:
  // REQUIRES: `order` can be parsed for the input.
  OrderKeys(const KeyOrder& order, const records::Detection& input,
            std::shared_ptr<MemberLog> members);

  bool reads_rows() const { return values_.reads_rows(); }
  // Makes the keys of a batch. Returns false if the job is being stopped.
  bool make(const ChunkTask& task, const records::RecordBatch& batch);
  std::string_view key(std::size_t record) const { return keys_[record]; }

 private:
  features::SortKeys sort_keys_;
  RecordValues values_;
  OrderKeyList keys_;
};

}  // namespace dokumill::batch
