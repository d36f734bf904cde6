#include "batch/spill/record_log.hpp"

#include <cstring>
#include <string>

namespace dokumill::batch {

Status RecordLog::add(std::uint64_t number, std::string_view text) {
  const TextHeader header{number, static_cast<std::uint32_t>(text.size())};
  if (Status status = spill_.append(stream_, bytes_of(header)); !status.ok()) return status;
  return spill_.append(stream_, text);
}

Status RecordLog::read(
    const std::function<Status(std::uint64_t number, std::string_view text)>& take) {
  // Texts that fit into the first block are not written to a file.
  const bool is_in_memory = stream_.blocks.empty();
  if (!is_in_memory) {
    if (Status status = spill_.close(stream_); !status.ok()) return status;
  }
  SpillReader reader(spill_, stream_);
  const auto fetch = [&](void* to, std::size_t bytes) -> Status {
    if (is_in_memory) {
      std::memcpy(to, stream_.buffer.data() + done_, bytes);
    } else if (Status status = reader.read(to, bytes); !status.ok()) {
      return status;
    }
    done_ += bytes;
    return {};
  };
  std::string text;
  while (done_ < stream_.bytes) {
    TextHeader header{};
    if (Status status = fetch(&header, sizeof header); !status.ok()) return status;
    text.resize(header.text_bytes);
    if (Status status = fetch(text.data(), text.size()); !status.ok()) return status;
    if (Status status = take(header.number, text); !status.ok()) return status;
  }
  return {};
}

}  // namespace dokumill::batch
