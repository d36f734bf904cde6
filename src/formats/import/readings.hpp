// Readings: what the importer tries, and how a reading of a text is judged.
//
//   text -> proposers -> proposals -> read() -> BoardSink: boards, skipped parts, what is left over
//                                               judge: the solver classifies each board
//
// A proposer proposes readings of a text: cheaply, generously, and without regard to other
// proposals. A proposal reads the text from its begin to its end, and gives each board to a
// BoardSink, with the part of the text that it accounts for. The sink finds out what is left over.
// import.cpp reads the beginning of a text with all proposals, lets the judge classify the boards,
// and reads all of the text with the proposal that is best.
//
// To add a layout: write a Propose function in a file of its own, and add it to kProposers
// (proposers.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/board_text.hpp"
#include "formats/import/import_writer.hpp"
#include "formats/import/imported_text.hpp"

namespace dokumill::records {

// The bytes [begin, end) of the text.
struct TextPart {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// What a reading finds, counted.
struct ReadingCounts {
  std::uint64_t boards = 0;   // that are not damaged
  std::uint64_t masks = 0;    // of the boards: those without a digit, or only with 1
  std::uint64_t damaged = 0;  // records that are malformed
  // Of the boards, as the judge says. Without a judge, a board that obeys the rules is kSeveral.
  std::uint64_t worth[kBoardWorths] = {};
  std::uint64_t answers = 0;  // boards that are skipped as the solution of the board before
  std::uint64_t lost = 0;     // parts that look like boards, and that no board accounts for
  std::uint64_t dropped = 0;  // cells of which the candidates were dropped
  std::uint64_t skipped = 0;  // other lines with words or numbers
  // Boards whose digits seem to be 0 to 8, and boards of which 0 is no digit or 9 is one.
  std::uint64_t from_zero = 0;
  std::uint64_t from_one = 0;
  std::uint64_t mixed = 0;  // boards with zeros and other marks for empty cells
  TextPart first_lost;
  TextPart first_skipped;
  std::uint64_t first_wrong = UINT64_MAX;  // the first board that is wrong, from 0
  std::uint64_t wrong_in_a_row = 0;        // the most boards that are wrong, one after the other
  bool is_shifted = false;  // rows are left over, so boards before them may be shifted
  bool is_loose = false;    // boards are perhaps shifted, unless the solver proves them
  bool are_rows = true;     // all boards have several lines

  std::uint64_t of(BoardWorth kind) const { return worth[static_cast<std::size_t>(kind)]; }
  std::uint64_t proven() const { return of(BoardWorth::kUnique) + of(BoardWorth::kComplete); }
  std::uint64_t wrong() const { return of(BoardWorth::kUnsolvable) + of(BoardWorth::kBreaksRule); }
};

// Takes the boards that a proposal finds.
class BoardSink {
 public:
  // With a writer, the records are written. Without one, they are only counted and judged. If the
  // text is not all, a damaged record at its end does not count. `is_from_zero`: the digits of the
  // text are 0 to 8, and become 1 to 9.
  BoardSink(std::string_view text, bool is_all, const ImportOptions& options, ImportWriter* writer,
            bool is_from_zero = false);

  // Adds a board, unless `words` are the name of a solution, and the board is that of the board
  // before. `part`: everything that the reading accounts for with this board: its cells, and
  // also its labels, its name or the object around it. Parts begin in the order of the text; they
  // may overlap (boards side by side). `words`: in the line format, the text beside the cells. In
  // the csv and jsonl format, the row or the object as it shall be written, without its line end.
  void add(const BoardCells& cells, TextPart part, std::string_view words = {});
  // Adds a record that is malformed. `at`: the byte that is wrong, or the begin of the part; `what`
  // needs neither line nor column. `names_column`: the message names the column of `at`.
  void add_damaged(RecordError what, std::size_t at, TextPart part, bool names_column = true,
                   std::string_view words = "?");
  // A part that is the answer of the board before, and no record.
  void add_answer(TextPart part);
  // A part inside or outside of the parts of boards that is known to be no board, such as words
  // beside a board. It is counted, and the message names the first one.
  void skip(TextPart part);
  // A line that is known to be no part of a board. The message names it, whatever it has.
  void leave_out(TextPart line) {
    account(line);
    skip(line);
  }
  // Words beside the cells of a board: a board that is damaged must not be lost among them.
  void check_beside(TextPart words);
  // A part that shows that the text has another layout.
  void lose(TextPart part);
  // Boards that were added are perhaps shifted by some rows.
  void note_shift() { counts_.is_shifted = true; }
  // Nothing but the digits of a board shows where it begins.
  void note_loose() { counts_.is_loose = options_.layout.empty(); }
  // Cells with several candidates are empty; the message says how many they are.
  void drop_candidates(std::uint64_t cells) { counts_.dropped += cells; }
  // A part that needs no mention, such as the header of a table, or brackets.
  void pass(TextPart part) { account(part); }
  // True if add() counts the digits from 1. Then a row or an object has to be written so, too.
  bool is_from_zero() const { return is_from_zero_; }
  // csv: the header line.
  void write_header(std::string_view line, TextPart part);

