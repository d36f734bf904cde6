// PieceSet: the pieces of one job. Call add() with the report of each piece, in any order.
//
// Memory: about 400 bytes for each piece, and one report.
// Failure: kInput, with the names of the reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cluster/pieces/parsed_report.hpp"
#include "dokumill/status.hpp"

namespace dokumill::merging {

// A piece. Of the counts in the report of the piece, only `records` is kept.
struct JobPiece : PieceReport {
  std::string report_path;  // "-": standard input
  std::uint64_t records = 0;

  std::uint64_t number() const { return piece.number; }
};

// The second place where the output `path` of a piece may be: in the folder of its report. Empty if
// there is no second place.
std::string beside_report(const std::string& report_path, const std::string& path);

class PieceSet {
 public:
  // Fails if this report is not of the same job as the earlier reports. The message states what
  // differs.
  Status add(const std::string& report_path, const ParsedReport& report);
  // Checks that every piece of the job was added once, and that each piece begins where the
  // previous piece ends. Call complete() after the last add(). It also sorts pieces() by number.
  Status complete();

  const std::vector<JobPiece>& pieces() const { return pieces_; }
  // The command, and the values that are equal in all pieces: the number of pieces, unit, job,
  // format and compression. The other members of common() are those of the piece that was added
  // first. REQUIRES: add() succeeded at least once.
  const std::string& command() const { return first_->command; }
  const PieceReport& common() const { return first_->piece; }
  // The sum of the reports.
  AnyReport& sum() { return first_->report; }

 private:
  Status check_same_job(const std::string& report_path, const ParsedReport& report) const;
  Status check_numbers() const;
  Status check_chain() const;

  std::vector<JobPiece> pieces_;
  std::optional<ParsedReport> first_;  // the first report; further reports are added to its counts
  // The lowest number of a piece so far. The sum has the names of the inputs from this piece.
  std::uint64_t lowest_ = 0;
};

}  // namespace dokumill::merging
