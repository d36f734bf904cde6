// ChatTemplate: prints a line of JSON for a puzzle from a template, for programs that train
// language models.
//
// The template is the JSON object of a line, with placeholders such as {rows}. Inside of a string,
// a placeholder becomes text with the escapes of JSON. Outside, it becomes a value: a number, or a
// string. Blanks outside of strings are left out, so that each object is one line. docs/datasets.md
// has the placeholders.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/layouts/export_item.hpp"
#include "dokumill/explainer.hpp"
#include "dokumill/status.hpp"

namespace dokumill::batch {

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
