#include "mpi/piece_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "core/printable.hpp"
#include "merging/parsed_report.hpp"
#include "platform/output_file.hpp"

namespace dokumill::mpi {
namespace {

constexpr std::string_view kPieces = "pieces ";

// Reads a file also after a stop request.
Result<std::string> read_file(Platform& platform, const std::string& path) {
  const int fd = platform.open(path.c_str(), OpenMode::kRead, 0);
  if (fd < 0) return Status(ErrorCode::kIo, printable(path) + ": " + error_text(fd));
  std::string text;
  char buffer[4096];
  std::int64_t got = 0;
  while ((got = platform.read_at(fd, buffer, sizeof buffer, text.size())) > 0 || got == -EINTR) {
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  }
  platform.close(fd);
  if (got < 0) return Status(ErrorCode::kIo, printable(path) + ": " + error_text(got));
  return text;
}

// "pieces 12\n..." -> 12
std::optional<std::uint64_t> pieces_of(std::string_view text) {
  if (!text.starts_with(kPieces)) return std::nullopt;
  std::uint64_t pieces = 0;
  const char* const begin = text.data() + kPieces.size();
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), pieces);
  if (error != std::errc() || end == text.data() + text.size() || *end != '\n') return std::nullopt;
  return pieces;
}

}  // namespace

PieceFolder::PieceFolder(Platform& platform, const std::string& output) : platform_(platform) {
  const std::size_t slash = output.rfind('/');
  const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
  path_ = output.substr(0, begin) + "." + output.substr(begin) + ".pieces";
  const std::size_t dot = output.find('.', begin + 1);
  if (dot != std::string::npos && begin < output.size()) ending_ = output.substr(dot);
}

std::string PieceFolder::output_of(std::uint64_t piece) const {
  return fmt::format("{}/{}{}", path_, piece, ending_);
}

std::string PieceFolder::report_of(std::uint64_t piece) const {
  return fmt::format("{}/{}.json", path_, piece);
}

Status PieceFolder::write(const std::string& path, const std::string& text) const {
  Result<OutputFile> file = OutputFile::open(platform_, path, {});
  if (!file.ok()) return file.status();
  if (Status status = file->write(text); !status.ok()) return status;
  return file->commit();
}

Result<std::uint64_t> PieceFolder::open(std::uint64_t pieces, const std::string& job,
                                        bool restart) {
  constexpr unsigned kFolderRights = 0777;
  const int made = platform_.make_folder(path_.c_str(), kFolderRights);
  if (made < 0 && made != -EEXIST) {
    return Status(ErrorCode::kIo, printable(path_) + ": " + error_text(made));
  }
  if (made == -EEXIST && platform_.is_empty_folder(path_.c_str()) != 1) {
    const Result<std::string> text = read_file(platform_, job_path());
    const std::optional<std::uint64_t> before = text.ok() ? pieces_of(*text) : std::nullopt;
    if (!before) {
      return Status(ErrorCode::kUsage, printable(path_) +
                                           ": this is not a folder of pieces; remove it, or choose "
                                           "another output");
    }
    if (!restart && *text == fmt::format("{}{}\n{}", kPieces, *before, job)) return *before;
    if (!restart) {
      return Status(ErrorCode::kUsage,
                    printable(path_) +
                        ": these are the pieces of another job, or its input has "
                        "changed; --restart discards them");
    }
    remove_files();
  }
  if (Status status = write(job_path(), fmt::format("{}{}\n{}", kPieces, pieces, job));
      !status.ok()) {
    return status;
  }
  return pieces;
}

bool PieceFolder::has(std::uint64_t piece, std::uint64_t pieces) const {
  FileInfo info;
  if (platform_.info_at(report_of(piece).c_str(), info) != 0) return false;
  const Result<std::string> text = read_file(platform_, report_of(piece));
  if (!text.ok()) return false;
  const Result<merging::ParsedReport> report = merging::parse_report(*text);
  if (!report.ok()) return false;  // of a failure, for example
  if (report->piece.number != piece || report->piece.count != pieces) return false;
  const bool is_there = platform_.info_at(output_of(piece).c_str(), info) == 0;
  return is_there && info.bytes == report->piece.output_bytes;
}

Result<std::string> PieceFolder::list_reports(std::uint64_t pieces) const {
  std::string text;
  for (std::uint64_t piece = 1; piece <= pieces; ++piece) text += report_of(piece) + '\n';
  const std::string path = path_ + "/reports";
  if (Status status = write(path, text); !status.ok()) return status;
  return path;
}

void PieceFolder::forget(std::uint64_t piece) const {
  platform_.remove(report_of(piece).c_str());
  platform_.remove(output_of(piece).c_str());
}

void PieceFolder::remove_files() const {
  std::error_code failed;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(path_, failed), end; at != end && !failed;
       at.increment(failed)) {
    names.push_back(at->path().filename().string());
  }
  for (const std::string& name : names) {
    const bool is_of_piece = name.front() >= '0' && name.front() <= '9' &&
                             (name.ends_with(".json") || name.ends_with(ending_));
    const bool is_temporary = name.front() == '.' && name.ends_with(".tmp");
    if (is_of_piece || is_temporary || name == "reports") {
      platform_.remove((path_ + "/" + name).c_str());
    }
  }
}

void PieceFolder::remove() const {
  remove_files();
  platform_.remove(job_path().c_str());  // the last, because without it the rest is not trusted
  platform_.remove_folder(path_.c_str());
}

}  // namespace dokumill::mpi
