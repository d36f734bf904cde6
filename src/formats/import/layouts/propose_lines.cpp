// Proposes readings of boards that stand in lines.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.hpp"
#include "formats/import/characters.hpp"
#include "formats/import/layouts/row_reader.hpp"
#include "formats/import/layouts/runs.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

// Proposals are made from the beginning of a text.
constexpr std::size_t kLookedAt = std::size_t{1} << 15;

struct NamedStyle {
  LineStyle style;
  std::string_view name;
  std::string_view words;
  bool must_obey_rules = false;
};

// What the lines of a text are, if they are read in a style.
struct Look {
  std::vector<LineCells> lines;  // with cells
  std::vector<bool> begins;      // whether a line of `lines` stands after a line without cells
  std::string marks;             // of - _ *: those beside digits
  bool has_blank_lines = false;  // between lines with cells
  bool has_frames = false;
  bool has_two_frames = false;
  std::size_t names = 0;    // the fields of a line of words above the cells of boards
  bool are_fields = false;  // separated by more than blanks: R leaves out the first one elsewhere
};

// The marks - _ * that stand beside digits, so that nine of them are a row and no frame; and '?' if
// it is the only mark of empty cells.
std::string marks_of(std::string_view text, ImportWatch* watch) {
  std::string marks;
  TextLines lines(text, watch);
  std::size_t lines_with_question = 0;
  std::size_t lines_with_other = 0;
  bool has_both = false;
  for (std::string_view line; lines.next(line);) {
    const CellText cells = scan_cells(without_signs(line));
    const auto is_digit = [](char c) { return c >= '1' && c <= '9'; };
    const std::size_t count = std::min(cells.count, cells.cells.size());
    const bool has_digit = std::any_of(cells.cells.begin(), cells.cells.begin() + count, is_digit);
    if (cells.others != 0 || !has_digit) continue;
    for (const char mark : {'-', '_', '*'}) {
      const bool is_new = marks.find(mark) == std::string::npos;
      // -1 is another mark.
      std::size_t at = line.find(mark);
      while (mark == '-' && at < line.size() && line.substr(at).starts_with("-1")) {
        at = line.find(mark, at + 1);
      }
      if (is_new && at != std::string_view::npos) marks += mark;
    }
    const bool has_question = line.find('?') != std::string_view::npos;
    const bool has_other = line.find_first_of("0.xX") != std::string_view::npos;
    lines_with_question += has_question ? 1 : 0;
    lines_with_other += has_other ? 1 : 0;
    has_both = has_both || (has_question && has_other);
  }
  if (!has_both && lines_with_question > lines_with_other) marks += '?';
  return marks;
}

Look look_at(std::string_view text, const LineStyle& style, ImportWatch* watch) {
  // More lines of 32 KiB have less than eight characters.
  constexpr std::size_t kMostLines = 4096;
  Look look;
  LineCells cells;
  bool was_blank = false;
  bool was_cells = false;
  bool was_frame = false;
  TextLines lines(text, watch);
  for (std::string_view line; look.lines.size() < kMostLines && lines.next(line);) {
    read_cells(line, style, cells);
    if (cells.kind == LineKind::kCells) {
      look.has_blank_lines = look.has_blank_lines || (was_blank && !look.lines.empty());
      look.lines.push_back(cells);
      look.begins.push_back(!was_cells);
    }
    was_cells = cells.kind == LineKind::kCells;
    if (cells.kind == LineKind::kWords && cells.fields >= 81) {
      look.names = cells.fields;
      look.are_fields = line.find_first_of(",;\t") != std::string_view::npos;
    }
    const bool is_frame = cells.kind == LineKind::kFrame;
    look.has_frames = look.has_frames || is_frame;
    look.has_two_frames = look.has_two_frames || (is_frame && was_frame);
    if (cells.kind != LineKind::kBlank) was_frame = is_frame;
    was_blank = cells.kind == LineKind::kBlank || (was_blank && is_frame);
  }
  return look;
}

