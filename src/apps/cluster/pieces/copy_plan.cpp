#include "apps/cluster/pieces/copy_plan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/platform/files/input_file.hpp"
#include "base/platform/files/open_file.hpp"
#include "base/text/format.hpp"

namespace dokumill::merging {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

Status file_failure(ErrorCode code, const std::string& path, std::int64_t error) {
  return {code, printable_path(path, "-") + ": " + error_text(error)};
}

// Reads the bytes that belong in the destination: the header of the plan, the bytes of each part
// from the file of this part, and the end of the plan. Keeps at most one file open.
class PartReader {
 public:
  PartReader(Platform& platform, const CopyPlan& plan) : platform_(platform), plan_(plan) {}

  // Reads the bytes for the range [at, at + bytes) of the destination. REQUIRES: at + bytes is at
  // most plan.bytes.
  Status read(char* buffer, std::size_t bytes, std::uint64_t at) {
    if (at < plan_.header.size()) {
      const std::size_t taken = plan_.header.copy(buffer, bytes, static_cast<std::size_t>(at));
      buffer += taken;
      bytes -= taken;
      at += taken;
    }
    const std::uint64_t end = plan_.bytes - plan_.end.size();
    while (bytes != 0) {
      if (at >= end) {
        plan_.end.copy(buffer, bytes, static_cast<std::size_t>(at - end));
        return {};
      }
      if (Status status = open_part_of(at); !status.ok()) return status;
      const CopyPlan::Part& part = plan_.parts[index_];
      const std::uint64_t within = at - part.offset;
      const auto wanted =
          static_cast<std::size_t>(std::min<std::uint64_t>(bytes, part.bytes - within));
      const std::int64_t got = file_.read_at(buffer, wanted, part.skipped + within);
      if (got < 0) return file_failure(ErrorCode::kInput, part.path, got);
      if (got < static_cast<std::int64_t>(wanted)) {
        return {ErrorCode::kInput, printable_path(part.path, "-") +
                                       ": this output of a piece became shorter while it was read"};
      }
      buffer += wanted;
      bytes -= wanted;
      at += wanted;
    }
    return {};
  }

 private:
  Status open_part_of(std::uint64_t at) {
    const auto is_in = [at](const CopyPlan::Part& part) {
      return part.offset <= at && at - part.offset < part.bytes;
    };
    if (file_.is_open() && is_in(plan_.parts[index_])) return {};
    file_.close();
    const auto after = std::ranges::upper_bound(plan_.parts, at, {}, &CopyPlan::Part::offset);
    index_ = static_cast<std::size_t>(after - plan_.parts.begin()) - 1;
    const std::string& path = plan_.parts[index_].path;
    file_ = OpenFile(platform_, path, OpenMode::kRead);
    return file_.is_open() ? Status() : file_failure(ErrorCode::kInput, path, file_.fd());
  }

  Platform& platform_;
  const CopyPlan& plan_;
  std::size_t index_ = 0;
  OpenFile file_;
};

Status copy_bytes(Platform& platform, const CopyPlan& plan, const OpenFile& file,
                  std::uint64_t begin, std::uint64_t end,
                  const std::function<bool()>& should_stop) {
  PartReader reader(platform, plan);
  std::vector<char> buffer(kBlockBytes);
  while (begin < end) {
    if (should_stop()) return {ErrorCode::kInterrupted, "interrupted: the pieces are not merged"};
    const auto bytes =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), end - begin));
    if (Status status = reader.read(buffer.data(), bytes, begin); !status.ok()) return status;
    const int failed = file.write_at({buffer.data(), bytes}, begin);
    if (failed < 0) return file_failure(ErrorCode::kIo, plan.destination, failed);
    begin += bytes;
  }
  return {};
}

OpenFile open_destination(Platform& platform, const CopyPlan& plan) {
  return {platform, plan.destination, OpenMode::kWriteInPlace};
}

// Appends the length and the bytes: "9:any bytes".
void add_text(std::string& text, std::string_view added) {
  text += format_text("{}:{}", added.size(), added);
}

// Reads the numbers and texts of CopyPlan::text(), one after the other.
class TextReader {
 public:
  explicit TextReader(const std::string& text) : at_(text.c_str()) {}
  // Reads a number, and skips the byte after it.
  std::uint64_t number() {
    char* end = nullptr;
    const std::uint64_t value = std::strtoull(at_, &end, 10);
    at_ = end + 1;
    return value;
  }
  std::string text() {
    const auto bytes = static_cast<std::size_t>(number());
    std::string value(at_, bytes);
    at_ += bytes;
    return value;
  }

 private:
  const char* at_;
};

}  // namespace

void CopyPlan::divide(std::uint64_t processes) {
  constexpr std::uint64_t kPerProcess = 8;
  const std::uint64_t units = bytes / (processes * kPerProcess) / kRangeUnit;
  range_bytes = std::clamp<std::uint64_t>(units, 1, kMaxRangeBytes / kRangeUnit) * kRangeUnit;
}

std::string CopyPlan::text() const {
  std::string text = format_text("{} {} {:d} {} ", bytes, range_bytes, sync, parts.size());
  add_text(text, destination);
  add_text(text, header);
  add_text(text, end);
  for (const Part& part : parts) {
    text += format_text("{} {} {} ", part.skipped, part.bytes, part.offset);
    add_text(text, part.path);
  }
  return text;
}

CopyPlan CopyPlan::of_text(const std::string& text) {
  TextReader reader(text);
  CopyPlan plan;
  plan.bytes = reader.number();
  plan.range_bytes = reader.number();
  plan.sync = reader.number() != 0;
  plan.parts.resize(static_cast<std::size_t>(reader.number()));
  plan.destination = reader.text();
  plan.header = reader.text();
  plan.end = reader.text();
  for (Part& part : plan.parts) {
    part.skipped = reader.number();
    part.bytes = reader.number();
    part.offset = reader.number();
    part.path = reader.text();
  }
  return plan;
}

bool can_copy(Platform& platform, const CopyPlan& plan) {
  const OpenFile file = open_destination(platform, plan);
  if (!file.is_open()) return false;
  FileInfo info;
  const int failed = platform.info(file.fd(), info);
  return failed == 0 && info.is_regular && info.bytes == plan.bytes;
}

Status copy_range(Platform& platform, const CopyPlan& plan, std::uint64_t number,
                  const std::function<bool()>& should_stop) {
  OpenFile file = open_destination(platform, plan);
  const auto failure = [&plan](std::int64_t error) {
    return file_failure(ErrorCode::kIo, plan.destination, error);
  };
  if (!file.is_open()) return failure(file.fd());
  const std::uint64_t begin = (number - 1) * plan.range_bytes;
  const std::uint64_t end = std::min(begin + plan.range_bytes, plan.bytes);
  Status status = copy_bytes(platform, plan, file, begin, end, should_stop);
  if (!status.ok()) return status;
  if (plan.sync) {
    const int failed = platform.sync(file.fd());
    if (failed < 0) return failure(failed);
  }
  // A network file system may report only in close() that bytes could not be written.
  const int failed = file.close();
  return failed < 0 ? failure(failed) : Status();
}

}  // namespace dokumill::merging
