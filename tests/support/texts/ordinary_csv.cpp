// The csv files of OrdinaryFiles.
#include <string_view>

#include "support/texts/ordinary_files.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::testing {

// A table with a header in Latin or Chinese characters and with one of three separators.
void OrdinaryFiles::make_csv() {
  file_.format = TextFormat::kCsv;
  const char separator = ",;\t"[random_.below(3)];
  file_.separator = separator;
  static const auto kKnownNames = testing::texts(
      "puzzle", "Puzzle", "quizzes", "PUZZLES", "question", "\xE9\xA2\x98\xE7\x9B\xAE",
      "\xE9\xA1\x8C\xE7\x9B\xAE", "\xE8\xB0\x9C\xE9\xA2\x98", "quiz");
  static const std::vector<std::string> kUnknownNames{"board", "sudoku", "\xCC\xE2\xC4\xBF", "grid",
                                                      "givens"};
  static const std::vector<std::string> kAfter{"solution", "solutions", "\xE7\xAD\x94\xE6\xA1\x88",
                                               "answer"};
  const bool is_known = !one_in(10);
  const bool has_number = one_in(2), has_solution = one_in(2), has_note = one_in(2);
  const int quotes = random_.below(3);  // 0: none, 1: all fields, 2: some, with blanks around
  std::vector<std::string> names;
  if (has_number) names.push_back(is_known && one_in(3) ? "#" : "id");
  file_.puzzle_column = names.size();
  names.push_back(is_known ? any_of(kKnownNames) : any_of(kUnknownNames));
  if (has_solution) names.push_back(any_of(kAfter));
  if (has_note) names.emplace_back("rating");
  file_.columns = names.size();
  if (names.size() == 1) file_.separator = ',';
  const auto quoted = [&](const std::string& field) {
    if (quotes == 0) return field;
    std::string text = "\"" + field + "\"";
    if (quotes == 2) text = one_in(2) ? field : separator == '\t' ? text : " " + text + " ";
    return text;
  };
  const auto joined = [&](const std::vector<std::string>& fields) {
    std::string row;
    for (const std::string& field : fields)
      row += (row.empty() ? "" : std::string(1, separator)) + field;
    return row;
  };
  std::vector<std::string> written = names;
  for (std::string& name : written) {
    if (name != "#") name = quoted(name);
  }
  const std::string header = joined(written);
  file_.story = "csv [" + header + "], quotes " + std::to_string(quotes);
  std::string& text = file_.bytes;
  if (one_in(5)) text += "# made by hand" + end();
  if (one_in(8)) text += end();
  text += header + end();
  const int count = 2 + random_.below(20);
  for (int i = 0; i < count; ++i) {
    const OrdinaryPuzzle puzzle = next_puzzle();
    std::vector<std::string> row;
    if (has_number) row.push_back(quoted(std::to_string(i + 1)));
    std::string cells = with_marks(puzzle.cells);
    if ((i == 0 && one_in(6)) || one_in(60)) {  // cut short
      cells.resize(random_.index(81));
      file_.records.back() = {};
      // If this is the first puzzle, only the header shows that the file is csv.
      file_.story += ", a puzzle cut short";
    }
    row.push_back(quoted(cells));
    if (has_solution) row.push_back(quoted(puzzle.solution));
    if (has_note) {
      static const auto kNotes =
          testing::texts("7.1", "\"a, b; c\"", "\"say \"\"no\"\"\"", "R\xE4tsel", "\"two\nlines\"",
                         "\xCC\xE2\xC4\xBF", "", "hard");
      row.push_back(any_of(kNotes));
    }
    if (file_.columns > 1 && one_in(60)) {
      row.pop_back();
      file_.records.back() = {};
      file_.story += ", a field left out";
      if (!is_known) promise_less();
    }
    // A row whose only field is empty would be a blank line, which is not a record. So a malformed
    // row replaces it.
    std::string line = joined(row);
    if (line.find_first_not_of(" \t") == std::string::npos) {
      line = "5";
      file_.records.back() = {};
    }
    text += line;
    if (one_in(20)) text += end() + (one_in(2) ? " " : "");
    if (i == count / 2 && one_in(4)) {  // as in the output of `cat A B`
      file_.story += ", cat";
      const bool is_glued =
          one_in(3) && std::string_view("\r\n ").find(text.back()) == std::string_view::npos;
      if (!is_glued) text += end();
      if (one_in(2)) text += kByteOrderMark;
      text += header + end();
      if (is_glued) file_.records.back() = {};
      // If the header follows a quoted field without a line end, it is less certain which fault the
      // row has.
      if (is_glued) promise_less();
    } else if (i + 1 < count || !one_in(3)) {
      text += end();
    }
  }
  if (!is_known) {
    file_.story += ", unknown name";
    // A table of one column is read as a file of lines, and its header is a malformed line.
    const bool is_clear = file_.columns > 1 && !file_.records[0].cells.empty() &&
                          text.find("two\nlines") == std::string::npos;
    file_.promise = is_clear ? Promise::kRefused : Promise::kToldOrExact;
    if (!is_clear) file_.records.insert(file_.records.begin(), OrdinaryPuzzle());
  }
}

}  // namespace dokumill::testing