  // False if the text is the beginning of a longer one.
  bool is_all() const { return is_all_; }
  // Stops the reading; or nullptr.
  ImportWatch* watch() const { return options_.watch; }
  // To be called at the end of the text.
  void finish();

  const ReadingCounts& counts() const { return counts_; }
  // The first boards, up to kKept, and the lines where they begin (from 0).
  static constexpr std::size_t kKept = 4096;
  const std::vector<BoardCells>& kept() const { return kept_; }
  const std::vector<std::uint32_t>& kept_lines() const { return kept_lines_; }
  // Of these, the first ones whose digits seem to be 0 to 8.
  const std::vector<BoardCells>& zero_boards() const { return zero_boards_; }
  // What is wrong with the first damaged record.
  const std::optional<RecordError>& first_damaged() const { return first_damaged_; }
  // The line of a byte, from 0.
  std::uint32_t line_of(std::size_t at);
  // Its column, in bytes from 1.
  std::size_t column_of(std::size_t at) const;

 private:
  void account(TextPart part);
  void take_left_over(TextPart gap, TextPart next);
  void judge_pending();
  void count(BoardWorth kind);
  void note_zeros(BoardCells& cells);
  void note_zeros_of_damaged(std::string_view part);

  std::string_view text_;
  bool is_all_;
  const ImportOptions& options_;
  ImportWriter* writer_;
  bool is_from_zero_;
  bool has_returns_;  // the text has a CR
  ReadingCounts counts_;
  std::vector<BoardCells> pending_;  // boards that the judge has not seen yet
  std::vector<BoardCells> kept_;
  std::vector<std::uint32_t> kept_lines_;
  std::vector<BoardCells> zero_boards_;
  BoardCells last_ = {};  // as it was added
  std::optional<RecordError> first_damaged_;
  bool is_last_damaged_ = false;
  std::uint64_t wrong_run_ = 0;  // boards that are wrong since the last one that is not
  std::size_t covered_ = 0;      // all bytes before are accounted for
  std::size_t counted_ = 0;      // line_ is the line of this byte
  std::uint32_t line_ = 0;
};

// A way to read the text.
struct Proposal {
  // For people: "9 rows, cells separated by commas". It follows the number of boards, unless `noun`
  // is set: "3 JSON objects, puzzles in member 'quiz'" has the noun "JSON object".
  std::string words;
  // Reads the text, which begins as the text that was proposed for, and gives all boards to the
  // sink. Ends if sink.watch() stops it.
  std::function<void(std::string_view text, BoardSink& sink)> read;
  // kLine, kCsv or kJsonl. kGrid: grid if all boards have several lines, and otherwise line.
  TextFormat format = TextFormat::kLine;
  std::string noun = "board";
  // What a user can name to choose this reading, in place of a guess: InputOptions::layout.
  std::string name;
  // kJsonl: the member with the puzzle (ImportedText::column).
  std::string column = {};
  // The text names its program: no other proposer is asked.
  bool is_certain = false;
  // A refusal in place of a reading: why the text has this layout, but cannot be read.
  Status refusal = {};
  // The text itself is read, so its digits stay as they are.
  bool is_fast = false;
  // Brackets, tags or names of columns mark each board.
  bool has_structure = false;
  // Each board is a puzzle in the format of a program, so that it may have no digits.
  bool are_puzzles = false;
  // Blanks or shapes say too little: boards that break a rule show that this is not the layout.
  bool must_obey_rules = false;
  // The text says which program has written the puzzles, so wrong ones are no sign of a mistake.
  bool names_program() const { return is_certain && are_puzzles; }
  // The most boards in a row that may be wrong. Where nothing marks the begin of each board, a row
  // too many or too few makes all boards after it wrong, but a wrong digit only one of them.
  std::uint64_t most_wrong_in_a_row = UINT64_MAX;
};

// Proposes readings of a text, of which only the beginning may be given (then it ends at a line
// end). Appends them, the likelier ones first. Cost: linear in the text.
//
// Proposers and readings go through a text with TextLines, TableRows, BracketTokens or MarkupTags,
// which ask the watch whether to stop. A reading that is stopped is dropped.
using Propose = void (*)(std::string_view beginning, const ImportOptions& options,
                         std::vector<Proposal>& proposals);

// True if the cells are a board without empty cells, and agree with all digits of the puzzle, which
// has empty cells.
bool is_answer_of(const BoardCells& cells, const BoardCells& puzzle);

// True if no digit occurs twice in a house of the 81 cells.
bool obeys_rules(const BoardCells& cells);

// The digits 0 to 8 become 1 to 9. '.' stays an empty cell.
void count_from_one(BoardCells& cells);

}  // namespace dokumill::records
