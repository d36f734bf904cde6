// Reads boards from JSON and from literals in the source text of programs: Python, JavaScript, C,
// Java, Ruby, Go, MATLAB, and what NumPy prints.
//
//   [["5","3",".",...],...]      {"puzzle": "53..7...", "id": 1}      puzzles = ['53..7...', ...]
//   int easy[9][9] = {{5,3,0,...},...};   np.array([[5, 3, 0, ...], ...])   [5 3 0 ...; 6 0 0 ...]
//
// The result is in the jsonl format if objects have puzzles as members, and otherwise in the line
// format. The remark of a line is the name of the variable or member that has the board.
#pragma once

#include <optional>
#include <string_view>

#include "dokumill/status.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// Brackets may be nested up to this depth.
inline constexpr int kBracketDepth = 256;

// Returns nullopt if the text has no board in brackets or quotes, is nested too deeply, or is a
// table whose fields are quoted. A list or a string that is nearly a board is a malformed record.
// Failure: kInput with a message that follows the name of the file, or begins with ":LINE: ".
// Cost: linear in the text, at most nine times its objects. Memory: the result.
Result<std::optional<ImportedText>> read_brackets(std::string_view text,
                                                  const ImportOptions& options);

}  // namespace dokumill::records
