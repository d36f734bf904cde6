#include "formats/import/links/links.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/lower_case.hpp"
#include "base/work_count.hpp"
#include "formats/import/import_writer.hpp"
#include "formats/import/links/lz_string.hpp"
#include "formats/import/links/packed_puzzles.hpp"
#include "formats/line/lines.hpp"

namespace dokumill::records {
namespace {

constexpr std::string_view kSchemes[] = {"https", "http", "sudokupad"};
constexpr std::size_t kCellsOfLink = 81;

bool is_link_blank(char c) {
  return is_blank(c) || is_line_end(c);
}

// The first link of a text; empty if there is none.
std::string_view find_link(std::string_view text) {
  count_work(text.size());
  for (std::size_t at = text.find("://"); at != std::string_view::npos;
       at = text.find("://", at + 3)) {
    for (const std::string_view scheme : kSchemes) {
      if (at < scheme.size()) continue;
      const std::size_t begin = at - scheme.size();
      if (lower_case(text.substr(begin, scheme.size())) != scheme) continue;
      std::size_t end = at;
      while (end < text.size() && !is_link_blank(text[end])) ++end;
      if (end > at + 3) return text.substr(begin, end - begin);
    }
  }
  return {};
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decodes "%2E" and so on. A "%" that encodes nothing stays.
std::string percent_decoded(std::string_view link) {
  std::string text;
  for (std::size_t at = 0; at < link.size(); ++at) {
    const bool has_digits = link[at] == '%' && link.size() - at > 2 &&
                            hex_digit(link[at + 1]) >= 0 && hex_digit(link[at + 2]) >= 0;
    if (has_digits) {
      text += static_cast<char>(hex_digit(link[at + 1]) << 4 | hex_digit(link[at + 2]));
      at += 2;
    } else {
      text += link[at];
    }
  }
  return text;
}

// The value of "?name=" or "&name=", up to '&' or '#'. Empty if the link has none.
std::string_view query_value(std::string_view link, std::string_view name) {
  for (std::size_t at = link.find(name); at != std::string_view::npos;
       at = link.find(name, at + 1)) {
    if (at == 0 || (link[at - 1] != '?' && link[at - 1] != '&')) continue;
    const std::string_view value = link.substr(at + name.size());
    return value.substr(0, value.find_first_of("&#"));
  }
  return {};
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// What follows the host of a link to SudokuPad: "scl...", "fpuzzles...". Empty for other links.
std::string_view sudoku_pad_id(std::string_view link, std::string_view lower) {
  std::size_t host = lower.find("sudokupad");
  if (host == std::string_view::npos) host = lower.find("crackingthecryptic");
  if (host == std::string_view::npos) return {};
  const std::size_t slash = link.find('/', host);
  if (slash == std::string_view::npos) return {};
  std::string_view id = link.substr(std::min(link.find_first_not_of('/', slash), link.size()));
  if (!take_prefix(id, "puzzle/")) take_prefix(id, "sudoku/");
  if (const std::string_view value = query_value(link, "puzzleid="); !value.empty()) id = value;
  return id.substr(0, id.find_first_of("?&#"));
}

// Unpacks text in base64. Blanks were '+', and punctuation can follow a link in a sentence.
std::optional<std::string> unpacked(std::string_view packed) {
  std::string base64(packed);
  std::replace(base64.begin(), base64.end(), ' ', '+');
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '/' || c == '=';
  };
  while (!base64.empty() && !is_part(base64.back())) base64.pop_back();
  return decompress_lz(base64);
}

LinkPuzzle read_packed(std::string_view packed, LinkPuzzle (*read)(std::string_view)) {
  const std::optional<std::string> text = unpacked(packed);
  if (!text) return {{}, LinkProblem::kDamaged};
  return read(*text);
}

// The puzzle of 81 cells that stand alone in the link.
LinkPuzzle read_plain_link(std::string_view link) {
  constexpr std::string_view kCells = "0123456789.";
  LinkPuzzle puzzle;
  puzzle.problem = LinkProblem::kElsewhere;
  for (std::size_t at = link.find_first_of(kCells); at != std::string_view::npos;) {
    const std::size_t end = std::min(link.find_first_not_of(kCells, at), link.size());
    // A sentence can end after the link.
    const bool has_full_stop =
        end == link.size() && end - at == kCellsOfLink + 1 && link[end - 1] == '.';
    if (end - at == kCellsOfLink || has_full_stop) {
      std::ranges::copy(link.substr(at, kCellsOfLink), puzzle.cells.begin());
      std::replace(puzzle.cells.begin(), puzzle.cells.end(), '0', '.');
      puzzle.problem = LinkProblem::kNone;
      return puzzle;
    }
    if (end - at > kCellsOfLink / 2) puzzle.problem = LinkProblem::kDamaged;
    at = link.find_first_of(kCells, end);
  }
  return puzzle;
}

LinkPuzzle read_decoded_link(std::string_view link) {
  const std::string lower = lower_case(link);
  if (lower.find("f-puzzles.com/") != std::string::npos) {
    const std::string_view packed = query_value(link, "load=");
    if (!packed.empty()) return read_packed(packed, read_f_puzzle);
  }
  if (std::string_view id = sudoku_pad_id(link, lower); !id.empty()) {
    if (take_prefix(id, "scl") || take_prefix(id, "ctc")) return read_packed(id, read_sudoku_pad);
    if (take_prefix(id, "fpuzzles") || take_prefix(id, "fpuz")) {
      return read_packed(id, read_f_puzzle);
    }
    if (take_prefix(id, "classic")) return read_classic(id);
  }
  if (std::string_view board = query_value(link, "bd="); take_prefix(board, "S9B")) {
    const std::size_t end = board.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz");
    return read_sudoku_wiki(board.substr(0, end));
  }
  return read_plain_link(link);
}

RecordErrorKind kind_of_problem(LinkProblem problem) {
  switch (problem) {
    case LinkProblem::kRules:
      return RecordErrorKind::kLinkRules;
    case LinkProblem::kSize:
      return RecordErrorKind::kLinkSize;
    case LinkProblem::kDamaged:
      return RecordErrorKind::kLinkDamaged;
    default:
      return RecordErrorKind::kLinkElsewhere;
  }
}

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && is_link_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_link_blank(text.back())) text.remove_suffix(1);
  return text;
}

enum class LinkLine : std::uint8_t { kLink, kOther, kCells };

LinkLine read_line_of_link(std::string_view line, std::uint32_t number, ImportWriter& writer) {
  const std::string_view link = find_link(line);
  if (link.empty()) return scan_cells(line).is_near_board() ? LinkLine::kCells : LinkLine::kOther;
  const auto column = static_cast<std::size_t>(link.data() - line.data());
  const std::string_view before = without_blanks_around(line.substr(0, column));
  const std::string_view after = without_blanks_around(line.substr(column + link.size()));
  // Cells beside the link are the puzzle, and the link is a remark.
  if (scan_cells(before).is_near_board() || scan_cells(after).is_near_board()) {
    return LinkLine::kCells;
  }
  const LinkPuzzle puzzle = read_decoded_link(percent_decoded(link));
  if (puzzle.problem == LinkProblem::kNone) {
    std::string remark(before);
    if (!before.empty() && !after.empty()) remark += ' ';
    remark += after;
    writer.add(number, {puzzle.cells.data(), puzzle.cells.size()}, remark);
    return LinkLine::kLink;
  }
  RecordError error;
  error.line = number;
  error.column = column + 1;
  error.kind = kind_of_problem(puzzle.problem);
  writer.add_malformed(error);
  return LinkLine::kLink;
}

struct LinkLines {
  std::uint64_t links = 0;
  std::uint64_t others = 0;
};

// Reads the lines that are neither blank nor comments. Returns nullopt if a line has cells and no
// link, if more than `most_others` lines have no link, or if such lines and several links occur.
std::optional<LinkLines> read_lines_of_links(std::string_view text, std::uint64_t most_others,
                                             ImportWatch* watch, ImportWriter& writer) {
  const char* at = skip_byte_order_mark(text.data(), text.data() + text.size());
  const char* const end = text.data() + text.size();
  LinkLines lines;
  for (std::uint32_t number = 0; at != end; ++number) {
    const char* const line_end = find_line_end(at, end);
    const char* const begin = skip_blanks(at, line_end);
    if (begin != line_end && *begin != '#') {
      const std::string_view line(at, static_cast<std::size_t>(line_end - at));
      const LinkLine kind = read_line_of_link(line, number, writer);
      ++(kind == LinkLine::kLink ? lines.links : lines.others);
      const bool is_mixed = lines.links > 1 && lines.others != 0;
      if (kind == LinkLine::kCells || lines.others > most_others || is_mixed) return std::nullopt;
    }
    if (is_stopped_after(watch, static_cast<std::size_t>(line_end - at) + 1)) {
      return std::nullopt;
    }
    at = line_end == end ? end : skip_line_end(line_end, end);
  }
  return lines;
}

}  // namespace

std::optional<LinkPuzzle> read_link(std::string_view text) {
  const std::string_view link = find_link(text);
  if (link.empty()) return std::nullopt;
  return read_decoded_link(percent_decoded(link));
}

Result<std::optional<ImportedText>> read_links(std::string_view text,
                                               const ImportOptions& options) {
  ImportWriter writer(TextFormat::kLine);
  const std::optional<LinkLines> lines = read_lines_of_links(text, 0, options.watch, writer);
  if (!lines || lines->links == 0) return std::optional<ImportedText>();
  return std::optional<ImportedText>(writer.finish(counted(lines->links, "link")));
}

std::optional<ImportedText> read_link_in_message(std::string_view text,
                                                 const ImportOptions& options) {
  ImportWriter writer(TextFormat::kLine);
  const std::optional<LinkLines> lines =
      read_lines_of_links(text, UINT64_MAX, options.watch, writer);
  if (!lines || lines->links != 1) return std::nullopt;
  ImportedText any = writer.finish("the link in a message");
  any.whole = 1 - any.faults.size();
  return any;
}

}  // namespace dokumill::records
