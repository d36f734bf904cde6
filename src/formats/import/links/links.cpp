#include "formats/import/links/links.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/lower_case.hpp"
#include "base/work_count.hpp"
#include "formats/import/board_text.hpp"
#include "formats/import/links/game_ids.hpp"
#include "formats/import/links/lz_string.hpp"
#include "formats/import/links/packed_puzzles.hpp"
#include "formats/import/proposers.hpp"
#include "formats/import/text_lines.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSchemes[] = {"https", "http", "sudokupad"};
constexpr std::size_t kCellsOfLink = 81;

bool is_link_blank(char c) {
  return is_blank(c) || is_line_end(c);
}

bool is_base64(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
         c == '/' || c == '=';
}

// URL decoders turn each '+' of base64 into a blank, so words of base64 can follow the link.
std::size_t end_of_base64(std::string_view text, std::size_t end) {
  while (end + 1 < text.size() && text[end] == ' ') {
    std::size_t next = end + 1;
    while (next < text.size() && is_base64(text[next])) ++next;
    const bool is_word = next == text.size() || is_link_blank(text[next]);
    if (!is_word || next == end + 1) break;
    end = next;
  }
  return end;
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
  while (!base64.empty() && !is_base64(base64.back())) base64.pop_back();
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
  if (const std::size_t at = link.find("?sudoku/"); at != std::string_view::npos) {
    return read_puzz_link(link.substr(at + 8));
  }
  // A hash stands before the identifier in links to Solo.
  const std::size_t hash = link.find('#');
  if (hash != std::string_view::npos) {
    if (const auto puzzle = read_game_id(link.substr(hash + 1))) return *puzzle;
  }
  return read_plain_link(link);
}

// The puzzle of a link that may have lost '+' to blanks. `link` is made longer if it has.
LinkPuzzle read_link_of_text(std::string_view text, std::string_view& link) {
  const LinkPuzzle puzzle = read_decoded_link(percent_decoded(link));
  if (puzzle.problem != LinkProblem::kDamaged) return puzzle;
  const auto begin = static_cast<std::size_t>(link.data() - text.data());
  const std::size_t end = end_of_base64(text, begin + link.size());
  const std::string_view longer = text.substr(begin, end - begin);
  if (longer.size() == link.size()) return puzzle;
  const LinkPuzzle found = read_decoded_link(percent_decoded(longer));
  if (found.problem == LinkProblem::kDamaged) return puzzle;
  link = longer;
  return found;
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

// A link or an identifier of a game, and its puzzle.
struct FoundLink {
  std::string_view text;
  LinkPuzzle puzzle;
};

// Reads the lines of a text that have a link or an identifier.
class LinkLines {
 public:
  LinkLines(std::string_view text, BoardSink& sink) : text_(text), sink_(sink) {}

  void read() {
    TextLines lines(text_, sink_.watch());
    for (std::string_view line; lines.next(line);) take(line);
  }

 private:
  std::optional<FoundLink> find(std::string_view line) {
    if (std::string_view link = find_link(line); !link.empty()) {
      const LinkPuzzle puzzle = read_link_of_text(line, link);
      return FoundLink{link, puzzle};
    }
    // A saved game of Solo has its parameters in one line and its clues in another.
    const std::size_t colon = line.find(':', line.find(':') + 1);
    if (line.starts_with("PARAMS") && colon != std::string_view::npos) {
      parameters_ = line.substr(colon + 1);
    }
    if (line.starts_with("DESC") && colon != std::string_view::npos && !parameters_.empty()) {
      const std::string id = format_text("{}:{}", parameters_, line.substr(colon + 1));
      if (const auto puzzle = read_game_id(id)) return FoundLink{line, *puzzle};
    }
    line = line.substr(0, kLongestCellText);
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && !is_link_blank(line[end])) ++end;
      const std::string_view word = line.substr(at, end - at);
      if (const auto puzzle = read_game_id(word)) return FoundLink{word, *puzzle};
      at = end + 1;
    }
    return std::nullopt;
  }

  void take(std::string_view line) {
    const std::optional<FoundLink> found = find(line);
    if (!found) return;
    const auto column = static_cast<std::size_t>(found->text.data() - line.data());
    const std::string_view before = without_blanks_around(line.substr(0, column));
    const std::string_view after = without_blanks_around(line.substr(column + found->text.size()));
    // Cells beside the link are the puzzle, and the link is a remark.
    if (scan_cells(before).is_near_board() || scan_cells(after).is_near_board()) return;
    const auto begin = static_cast<std::size_t>(line.data() - text_.data());
    const TextPart part{begin, begin + line.size()};
    if (found->puzzle.problem != LinkProblem::kNone) {
      RecordError error;
      error.kind = kind_of_problem(found->puzzle.problem);
      return sink_.add_damaged(error, begin + column, part);
    }
    std::string remark(before);
    if (!before.empty() && !after.empty()) remark += ' ';
    remark += after;
    sink_.add(found->puzzle.cells, part, remark);
  }

  std::string_view text_;
  BoardSink& sink_;
  std::string parameters_;  // of a saved game
};

