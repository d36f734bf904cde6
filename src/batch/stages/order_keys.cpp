#include "batch/stages/order_keys.hpp"

#include <utility>

namespace dokumill::batch {

OrderKeys::OrderKeys(const KeyOrder& order, const records::Detection& input,
                     std::shared_ptr<MemberLog> members)
    : sort_keys_(order.parse(input).value()),
      values_({sort_keys_.wanted(), {}, sort_keys_.columns()}, input, std::move(members)) {}

bool OrderKeys::make(const ChunkTask& task, const records::RecordBatch& batch) {
  values_.enter(task);
  keys_.clear();
  std::size_t faults = 0;
  for (std::size_t record = 0; record < batch.size; ++record) {
    constexpr std::size_t kPollEvery = 16;
    if (record % kPollEvery == 0 && task.should_stop()) return false;
    if (faults < batch.faults.size() && batch.faults[faults].record == record) {
      ++faults;
      sort_keys_.append_unknown(keys_.text);
    } else {
      values_.start(batch, record);
      sort_keys_.append(values_.features(), values_.field(), keys_.text);
      if (values_.features().is_stopped()) return false;
    }
    keys_.ends.push_back(keys_.text.size());
  }
  return true;
}

}  // namespace dokumill::batch
