#include "batch/spill/spill.hpp"

#include <algorithm>
#include <cstring>

namespace dokumill::batch {

Status Spill::append(SpillStream& stream, std::string_view bytes) {
  stream.buffer.reserve(block_bytes_);
  while (!bytes.empty()) {
    const std::size_t room = block_bytes_ - stream.buffer.size();
    const std::string_view now = bytes.substr(0, room);
    stream.buffer.insert(stream.buffer.end(), now.begin(), now.end());
    bytes.remove_prefix(now.size());
    stream.bytes += now.size();
    if (stream.buffer.size() < block_bytes_) continue;
    if (Status status = flush(stream); !status.ok()) return status;
  }
  return {};
}

Status Spill::close(SpillStream& stream) {
  if (!stream.buffer.empty()) {
    if (Status status = flush(stream); !status.ok()) return status;
  }
  stream.buffer = {};
  return {};
}

Status Spill::flush(SpillStream& stream) {
  stream.blocks.push_back(file_.bytes());
  Status status = file_.append({stream.buffer.data(), stream.buffer.size()});
  stream.buffer.clear();
  return status;
}

Status SpillReader::read(void* to, std::size_t bytes) {
  const std::size_t block_bytes = spill_.block_bytes_;
  char* out = static_cast<char*>(to);
  while (bytes != 0) {
    const auto at = static_cast<std::size_t>(taken_ % block_bytes);
    if (at == 0) {
      block_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, left())));
      const std::uint64_t offset = stream_.blocks[static_cast<std::size_t>(taken_ / block_bytes)];
      Status status = spill_.file_.read(block_.data(), block_.size(), offset);
      if (!status.ok()) return status;
    }
    const std::size_t now = std::min(bytes, block_.size() - at);
    std::memcpy(out, block_.data() + at, now);
    out += now;
    bytes -= now;
    taken_ += now;
  }
  return {};
}

}  // namespace dokumill::batch
