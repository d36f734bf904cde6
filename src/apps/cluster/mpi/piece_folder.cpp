#include "apps/cluster/mpi/piece_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "apps/cluster/mpi/output_locks.hpp"
#include "apps/cluster/pieces/parsed_report.hpp"
#include "base/platform/files/short_file.hpp"
#include "base/platform/output/output_file.hpp"
#include "base/platform/output/output_place.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::mpi {
namespace {

constexpr std::string_view kPieces = "pieces ";

// The size of the largest file that is read here. The description of a job has about a hundred
// bytes for each input.
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;

// Reads a file of the folder. Unlike InputFile, this works after a stop request, too: a process
// that was asked to stop still has to find out whether its piece is complete.
Result<std::string> text_of(Platform& platform, const std::string& path) {
  std::string text;
  const int failed = read_text(platform, path, kMaxTextBytes, text);
  if (failed == 0) return text;
  return Status(
      ErrorCode::kIo,
      printable(path) + ": " + (failed == -EFBIG ? "this file is too long" : error_text(failed)));
}

// The first line of `job`: "pieces 12", or with buckets "pieces 12 16 8127361".
std::string line_of(const Plan& plan) {
  if (plan.buckets == 0) return format_text("{}{}\n", kPieces, plan.pieces);
  return format_text("{}{} {} {}\n", kPieces, plan.pieces, plan.buckets, plan.seed);
}

// The plan in the first line of `text`.
std::optional<Plan> plan_of(std::string_view text) {
  if (!text.starts_with(kPieces)) return std::nullopt;
  Plan plan;
  const char* at = text.data() + kPieces.size();
  const char* const end = text.data() + text.size();
  for (std::uint64_t* const number : {&plan.pieces, &plan.buckets, &plan.seed}) {
    if (number != &plan.pieces) {
      if (at == end || *at != ' ') break;
      ++at;
    }
    const auto [next, error] = std::from_chars(at, end, *number);
    if (error != std::errc()) return std::nullopt;
    at = next;
  }
  if (at == end || *at != '\n') return std::nullopt;
  return plan;
}

// True for a file of batch::Exchange: "keys.12", "repeats.3".
bool is_of_exchange(std::string_view name) {
  return name.starts_with("keys.") || name.starts_with("repeats.");
}

// "results/a.csv.gz" -> ".csv.gz"
std::string ending_of(const std::string& path) {
  const std::size_t begin = path.rfind('/') + 1;
  const std::size_t dot = path.find('.', begin + 1);
  return dot == std::string::npos || begin >= path.size() ? ".out" : path.substr(dot);
}

}  // namespace

PieceFolder::PieceFolder(Platform& platform, const std::string& output,
                         const std::string& test_output, std::vector<std::string> written)
    : platform_(platform),
      written_(std::move(written)),
      path_(pieces_folder_of(output)),
      ending_(ending_of(output)),
      test_ending_(ending_of(test_output)) {}

std::string PieceFolder::output_of(std::uint64_t piece) const {
  return format_text("{}/{}{}", path_, piece, ending_);
}

std::string PieceFolder::test_output_of(std::uint64_t piece) const {
  return format_text("{}/{}.test{}", path_, piece, test_ending_);
}

std::string PieceFolder::report_of(std::uint64_t piece) const {
  return format_text("{}/{}.json", path_, piece);
}

Result<Plan> PieceFolder::open(const Plan& plan, const std::string& job, bool restart,
                               bool is_locked) {
  if (is_locked) remove_temporaries();  // without locks, another run may still write these files
  FileInfo info;
  if (platform_.info_at(job_path().c_str(), info) == 0) {
    const Result<std::string> text = text_of(platform_, job_path());
    if (!text.ok()) return text.status();
    const std::optional<Plan> before = plan_of(*text);
    const bool is_same = before && *text == line_of(*before) + job;
    if (is_same && !restart) return *before;
    if (!before) {
      return Status(ErrorCode::kUsage, printable(path_) +
                                           ": this is not a folder of pieces; remove it, or choose "
                                           "another output");
    }
    if (!restart) {
      return Status(ErrorCode::kUsage,
                    printable(path_) +
                        ": these are the pieces of another job, or its input has "
                        "changed; --restart discards them");
    }
    remove_files();
  }
  if (Status status = write_whole(platform_, job_path(), line_of(plan) + job); !status.ok())
    return status;
  return plan;
}

bool PieceFolder::has(std::uint64_t piece, std::uint64_t pieces) const {
  FileInfo info;
  if (platform_.info_at(report_of(piece).c_str(), info) != 0) return false;
  const Result<std::string> text = text_of(platform_, report_of(piece));
  if (!text.ok()) return false;
  const Result<merging::ParsedReport> report = merging::parse_report(*text);
  if (!report.ok()) return false;  // for example, the report of a failure
  if (report->piece.piece != Piece{piece, pieces}) return false;
  const auto is_there = [&](const std::string& path, const merging::PieceOutput& output) {
    return platform_.info_at(path.c_str(), info) == 0 && info.bytes == output.output_bytes;
  };
  return is_there(output_of(piece), merging::output_of(report->piece)) &&
         (!report->piece.test || is_there(test_output_of(piece), *report->piece.test));
}

void PieceFolder::forget(std::uint64_t piece) const {
  platform_.remove(report_of(piece).c_str());
  platform_.remove(output_of(piece).c_str());
  platform_.remove(test_output_of(piece).c_str());
}

void PieceFolder::remove_files() const {
  for (const std::string& name : names_in(path_)) {
    const bool is_of_piece =
        name.front() >= '0' && name.front() <= '9' &&
        (name.ends_with(".json") || name.ends_with(ending_) || name.ends_with(test_ending_));
    if (is_of_piece || is_of_exchange(name) || is_temporary(name) || name == "joining" ||
        name == "reports") {
      platform_.remove((path_ + "/" + name).c_str());
    }
  }
}

void PieceFolder::remember_temporary(const std::string& path) const {
  const Result<std::string> before = text_of(platform_, joining_path());
  static_cast<void>(
      write_whole(platform_, joining_path(), (before.ok() ? *before : "") + path + '\n'));
}

bool PieceFolder::is_temporary_of_output(const std::string& path) const {
  if (!path.ends_with(".tmp")) return false;
  for (const std::string& output : written_) {
    const Result<OutputPlace> place = find_place(platform_, output);
    if (!place.ok()) continue;
    const std::string prefix = temporary_prefix(place->path);
    if (path.starts_with(prefix) && path.find('/', prefix.size()) == std::string::npos) return true;
  }
  return false;
}

void PieceFolder::remove_temporaries() const {
  const Result<std::string> text = text_of(platform_, joining_path());
  if (!text.ok()) return;
  std::istringstream lines(*text);
  for (std::string path; std::getline(lines, path);) {
    if (is_temporary_of_output(path)) platform_.remove(path.c_str());
  }
  platform_.remove(joining_path().c_str());
}

void PieceFolder::remove_keys() const {
  for (const std::string& name : names_in(path_)) {
    if (name.starts_with("keys.")) platform_.remove((path_ + "/" + name).c_str());
  }
}

void PieceFolder::remove() const {
  remove_files();
  platform_.remove(
      job_path().c_str());  // last: in a folder without `job`, pieces count as foreign files
}

}  // namespace dokumill::mpi
