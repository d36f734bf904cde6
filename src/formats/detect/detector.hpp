// Finds the format of an input by judging its first lines, one after the other.
//
// detector.cpp judges lines, and detector_csv.cpp reads the first row of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/format.hpp"
#include "formats/detect/content_line.hpp"
#include "formats/detect/detect.hpp"
#include "formats/detect/header.hpp"

namespace dokumill::records {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// True if one of the fields is 81 cells.
bool has_cells(const Header& header);

// True for a row that may be a title: it counts up by one, or a digit stands in it twice.
bool may_be_title(const std::uint8_t (&values)[9]);

// A detector gives one result: call only one of the public functions, and only once. `options` must
// outlive the detector, which keeps a reference.
class Detector {
 public:
  Detector(std::string_view bytes, bool is_all, const DetectOptions& options)
      : bytes_(bytes),
        end_(bytes.data() + bytes.size()),
        is_all_(is_all),
        is_enough_(is_all || bytes.size() >= kDetectBytes),
        options_(options),
        columns_{options.column, options.solution_column} {
    if (bytes_.starts_with(kByteOrderMark)) detection_.data_begin = kByteOrderMark.size();
    if (options.delimiter) detection_.csv.separator = *options.delimiter;
  }

  using Found = Result<std::optional<Detection>>;

  Found found_line(std::uint32_t word);
  Found found_grid();
  Found found_jsonl();
  // Reads the first lines until one of them settles the format. If options.format is csv, the first
  // content line is the header. REQUIRES: options.format is nullopt or csv.
  Found judge_lines();
  // The failure that judge_lines() returned is final: the text is a table or no text.
  bool is_definite() const { return is_definite_; }
  // Reads the first row of a csv input without a header.
  Found judge_first_row();

 private:
  static Found more() { return std::optional<Detection>(); }
  // `option`: see Status.
  static Found refuse(std::string_view words, std::string_view option = {}) {
    return Status(ErrorCode::kInput, std::string(words), option);
  }
  Found refuse_at(std::uint64_t line, std::string_view words, std::string_view option = {}) const {
    return Status(ErrorCode::kInput, format_text(":{}: {}", line + 1, words), option);
  }

  // The separators to try, in this order.
  std::span<const char> separators() const {
    if (options_.delimiter) return {&*options_.delimiter, 1};
    return kSeparators;
  }
  // Finds the next content line from at_ on. Returns false if no content line follows, or if the
  // next content line cannot be judged without more bytes.
  bool next_line(ContentLine& line);
  bool is_header_comment(const ContentLine& line) const;
  Found judge(const ContentLine& line);
  // The result for a line that does not settle the format.
  Found nothing() {
    is_settled_ = false;
    return more();
  }
  // The result `found`, which is certain only if `is_certain`.
  static Found with_certainty(Found found, bool is_certain) {
    if (found.ok() && *found) (*found)->is_certain = is_certain;
    return found;
  }
  Found judge_first(const ContentLine& line);
  Found found_objects(const ContentLine& line);
  Found judge_second(const ContentLine& line);
  Found judge_first_record(const Header& header);
  enum class Next : std::uint8_t { kSeparator, kOther, kUnknown };
  Next after_board() const;
  Found judge_row(const ContentLine& line);
  void end_rows();
  Found judge_words(const ContentLine& line);
  Found judge_end();
  Found found_word();
  Found found_no_row();
  Status check_first_row(const Header& row, std::string_view what) const;
  Found found_csv(const Header& header);
  Result<CsvLayout> number_columns(Header& row) const;

  std::string_view bytes_;
  const char* end_;
  bool is_all_;
  bool is_enough_;
  const DetectOptions& options_;
  ColumnOptions columns_;

  Detection detection_;
  const char* at_ = nullptr;       // the byte after the line that was judged last
  std::uint64_t lines_ = 0;        // line ends before at_
  std::uint64_t line_number_ = 0;  // number of the current line, from 0
  int content_lines_ = 0;
  bool is_settled_ = true;  // the current line settles the format
  bool is_after_blank_ = false;
  // The first content line, which may be the header of a table or the title of a grid. first_ has
  // the fields of this line, once for each of separators().
  std::vector<Header> first_;
  ContentLine first_line_{};
  std::uint64_t first_number_ = 0;
  bool is_title_or_header_ = false;
  // The members from word_ to word_number_ describe one line: its first word is not 81 cells, but a
  // later word is. The content line after this line settles the format. word_ is the number of the
  // word that is 81 cells, from 1; 0: no such line was found.
  std::uint32_t word_ = 0;
  std::optional<std::size_t> word_begin_;  // begin of that line, if the first line names its words
  std::uint64_t word_lines_ = 0;           // line ends before word_begin_
  std::uint32_t other_word_ = 0;           // another word of that line that is 81 cells; 0: none
  bool is_odd_word_ = false;               // the word may be a ruler, or count from 0
  std::uint64_t word_number_ = 0;          // number of that line, from 0
  int rows_ = 0;                           // rows of nine cells in succession
  bool has_rows_ = false;
  const char* board_begin_ = nullptr;  // the first one
  bool has_header_row_ = false;        // only the first one may be a title
  bool is_definite_ = false;
  bool is_plain_grid_ = true;  // all lines so far are those of a strict grid
};

}  // namespace dokumill::records