// What the lines are, if their boards stand in these columns.
struct Fit {
  std::size_t rows = 0;
  std::size_t boards = 0;
  std::size_t broken = 0;
  bool has_cells_beside = false;
  bool has_titles = false;
  bool has_empty_rows = false;
  bool has_words = false;
  bool has_lead = false;  // cells at the end of a line stand after other words
  std::uint64_t dropped = 0;
  std::size_t found() const { return rows + boards * 9; }
};

// True if a field beside the board of a line could be one of its cells.
bool has_cell_beside(const LineCells& line, const Columns& columns, const RowMatch& match) {
  if (match.kind != RowKind::kBoard || !columns.is_board) return false;
  const std::size_t end = match.first + columns.width();
  for (std::size_t i = 0; i < std::min(end + columns.trail, line.count); ++i) {
    const bool is_beside = i < match.first || i >= end;
    if (is_beside && line.cells[i] != LineCells::kNoCell) return true;
  }
  return false;
}

Fit fit_of(const Look& look, const Columns& columns) {
  Fit fit;
  std::size_t row_of_block = 0;
  for (std::size_t i = 0; i < look.lines.size(); ++i) {
    const LineCells& line = look.lines[i];
    row_of_block = look.begins[i] ? 0 : row_of_block + 1;
    const RowMatch match = match_row(line, columns);
    fit.has_cells_beside = fit.has_cells_beside || has_cell_beside(line, columns, match);
    fit.boards += match.kind == RowKind::kBoard ? 1 : 0;
    fit.broken += match.kind == RowKind::kBroken || match.kind == RowKind::kNearly ? 1 : 0;
    fit.dropped += match.kind == RowKind::kRow || match.kind == RowKind::kBoard ? line.dropped : 0;
    if (match.kind != RowKind::kRow) continue;
    ++fit.rows;
    fit.has_lead = fit.has_lead || match.first != columns.lead;
    std::string row(9, '.');
    copy_row(line, columns, match.first, 0, row.data());
    const bool may_begin = row_of_block % 9 == 0 || row_of_block % 10 == 0;
    const bool is_word = line.group[match.first] == 9;
    fit.has_titles = fit.has_titles || (may_begin && is_heading(row, is_word));
    fit.has_empty_rows = fit.has_empty_rows || row == ".........";
    // A word of several characters that is a cell, such as null.
    const std::size_t next = match.first + 1;
    fit.has_words = fit.has_words || (line.group[match.first] == 1 && next < line.count &&
                                      line.at[next] > line.at[match.first] + 2);
  }
  fit.has_titles = fit.has_titles || (fit.broken != 0 && fit.rows >= 9);
  return fit;
}

// The columns that boards are searched in. `fields`: the most fields of a line.
std::vector<Columns> columns_for(std::size_t fields) {
  std::vector<Columns> all{{}, {.at_end = true}, {.lead = 1}, {.trail = 1}};
  if (fields >= 11) {
    all.push_back({.has_gaps = true});
    all.push_back({.lead = 1, .has_gaps = true});
  }
  if (fields >= 18) {
    for (std::uint8_t boards = 2; boards <= 4; ++boards) {
      for (const std::uint8_t lead : {std::uint8_t{0}, std::uint8_t{1}}) {
        for (const std::uint8_t between : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
          all.push_back({.lead = lead, .boards = boards, .between = between});
          all.push_back({.lead = lead, .has_gaps = true, .boards = boards, .between = between});
        }
      }
    }
  }
  if (fields >= 81) {
    const auto most = static_cast<std::uint8_t>(std::min<std::size_t>(fields - 81, 16));
    for (std::uint8_t lead = 0; lead <= most; ++lead) {
      all.push_back({.lead = lead, .boards = 2, .is_board = true});
      all.push_back({.lead = lead, .is_board = true});
      all.push_back({.lead = lead, .trail = 1, .is_board = true});
      all.push_back({.lead = lead, .boards = 2, .between = 1, .is_board = true});
    }
  }
  return all;
}

