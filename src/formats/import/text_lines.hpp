// TextLines: the lines of a text, one after the other.
//
// Every loop of the importer over lines uses it, because it asks the watch whether to stop.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/import/import_watch.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {

class TextLines {
 public:
  // `watch`: may be nullptr.
  TextLines(std::string_view text, ImportWatch* watch)
      : at_(text.data()), end_(text.data() + text.size()), watch_(watch) {}

  // Reads the next line, without its line end and without a byte-order mark at its begin. Returns
  // false after the last line, or if the watch stops the reading.
  bool next(std::string_view& line) {
    if (at_ == end_) return false;
    const char* const line_end = find_line_end(at_, end_);
    if (is_stopped_after(watch_, static_cast<std::size_t>(line_end - at_) + 1)) return false;
    const char* const begin = skip_byte_order_mark(at_, line_end);
    line = {begin, static_cast<std::size_t>(line_end - begin)};
    at_ = line_end == end_ ? end_ : skip_line_end(line_end, end_);
    return true;
  }

  // Goes back or on to the begin of a line.
  void go_to(const char* at) { at_ = at; }
  // The begin of the next line, or the end of the text.
  const char* here() const { return at_; }

 private:
  const char* at_;
  const char* end_;
  ImportWatch* watch_;
};

}  // namespace dokumill::records
