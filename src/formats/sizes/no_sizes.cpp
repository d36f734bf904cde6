// Takes the place of the readers of other sizes in builds without them.
#include "formats/detect/detect.hpp"
#include "formats/reader.hpp"

namespace dokumill::records {

std::unique_ptr<RecordReader> make_sized_reader(const ReadOptions&) {
  return nullptr;
}

Result<std::optional<Detection>> detect_sized(std::string_view, bool, const DetectOptions&) {
  return Status(ErrorCode::kUnsupported, "this build reads puzzles of 9x9 only");
}

std::optional<Size> certain_size(std::string_view, bool) {
  return std::nullopt;
}

bool SizedText::read(std::string_view, int, std::uint8_t*, RecordError&) const {
  return false;
}

}  // namespace dokumill::records