std::string name_of(const NamedStyle& style, const LineReading& how) {
  std::string name(style.name);
  const Columns& columns = how.columns;
  if (columns.lead != 0) name += format_text("-after-{}", int{columns.lead});
  if (columns.trail != 0) name += format_text("-before-{}", int{columns.trail});
  if (columns.at_end) name += "-at-end";
  if (columns.has_gaps) name += "-gaps";
  if (columns.boards > 1) name += format_text("-{}-beside", int{columns.boards});
  if (columns.is_board) name += "-81";
  if (how.has_titles) name += "-titles";
  if (how.are_empty_rows_blank) name += "-without-empty-rows";
  if (how.end == BoardEnd::kBlankLine) name += "-blocks";
  if (how.end == BoardEnd::kFrame || how.end == BoardEnd::kTwoFrames) name += "-framed";
  if (how.style.style == CellStyle::kPlaces) {
    const CellPlaces& places = how.style.places;
    name += format_text("-{}-{}-{}", places.first, places.step, places.gap);
  }
  return name;
}

std::string words_of(const NamedStyle& style, const LineReading& how, const Fit& fit) {
  std::string words(style.words);
  if (style.style.style == CellStyle::kWords && fit.has_words) words = "cells separated by blanks";
  const Columns& columns = how.columns;
  if (columns.lead == 1) words += ", after a label";
  if (columns.lead > 1) words += format_text(", after {} other fields", int{columns.lead});
  if (columns.has_gaps) words += ", with gaps between boxes";
  if (columns.boards > 1) words += ", side by side";
  return words;
}

void propose_reading(const NamedStyle& style, const LineReading& how, const Fit& fit,
                     std::vector<Proposal>& proposals) {
  Proposal proposal;
  proposal.name = name_of(style, how);
  proposal.words = words_of(style, how, fit);
  proposal.format = TextFormat::kGrid;
  proposal.must_obey_rules = style.must_obey_rules;
  // Fields that are left over are perhaps cells of a board that is wrong without them.
  const bool drops_fields = how.columns.lead != 0 || how.columns.trail != 0 || how.columns.at_end;
  if (fit.has_titles || how.are_empty_rows_blank || drops_fields) {
    proposal.most_wrong_in_a_row = 0;
  } else if (how.end != BoardEnd::kBlankLine) {
    proposal.most_wrong_in_a_row = fit.has_empty_rows ? 0 : 1;
  }
  proposal.read = [how](std::string_view text, BoardSink& sink) { read_rows(text, how, sink); };
  proposals.push_back(std::move(proposal));
}

void propose_in_style(const NamedStyle& style, const Look& look, std::string_view marks,
                      std::vector<Proposal>& proposals) {
  std::size_t fields = 0;
  for (const LineCells& line : look.lines) fields = std::max(fields, line.count);
  std::vector<Columns> all = columns_for(fields);
  for (Columns& columns : all) {
    if (columns.is_board && look.are_fields) columns.fields = look.names;
  }
  std::vector<Fit> fits;
  std::size_t most = 0;
  for (const Columns& columns : all) {
    fits.push_back(fit_of(look, columns));
    most = std::max(most, fits.back().found());
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Fit& fit = fits[i];
    const bool may_be_damaged =
        style.style.style == CellStyle::kWords || style.style.style == CellStyle::kFields;
    const bool is_damaged = may_be_damaged && i == 0 && most < 9 && fit.broken + fit.found() != 0;
    if (!is_damaged && (fit.found() < 9 || fit.found() * 2 < most)) continue;
    // Boards in single lines are the same in all columns of rows.
    if (i != 0 && fit.rows == 0 && fit.boards != 0 && !all[i].is_board) continue;
    // One cell too many is no label.
    if (fit.has_cells_beside && fit.boards == 1 && look.names == 0) continue;
    // The same as another reading.
    if (all[i].at_end && !fit.has_lead) continue;
    if (style.style.style == CellStyle::kCandidates && fit.dropped == 0) continue;
    for (const BoardEnd end :
         {BoardEnd::kNineRows, BoardEnd::kBlankLine, BoardEnd::kTwoFrames, BoardEnd::kFrame}) {
      if (end == BoardEnd::kTwoFrames && !look.has_two_frames) continue;
      if (end == BoardEnd::kFrame && !look.has_frames) continue;
      for (const bool has_titles : {false, true}) {
        if (has_titles && !fit.has_titles) continue;
        for (const bool are_blank : {false, true}) {
          if (are_blank && !fit.has_empty_rows) continue;
          if (end == BoardEnd::kBlankLine && !look.has_blank_lines && !are_blank) continue;
          propose_reading(style,
                          {style.style, std::string(marks), all[i], end, has_titles, are_blank},
                          fit, proposals);
        }
      }
    }
  }
}

