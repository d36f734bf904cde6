// The patient door: reads a text in any known layout, and turns it into a text that the fast
// readers read.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "records/any/any_text.hpp"
#include "records/detect/detect.hpp"

namespace dokumill::records {

// Tries the kinds of texts in turn: tables, XML, brackets, links, and lines of cells. Failure:
// kInput with a message that follows "FILE"; it names the line and the character in the way. If the
// message is about one record, sets `fault` to what is wrong with it. If options.watch stops the
// reading, returns kInterrupted. Memory: a few times that of the text. Cost: linear in the text.
// REQUIRES: text.size() is at most kMostAnyBytes.
Result<AnyText> read_any(std::string_view text, const AnyOptions& options,
                         std::optional<RecordError>* fault = nullptr);

// For a text of which detect() is not certain. `found`: its result; it is not nullopt. If the
// patient door reads more records, returns what it has read. Returns nullopt if the fast reader of
// `found` is as good. Failure: neither can read the text. `fault`: as for read_any().
Result<std::optional<AnyText>> read_any_if_better(const Result<std::optional<Detection>>& found,
                                                  std::string_view text, const AnyOptions& options,
                                                  std::optional<RecordError>* fault = nullptr);

// Decides on the beginning of a long text, which ends at a line end, if the patient door shall read
// all of it. `guess`: what detect() found. False if the fast reader is as good here.
bool may_read_more(const Detection& guess, std::string_view beginning, const AnyOptions& options);

// How the fast readers read the text of `any`.
Result<Detection> detect_any(const AnyText& any, const AnyOptions& options);

// How a text is read that is in memory as a whole.
struct WholeText {
  Detection detection;
  std::optional<AnyText> any;  // what the patient door has read; `detection` is about its text
};
// Failure and `fault`: as for read_any_if_better().
Result<WholeText> read_whole_text(std::string_view text,
                                  std::optional<RecordError>* fault = nullptr);

}  // namespace dokumill::records
