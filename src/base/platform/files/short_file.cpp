#include "base/platform/files/short_file.hpp"

#include <cerrno>

#include "base/platform/after_interrupts.hpp"
#include "base/platform/files/input_file.hpp"
#include "base/platform/files/open_file.hpp"
#include "base/text/format.hpp"

namespace dokumill {

Status read_short_file(Platform& platform, const ShortFile& file, std::string& text) {
  Result<InputFile> input = InputFile::open(platform, file.path, Mapping::kForbidden);
  if (!input.ok()) return input.status();
  constexpr std::size_t kStep = std::size_t{1} << 16;
  constexpr int kWaitMs = 200;
  text.clear();
  for (;;) {
    const std::size_t filled = text.size();
    text.resize(filled + kStep);
    const auto read = input->read(text.data() + filled, kStep, kWaitMs);
    if (!read.ok()) return read.status();
    text.resize(filled + (read->kind == InputFile::Read::kBytes ? read->bytes : 0));
    const bool is_stopped = read->kind == InputFile::Read::kStopped;
    if (is_stopped || (file.should_stop && file.should_stop())) {
      return {ErrorCode::kInterrupted, "interrupted"};
    }
    if (text.size() > file.most_bytes) {
      return {ErrorCode::kInput, format_text("{}: {}", input->name(), file.too_long)};
    }
    if (read->kind == InputFile::Read::kEnd) return {};
  }
}

int read_text(Platform& platform, const std::string& path, std::size_t most_bytes,
              std::string& text) {
  const OpenFile file(platform, path, OpenMode::kRead);
  if (!file.is_open()) return file.fd();
  for (;;) {
    char block[4096];
    const std::int64_t got =
        after_interrupts([&] { return platform.read(file.fd(), block, sizeof block); });
    if (got <= 0) return static_cast<int>(got);
    text.append(block, static_cast<std::size_t>(got));
    if (text.size() > most_bytes) return -EFBIG;
  }
}

}  // namespace dokumill
