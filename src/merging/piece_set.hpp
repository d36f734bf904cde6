// PieceSet: the pieces of one job, from reports that are added in any order.
//
// Thread safety: one thread at a time. Memory: about 400 bytes for each piece, and one report.
// Failure: kInput, with the names of the reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dokumill/status.hpp"
#include "merging/parsed_report.hpp"

namespace dokumill::merging {

// A piece, without the counts of its report.
struct JobPiece {
  std::string report_path;  // "-": standard input
  std::uint64_t number = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t records = 0;
  PieceOutput output;
  std::optional<PieceOutput> test;  // as in PieceMember
};

class PieceSet {
 public:
  // Failure if the report is not of the same job as the earlier ones; the message says what
  // differs.
  Status add(const std::string& report_path, const ParsedReport& report);
  // Checks that every piece of the job is there once, and that each begins where the previous one
  // ends. Call it after the last add(); then pieces() is in order.
  Status complete();

  const std::vector<JobPiece>& pieces() const { return pieces_; }
  // What all pieces have in common. REQUIRES: add() succeeded.
  const std::string& command() const { return first_->command; }
  const PieceMember& common() const { return first_->piece; }
  // The sum of the reports.
  AnyReport& sum() { return first_->report; }

 private:
  Status check_same_job(const std::string& report_path, const ParsedReport& report) const;
  Status check_numbers() const;
  Status check_chain() const;

  std::vector<JobPiece> pieces_;
  std::optional<ParsedReport> first_;  // the first report that was added; its counts are the sum
  std::uint64_t lowest_ = 0;           // the number of the piece whose inputs are named
};

}  // namespace dokumill::merging