// Finds the places of the cells, so that each digit is in one, and no bar.
std::vector<CellPlaces> places_in(std::string_view text, ImportWatch* watch) {
  constexpr std::size_t kMostPlaces = 64;
  std::uint64_t digits = 0;
  std::uint64_t bars = 0;
  std::size_t rows = 0;
  bool is_too_long = false;
  std::size_t open_rows = 0;  // with an empty cell
  std::size_t length = 0;     // of the rows, in places; SIZE_MAX if they differ
  bool has_blank_end = false;
  TextLines lines(text, watch);
  for (std::string_view line; lines.next(line);) {
    std::uint64_t own_digits = 0;
    std::uint64_t own_bars = 0;
    std::size_t place = 0;
    bool is_row = true;
    std::size_t bars_of_line = 0;
    for (const char *at = line.data(), *const end = at + line.size(); at != end && is_row;) {
      const Character c = character_at(at, end);
      at += c.bytes;
      if (c.kind == CharacterKind::kNothing) continue;
      const std::uint64_t bit = place < kMostPlaces ? std::uint64_t{1} << place : 0;
      ++place;
      if (c.kind == CharacterKind::kDigit) {
        own_digits |= bit;
        is_too_long = is_too_long || bit == 0;
      } else if (c.kind == CharacterKind::kBar) {
        own_bars |= bit;
        ++bars_of_line;
      } else {
        is_row = c.kind == CharacterKind::kBlank || bars_of_line >= 2;
        if (is_row && c.kind != CharacterKind::kBlank) break;
      }
    }
    if (!is_row || own_digits == 0) continue;
    ++rows;
    length = length == 0 || length == place ? place : SIZE_MAX;
    has_blank_end = has_blank_end || line.ends_with(' ');
    open_rows += std::popcount(own_digits) < 9 ? 1 : 0;
    digits |= own_digits;
    bars |= own_bars;
  }
  std::vector<CellPlaces> all;
  // With fewer places, too many readings fit.
  constexpr int kLeastPlaces = 5;
  // In fewer rows, a digit is missing.
  constexpr std::size_t kLeastOpenRows = 3;
  const bool are_few =
      rows < 7 || std::popcount(digits) < kLeastPlaces || open_rows < kLeastOpenRows;
  if (!is_too_long && are_few) return all;
  if (is_too_long) all.emplace_back();
  if (is_too_long) return all;
  for (const int gap : {0, 1, 2, 3, 4}) {
    for (const int step : {1, 2, 3, 4}) {
      for (const int first : {0, 1, 2, 3, 4, 5, 6, -1, -2, -3, -4}) {
        CellPlaces places{first, step, gap, bars};
        places.is_exact = bars == 0 && has_blank_end && length != SIZE_MAX;
        // Lines of one length that end in blanks end with the last cell.
        if (places.is_exact && static_cast<std::size_t>(places.of(8) + 1) != length) continue;
        std::uint64_t cells = 0;
        for (int cell = 0; cell < 9; ++cell) {
          const int place = places.of(cell);
          if (place >= 0 && place < 64) cells |= std::uint64_t{1} << place;
        }
        if ((digits & ~cells) == 0 && (bars & cells) == 0) all.push_back(places);
      }
    }
  }
  return all;
}