// Reads a file of pzprv3: its name, the genre, the size, and rows of cells. Nine more rows have
// the digits of a player.
void read_pzpr(std::string_view text, BoardSink& sink) {
  std::size_t at = 0;
  const auto next = [&] {
    at = std::min(text.find_first_not_of(" \t\r\n/", at), text.size());
    const std::size_t begin = at;
    at = std::min(text.find_first_of(" \t\r\n/", at), text.size());
    return text.substr(begin, at - begin);
  };
  const std::string_view program = next();
  const std::string_view genre = next();
  const std::string_view size = next();
  BoardCells cells = {};
  RecordError error;
  error.kind = !program.starts_with("pzprv3") || genre != "sudoku" ? RecordErrorKind::kLinkRules
                                                                   : RecordErrorKind::kLinkSize;
  bool is_whole = genre == "sudoku" && size == "9";
  for (char& cell : cells) {
    const std::string_view word = is_whole ? next() : "";
    is_whole = word.size() == 1 && (word == "." || (word[0] >= '1' && word[0] <= '9'));
    cell = is_whole ? word[0] : '.';
  }
  if (!is_whole) return sink.add_damaged(error, 0, {0, text.size()});
  sink.add(cells, {0, at});
  const std::size_t begin = at;
  std::size_t answers = 0;
  for (; answers < kCellsOfLink && next().size() == 1; ++answers) continue;
  if (answers == kCellsOfLink) sink.add_answer({begin, at});
}

bool may_have_links(std::string_view text, ImportWatch* watch) {
  TextLines lines(text, watch);
  for (std::string_view line; lines.next(line);) {
    for (const std::string_view mark : {"://"sv, "S9B"sv, "DESC"sv, "x3"sv}) {
      count_work(line.size());
      if (line.find(mark) != std::string_view::npos) return true;
      if (is_stopped_after(watch, line.size())) return false;
    }
  }
  return false;
}

}  // namespace

std::optional<LinkPuzzle> read_link(std::string_view text) {
  std::string_view link = find_link(text);
  if (link.empty()) return std::nullopt;
  return read_link_of_text(text, link);
}

void propose_links(std::string_view text, const ImportOptions& options,
                   std::vector<Proposal>& proposals) {
  if (text.starts_with("pzprv3")) {
    Proposal saved;
    saved.words = "a puzzle of pzprv3";
    saved.name = "pzprv3";
    saved.is_certain = true;
    saved.are_puzzles = true;
    saved.read = read_pzpr;
    proposals.push_back(std::move(saved));
  }
  if (!may_have_links(text, options.watch)) return;
  Proposal links;
  links.noun = "link";
  links.name = "links";
  links.are_puzzles = true;
  links.read = [](std::string_view all, BoardSink& sink) { LinkLines(all, sink).read(); };
  proposals.push_back(std::move(links));
}

}  // namespace dokumill::records
