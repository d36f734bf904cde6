#include "apps/cluster/pieces/piece_set.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/platform/files/input_file.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "base/text/printable.hpp"

namespace dokumill::merging {
namespace {

std::string report_name(const std::string& path) {
  return printable_path(path, "<stdin>");
}

// Returns a message with the numbers from 1 to `count` that no piece has, for example "piece 3 of
// 12 is missing", or "pieces 3, 5 to 9 and 11 of 12 are missing". Returns "" if no piece is
// missing. REQUIRES: `pieces` is sorted by number.
std::string missing_pieces(const std::vector<JobPiece>& pieces, std::uint64_t count) {
  constexpr std::size_t kMaxRuns = 20;
  std::vector<std::string> runs;
  std::uint64_t missing = 0;
  std::uint64_t last = 0;  // the number of the previous piece
  const auto note_gap = [&](std::uint64_t next) {
    const std::uint64_t gap = next - last - 1;
    if (gap == 0) return;
    missing += gap;
    if (runs.size() > kMaxRuns) return;
    if (gap > 2) {
      runs.push_back(format_text("{} to {}", last + 1, next - 1));
      return;
    }
    runs.push_back(to_text(last + 1));
    if (gap == 2) runs.push_back(to_text(last + 2));
  };
  for (const JobPiece& piece : pieces) {
    note_gap(piece.number());
    last = piece.number();
  }
  if (last != count) note_gap(count + 1);  // if count + 1 wraps to 0, `gap` is still right
  if (missing == 0) return {};
  if (runs.size() > kMaxRuns) runs.back() = "more";
  std::string text = format_text("piece{} {}", missing == 1 ? "" : "s", runs.front());
  for (std::size_t i = 1; i < runs.size(); ++i) {
    text += format_text("{}{}", i + 1 < runs.size() ? ", " : " and ", runs[i]);
  }
  return format_text("{} of {} {} missing", text, count, missing == 1 ? "is" : "are");
}

// What is equal in the reports of all pieces of a job, with the names that messages use.
using Members = std::array<std::pair<std::string_view, std::string>, 6>;
Members members_of(const ParsedReport& report) {
  const PieceReport& piece = report.piece;
  return {{
      {"the command", report.command},
      {"the number of pieces", to_text(piece.piece.count)},
      {"the unit", unit_of(piece)},
      {"the output format", name_of_output(piece)},
      {"the compression", std::string(name_of(piece.output_compression))},
      {"the number of inputs", to_text(common_part(report.report).inputs.size())},
  }};
}

}  // namespace

std::string beside_report(const std::string& report_path, const std::string& path) {
  const std::string folder = report_path.substr(0, report_path.rfind('/') + 1);
  return folder.empty() || path.starts_with('/') ? "" : folder + path;
}

Status PieceSet::check_same_job(const std::string& report_path, const ParsedReport& report) const {
  const std::string difference =
      format_text("{}: this piece is of another job than {}: ", report_name(report_path),
                  report_name(pieces_.front().report_path));
  const Members own = members_of(report);
  const Members first = members_of(*first_);
  const auto [here, there] = std::ranges::mismatch(own, first);
  if (here != own.end()) {
    return {ErrorCode::kInput, format_text("{}{} is {} instead of {}", difference, here->first,
                                           here->second, there->second)};
  }
  if (report.piece.job == common().job) return {};
  return {ErrorCode::kInput,
          format_text("{}the options or the content of the input differ (job {} and {})",
                      difference, report.piece.job, common().job)};
}

Status PieceSet::add(const std::string& report_path, const ParsedReport& report) {
  const std::uint64_t number = report.piece.piece.number;
  if (first_) {
    if (Status status = check_same_job(report_path, report); !status.ok()) return status;
    if (Status status = add_report(report.report, first_->report); !status.ok()) {
      return {status.code(), format_text("{}: {}", report_name(report_path), status.message())};
    }
    // Machines may know the inputs by different names. The sum gets the names that the piece with
    // the lowest number has.
    if (number < lowest_) {
      const JobReport& own = common_part(report.report);
      JobReport& sum = common_part(first_->report);
      sum.input_path = own.input_path;
      sum.input_name = own.input_name;
      for (std::size_t i = 0; i < sum.inputs.size(); ++i) {
        sum.inputs[i].path = own.inputs[i].path;
        sum.inputs[i].name = own.inputs[i].name;
      }
    }
    lowest_ = std::min(lowest_, number);
  } else {
    first_ = report;
    lowest_ = number;
  }
  pieces_.push_back({report.piece, report_path, common_part(report.report).records});
  return {};
}

Status PieceSet::check_numbers() const {
  const auto twice = std::ranges::adjacent_find(pieces_, {}, &JobPiece::number);
  if (twice != pieces_.end()) {
    return {ErrorCode::kInput,
            format_text("piece {} of {} is there twice: {} and {}", twice->number(),
                        common().piece.count, report_name(twice->report_path),
                        report_name((twice + 1)->report_path))};
  }
  std::string missing = missing_pieces(pieces_, common().piece.count);
  if (missing.empty()) return {};
  return {ErrorCode::kInput, std::move(missing)};
}

Status PieceSet::check_chain() const {
  std::uint64_t end = 0;
  for (const JobPiece& piece : pieces_) {
    if (piece.begin != end) {
      const std::string before = piece.number() == 1
                                     ? "the first one begins at 0"
                                     : format_text("piece {} ends at {}", piece.number() - 1, end);
      return {ErrorCode::kInput,
              format_text("{}: piece {} begins at {} ({}), and {}", report_name(piece.report_path),
                          piece.number(), piece.begin, unit_of(common()), before)};
    }
    end = piece.end;
  }
  return {};
}

Status PieceSet::complete() {
  std::ranges::sort(pieces_, {}, &JobPiece::number);
  if (Status status = check_numbers(); !status.ok()) return status;
  return check_chain();
}

}  // namespace dokumill::merging