// Another character that stands for empty cells, such as the letter o: with it, lines have nine
// characters and digits.
char other_empty(std::string_view text, ImportWatch* watch) {
  constexpr std::size_t kLeastLines = 7;
  constexpr std::size_t kLeastCells = 9;
  std::array<std::size_t, 128> lines_with{};
  std::array<std::size_t, 128> empty_cells{};
  TextLines lines(text, watch);
  for (std::string_view line; lines.next(line);) {
    char other = 0;
    std::size_t cells = 0;
    std::size_t others = 0;
    bool has_one_other = true;
    const char* const end = line.data() + line.size();
    for (const char* at = line.data(); at != end && has_one_other;) {
      const Character c = character_at(at, end);
      const char byte = *at;
      at += c.bytes;
      // Words may follow a board.
      if (c.kind == CharacterKind::kBlank && cells == 81) break;
      if (c.kind == CharacterKind::kBlank || c.kind == CharacterKind::kBar ||
          c.kind == CharacterKind::kNothing) {
        continue;
      }
      ++cells;
      if (c.kind == CharacterKind::kDigit) continue;
      has_one_other = static_cast<unsigned char>(byte) < 0x80 && (other == 0 || byte == other);
      other = byte;
      ++others;
    }
    if (!has_one_other || other == 0) continue;
    if (cells == 81 || cells == 9) empty_cells[static_cast<unsigned char>(other)] += others;
    if (cells == 81) lines_with[static_cast<unsigned char>(other)] += kLeastLines;
    if (cells == 9) ++lines_with[static_cast<unsigned char>(other)];
  }
  const auto most = std::ranges::max_element(lines_with);
  const auto c = static_cast<char>(most - lines_with.begin());
  const bool is_known = kAsciiCharacters[static_cast<unsigned char>(c)].cell != 0;
  // Fewer are wrong cells.
  const bool are_many = empty_cells[static_cast<unsigned char>(c)] >= kLeastCells;
  return *most >= kLeastLines && are_many && !is_known ? c : '\0';
}

}  // namespace

void propose_lines(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals) {
  if (!options.column.empty()) return;
  std::string_view looked = text.substr(0, kLookedAt);
  if (looked.size() < text.size()) {
    looked = looked.substr(0, looked.find_last_of("\r\n") + 1);
  }
  ImportWatch* const watch = options.watch;
  const std::string marks = marks_of(looked, watch);
  const auto propose = [&](NamedStyle style) {
    style.style.marks = marks;
    const Look look = look_at(looked, style.style, watch);
    propose_in_style(style, look, marks, proposals);
  };
  struct Separator {
    char mark;
    std::string_view name;
    std::string_view words;
  };
  const auto propose_fields = [&](const Separator& each) {
    if (options.delimiter && *options.delimiter != each.mark) return;
    if (looked.find(each.mark) == std::string_view::npos) return;
    propose({{.style = CellStyle::kFields, .separator = each.mark}, each.name, each.words});
  };
  propose_fields({',', "commas", "cells separated by commas"});
  propose_fields({';', "semicolons", "cells separated by semicolons"});
  propose_fields({'\t', "tabs", "cells separated by tabs"});
  propose({{CellStyle::kWords}, "characters", "one character per cell"});
  if (const char empty = other_empty(looked, watch); empty != 0) {
    propose({{.style = CellStyle::kWords, .empty = empty},
             "characters",
             "one character per cell, another mark for empty cells"});
  }
  propose_fields({'|', "bars", "cells separated by bars"});
  propose_fields({'&', "ampersands", "cells separated by ampersands"});
  propose_runs(proposals);
  propose_short_numbers(looked, watch, proposals);
  for (const CellPlaces& places : places_in(looked, watch)) {
    propose({{.style = CellStyle::kPlaces, .places = places},
             "places",
             "a blank is an empty cell",
             true});
  }
  propose({{CellStyle::kCandidates}, "candidates", "the cells with one candidate"});
  propose({{.style = CellStyle::kCandidates, .separator = '['},
           "candidates",
           "the cells without candidates in brackets"});
}

}  // namespace dokumill::records
