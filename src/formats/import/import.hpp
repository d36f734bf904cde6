// The importer: reads a text in any known layout, and turns it into a text that the fast
// readers read.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/detect/detect.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Reads the text with all proposals (readings.hpp), and takes the reading that options.judge finds
// best. Failure: kInput with a message that follows "FILE"; it names the line and the character in
// the way, or two readings that are as good. If the message is about one record, sets `fault` to
// what is wrong with it. If options.watch stops the reading, returns kInterrupted. Memory: about
// twice that of the text. Cost: linear in the text; all proposals read the beginning of a long
// text, and the best one all of it.
// REQUIRES: text.size() is at most kMaxImportBytes.
Result<ImportedText> import_text(std::string_view text, const ImportOptions& options,
                                 std::optional<RecordError>* fault = nullptr);

// For a text of which detect() is not certain. `found`: its result; it is not nullopt. If the
// importer reads more records, returns what it has read. Returns nullopt if the fast reader of
// `found` is as good. Failure: neither can read the text. `fault`: as for import_text().
Result<std::optional<ImportedText>> import_if_better(const Result<std::optional<Detection>>& found,
                                                     std::string_view text,
                                                     const ImportOptions& options,
                                                     std::optional<RecordError>* fault = nullptr);

// Decides on the beginning of a long text, which ends at a line end, if the importer shall read
// all of it. `guess`: what detect() found. False if the fast reader is as good here.
bool may_read_more(const Detection& guess, std::string_view beginning,
                   const ImportOptions& options);

// How the fast readers read the text of `any`.
Result<Detection> detect_any(const ImportedText& any, const ImportOptions& options);

// How a text is read that is in memory as a whole.
struct WholeText {
  Detection detection;
  std::optional<ImportedText> any;  // what the importer has read; `detection` is about its text
};
// Failure and `fault`: as for import_if_better().
Result<WholeText> read_whole_text(std::string_view text, const BoardJudge& judge,
                                  std::optional<RecordError>* fault = nullptr);

}  // namespace dokumill::records
