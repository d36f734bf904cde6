// MarkupTags: the tags of XML and HTML, with the text between them.
//
// Comments, instructions and declarations are skipped. Asks the watch whether to stop. No
// allocation. Cost: linear in the text, because a search for a missing end is not repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "formats/import/import_watch.hpp"

namespace dokumill::records {

struct MarkupTag {
  std::string_view text_before;  // since the last tag, as it is written
  std::string_view name;
  std::string_view attributes;
  bool is_closing = false;       // </name>
  bool is_self_closing = false;  // <name/>
  std::uint32_t line = 0;        // from 0
  std::uint32_t column = 0;      // in bytes, from 1

  // True for this name, in upper or lower case.
  bool is(std::string_view lower_name) const;
  // The value of an attribute, with its entities replaced.
  std::optional<std::string> attribute(std::string_view name) const;
  // Calls use(name, value) for each attribute with a value.
  void each_attribute(
      const std::function<void(std::string_view name, const std::string& value)>& use) const;
};

class MarkupTags {
 public:
  MarkupTags(std::string_view text, ImportWatch* watch) : text_(text), watch_(watch) {}

  // Reads the next tag. Returns false after the last one, or if the watch stops the reading.
  bool next(MarkupTag& tag);
  // The end of the last tag.
  const char* here() const { return text_.data() + at_; }

 private:
  std::size_t find_tag_end(std::size_t at);
  bool skip_other(std::size_t at);
  void go_to(std::size_t at);

  std::string_view text_;
  ImportWatch* watch_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 0;
  bool has_quote_[2] = {true, true};  // the text may have more " and '
};

// Replaces &lt; &#10; &#xA; and the like. Unknown entities stay.
std::string without_entities(std::string_view text);

}  // namespace dokumill::records
