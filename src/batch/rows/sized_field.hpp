// SizedField: a field with the cells of a record of another size than 9x9, as text.
//
// Memory: the text of one board.
#pragma once

#include <vector>

#include "batch/rows/field.hpp"
#include "batch/rows/output_plan.hpp"
#include "formats/sizes/sized_text.hpp"

namespace dokumill::batch {

class SizedField {
 public:
  // REQUIRES: plan.sized is set.
  explicit SizedField(const OutputPlan& plan)
      : text_(*plan.sized),
        empty_cell_(text_.is_empty_cell(plan.sized_empty_cell) ? plan.sized_empty_cell
                                                               : text_.empty_cell()),
        buffer_(text_.most_bytes()) {}

  const records::SizedText& text() const { return text_; }
  std::size_t cells() const { return static_cast<std::size_t>(text_.shape.cells()); }
  char empty_cell() const { return empty_cell_; }

  // The cells as text, until the next call. `cells` is nullptr for a malformed record.
  std::string_view print(const std::uint8_t* cells) {
    char* const begin = buffer_.data();
    char* const end =
        cells != nullptr ? text_.write(cells, empty_cell_, begin) : text_.write_malformed(begin);
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  Field operator()(const std::uint8_t* cells) {
    return {.kind = Field::Kind::kWord, .text = print(cells)};
  }

 private:
  records::SizedText text_;
  char empty_cell_;
  std::vector<char> buffer_;
};

}  // namespace dokumill::batch
