// ChatTemplate: prints a line of JSON for a puzzle from a template, for programs that train
// language models.
//
// The template is the JSON object of a line, with placeholders such as {rows}. Inside of a string,
// a placeholder becomes text with the escapes of JSON. Outside, it becomes a value: a number, a
// string, or lists. Blanks outside of strings are left out, so that each object is one line.
// docs/datasets.md has the placeholders.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/explainer.hpp"
#include "dokumill/many.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

// ExportItem: what a row of an exported data set is printed from, and the order in which its cells
// are filled.
struct ExportItem {
  const Grid& puzzle;
  const Grid& solution;
  const Trace* trace = nullptr;  // nullptr if the layout needs none
  std::uint64_t record = 0;      // the number of the record, from 1
  std::uint64_t image = 0;       // the number of the image, from 1; 0: the puzzle itself
};

// A cell that is filled. Its technique is the hardest one since the cell before it, for example a
// naked pair that made the cell a naked single. nullopt: the trace does not fill the cell.
struct FilledCell {
  std::uint8_t cell;
  std::optional<Technique> technique;
};

// The empty cells of the puzzle in the order of the trace. Cells that it does not fill come last.
// REQUIRES: item.trace is set.
std::vector<FilledCell> filled_cells(const ExportItem& item);

// The highest score of the steps, in tenths, and the technique of the first step that has it; 0 and
// kFullHouse for a full board. If the trace does not fill all cells, at least that of nested
// forcing chains, as for a Rating. REQUIRES: item.trace is set.
TraceStep hardest_step(const ExportItem& item);

class ChatTemplate {
 public:
  // An empty text stands for the usual template. kUsage if a line would not be a JSON object, or
  // for an unknown placeholder.
  static Result<ChatTemplate> parse(std::string_view text);

  // What ExportItem::trace must have.
  bool needs_steps() const { return needs_steps_; }
  std::optional<Language> sentences() const { return sentences_; }

  // Appends a line, with its line end.
  void print(const ExportItem& item, std::string& line) const;

 private:
  // A text, and the placeholder after it.
  struct Part {
    std::string text;
    std::size_t field = 0;  // an index into the table of placeholders, or its size for none
    bool is_in_string = false;
  };

  std::vector<Part> parts_;
  bool needs_steps_ = false;
  std::optional<Language> sentences_;
};

}  // namespace dokumill::batch
