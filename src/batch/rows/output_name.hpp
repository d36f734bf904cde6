// OutputName: what the end of the output's name says: report.csv and report.csv.gz are csv, and
// list.txt.bz2 is rejected, because no job writes such files. The name is taken apart once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/batch.hpp"
#include "formats/detect/detect.hpp"

namespace dokumill::batch {

// Whether a job can write tab-separated values: never, or only if its input is tab-separated.
enum class Tabs : std::uint8_t { kNever, kAsTheInput };

class OutputName {
 public:
  explicit OutputName(const std::string& path);

  // True for names of tab-separated values (.tsv, .tab).
  bool has_tabs() const;
  // True for names of lists of puzzles, one per line and nothing else (.sdm).
  bool has_puzzles() const;
  // The name as messages show it.
  const std::string& shown() const { return shown_; }
  // The name with another ending, as an example for messages: x.csv for x.xlsx.gz.
  std::string with_ending(std::string_view ending) const;

  // kUsage if the end of the name stands for a compression or a format that no job writes. Plain
  // text under such a name would mislead the programs that read it.
  Status check() const;
  // The format of the output: `wanted` if it is set, else the format of the name, else nullopt.
  // kUsage as in check(); if neither `wanted` nor the name is a format, and the name ends in an
  // unknown word (.foo), because its readers expect a format of this name; and if `wanted` is not
  // the format of a name that is strict (.json, .sdm and the formats of other programs: their
  // readers expect nothing else). With Tabs::kNever, kUsage also if the name is that of
  // tab-separated values and `wanted` is not set.
  // REQUIRES for Tabs::kAsTheInput: the caller calls check_tabs() when the input is open.
  Result<std::optional<TextFormat>> format(std::optional<TextFormat> wanted,
                                           Tabs tabs = Tabs::kNever) const;
  // As check(), for a job that writes plain text. kUsage also if the name ends in an unknown word,
  // or selects a format other than csv, or is that of a list of puzzles (.sdm).
  Status check_text() const;
  // kUsage if the name is that of tab-separated values, `wanted` is not set, and the input is not a
  // tab-separated table.
  Status check_tabs(std::optional<TextFormat> wanted, const records::Detection& input) const;

 private:
  Status refused(std::string_view what) const;
  Status no_tabs() const;
  // Refuses an ending that is a word of which nothing is known.
  Status check_word() const;

  std::string shown_;
  std::string ending_;                  // in lower case, without that of the compression
  std::string stem_;                    // the name up to its ending
  std::string_view other_compression_;  // of this ending
  std::optional<TextFormat> format_;    // of this ending
};

}  // namespace dokumill::batch
