// Makes random texts that are hard to read: they consist of good and bad pieces, and some of their
// bytes are changed. hand_made_texts.hpp has such texts written by hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/format.hpp"
#include "support/test_random.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::testing {

inline std::string random_cells(TestRandom& random, int count) {
  static constexpr std::string_view kMarks = "0.*_xX-123456789123456789";
  std::string text;
  for (int i = 0; i < count; ++i) text += random.of(kMarks);
  return text;
}

// A complete board with its digits renamed, and some of its cells emptied.
inline std::string random_puzzle(TestRandom& random) {
  std::string text =
      "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
  std::string names = "123456789";
  random.shuffle(names);
  const int emptied = random.below(3) * 30;  // percent of the cells
  for (char& cell : text) {
    cell = names[static_cast<std::size_t>(cell - '1')];
    if (random.below(100) < emptied) cell = ".0"[random.below(2)];
  }
  return text;
}

// The limit of a line or csv row in this format: 4,096 or 65,536 bytes.
inline std::size_t limit_of(TextFormat format) {
  return format == TextFormat::kCsv ? records::kCsvRowLimit : records::kLineLimit;
}

// The header that some nasty csv texts repeat between rows.
inline std::string nasty_header(char separator) {
  return std::string("a") + separator + "puzzle" + separator + "c";
}
inline constexpr std::string_view kSeparators = ",;\t";

// A line that people put between boards or between bands: a rule or a line of a frame.
inline std::string grid_rule(TestRandom& random) {
  static const auto kRules = testing::texts(
      "---------", "---------", "*********", "_________", "=========", "- - - - - - - - -",
      "|---|---|---|", "-----", "------+-------+------", "+---+---+---+", "---+---+---", "| | |",
      "||", "\xE2\x94\x80\xE2\x94\x80\xE2\x94\xBC\xE2\x94\x80",
      "\xE2\x95\x94\xE2\x95\x90\xE2\x95\x97", "\xE2\x94\x80\xE2\x94\x80", "........", "~~~ ~~~",
      std::string(50, '-'), std::string(81, '*'));
  return random.of(kRules);
}
inline std::string grid_title(TestRandom& random) {
  static const auto kTitles = testing::texts(
      "Grid 01", "2024-01-01", "12.1.2024", "100000017", "1 2 3 4 5 6 7 8 9", "0 1 2 3 4 5 6 7 8",
      "9 9", "01.02.2024", "20251122", "12345678", "[Puzzle]", "[1]", "% x", "%", "17", "1.", "(3)",
      "x", "x x x", "Puzzle 123", "A B C D E F G H I", "1 2 3 A 5 B 7 C 9", "?????????",
      "1234567Q9", "12345?7?9", "puzzle", "\xE9\xA2\x98\xE7\x9B\xAE 3", "Nr. 5: schwer \xFC",
      "\xE2\x94\x80 3 \xE2\x94\x80", "5 3 \xC2\xB7 \xC2\xB7 7 \xC2\xB7 \xC2\xB7 1 2",
      "\xEF\xBB\xBF",
      "\xEF\xBB\xBF"
      "123456789");
  return random.of(kTitles);
}

inline std::string end_mark(TestRandom& random) {
  static const auto kMarks =
      testing::texts("end", "EOF", "End.", " eof. ", "\x1A", "\x1A\x1A ", "ends", "end..", "\x1A.",
                     "\xEF\xBB\xBF"
                     "END");
  return random.of(kMarks);
}

class NastyTexts {
 public:
  explicit NastyTexts(std::uint64_t seed) : random_(seed) {}

  // A text of `pieces` random pieces, each well formed or not. `with_long`: some pieces have
  // lengths around the format's limit.
  std::string make(TextFormat format, int pieces, bool with_long) {
    style_ = random_.below(4);
    separator_ = random_.below(2) == 0 ? ',' : kSeparators[random_.index(3)];
    std::string text;
    for (int i = 0; i < pieces; ++i) {
      if (with_long && random_.below(4) == 0) {
        text += long_piece(format);
      } else if (format == TextFormat::kLine) {
        text += line_piece();
      } else if (format == TextFormat::kGrid) {
        text += grid_piece();
      } else {
        text += csv_piece();
      }
    }
    switch (random_.below(4)) {
      case 0:
        if (!text.empty()) text.pop_back();
        break;
      case 1:
        text += '\r';
        break;
      default:
        break;
    }
    for (int edits = random_.below(4); edits > 0; --edits) mutate(text);
    return text;
  }

 private:
  std::string line_end() {
    switch (style_ == 3 ? random_.below(3) : style_) {
      case 0:
        return "\n";
      case 1:
        return "\r\n";
      default:
        return "\r";
    }
  }
  bool one_in(int n) { return random_.below(n) == 0; }
  std::string blanks(int most) {
    std::string text;
    for (int i = random_.below(most + 1); i > 0; --i) text += one_in(3) ? '\t' : ' ';
    return text;
  }
  char odd_byte() {
    static constexpr std::string_view kBytes("\0\x01 \t\r\n#,;:|\"\"\"19.?QAg\x7F\xE2\xFF\xEF-+[%",
                                             30);
    return random_.of(kBytes);
  }
  void mutate(std::string& text) {
    const auto at = static_cast<std::size_t>(random_.below(static_cast<int>(text.size()) + 1));
    switch (random_.below(4)) {
      case 0:
        text.insert(at, 1, odd_byte());
        break;
      case 1:
        if (at < text.size()) text[at] = odd_byte();
        break;
      case 2:
        text.erase(at, 1 + random_.index(3));
        break;
      default:
        text.resize(std::max<std::size_t>(at, 1), ' ');
        break;
    }
  }

  std::string line_piece() {
    std::string text;
    if (one_in(10)) text = std::string("\xEF\xBB\xBF");
    if (one_in(4)) return text + words_piece() + line_end();
    if (one_in(20)) return text + end_mark(random_) + line_end();
    switch (random_.below(12)) {
      case 0:
        return text + blanks(3) + line_end();
      case 1:
        return text + blanks(2) + "# a remark" + line_end();
      case 2:
        text = random_cells(random_, 75 + random_.below(12));
        break;
      case 3:
        text = random_cells(random_, 9);
        break;
      case 4:
        text = blanks(3) + random_cells(random_, 81) + ",;:#| \t"[random_.below(7)] + " easy 9";
        break;
      case 5:
        text = random_cells(random_, 81) + odd_byte();
        break;
      case 6:
        text = random_cells(random_, 81);
        text[random_.index(81)] = odd_byte();
        break;
      default:
        text = puzzle();
        break;
    }
    return text + line_end();
  }
  // A line like "hash puzzle rating", with any separators between the words, and with some words
  // left out.
  std::string words_piece() {
    std::string text = blanks(one_in(3) ? 2 : 0);
    for (int words = 1 + random_.below(4); words > 0; --words) {
      text += one_in(5) ? "" : one_in(2) ? puzzle() : one_in(2) ? "0000183b305c" : "#7.1";
      static const std::vector<std::string> kBetween{" ", "  ",  "\t", ",",  ";",  ":",
                                                     "|", " , ", ", ", " |", ",,", " ; ; "};
      if (words > 1 || one_in(4)) text += kBetween[random_.index(12)];
    }
    return text;
  }
  std::string puzzle() { return one_in(2) ? random_puzzle(random_) : random_cells(random_, 81); }

  std::string row() {
    switch (random_.below(60)) {
      case 0:
        return random_cells(random_, 8);
      case 1:
        return random_cells(random_, 10);
      case 2:
        return random_cells(random_, 81);
      case 3:
        return random_cells(random_, 4) + odd_byte() + random_cells(random_, 4);
      case 4:
        return "# inside";
      case 5:
        return grid_title(random_);
      case 6:
        return grid_rule(random_);
      default:
        break;
    }
    if (style_rows_ == 1) return std::string(9, "-_*.0"[random_.below(3)]);
    if (style_rows_ == 2) {  // in a frame
      const std::string cells = random_cells(random_, 9);
      const std::string bar = one_in(2) ? "|" : "\xE2\x94\x82";
      return bar + " " + cells.substr(0, 3) + " " + bar + cells.substr(3, 3) + bar + " " +
             cells.substr(6) + bar;
    }
    if (style_rows_ == 4) {  // with letters or middle dots
      std::string text;
      for (const char cell : random_cells(random_, 9)) {
        text += one_in(3) ? "\xC2\xB7" : one_in(2) ? "Q" : std::string(1, cell);
      }
      return text;
    }
    if (style_rows_ == 3) {  // with one mark for the empty cells
      std::string cells = random_cells(random_, 9);
      for (char& cell : cells) cell = cell >= '1' && cell <= '9' && !one_in(4) ? cell : '-';
      return cells;
    }
    if (one_in(3)) return blanks(1) + random_cells(random_, 9) + blanks(1);
    std::string text;
    for (const char cell : random_cells(random_, 9)) {
      text += cell;
      text += one_in(40) ? blanks(2) : " ";
    }
    if (!one_in(5)) text.pop_back();
    return text;
  }

  std::string grid_piece() {
    static constexpr int kRows[] = {9, 9, 9, 9, 9, 9, 9, 18, 18, 27, 36, 10, 17, 19, 4, 5, 1, 8};
    std::string text;
    style_rows_ = one_in(2) ? 0 : random_.below(5);
    if (one_in(6)) text += blanks(2) + "# a board" + line_end();
    if (one_in(4)) text += grid_title(random_) + line_end();
    if (one_in(4)) text += grid_rule(random_) + line_end();
    if (one_in(20)) text += random_cells(random_, 41 + random_.below(60)) + line_end();
    if (one_in(3)) {
      const std::string cells = random_puzzle(random_);
      for (std::size_t i = 0; i < 9; ++i) text += cells.substr(9 * i, 9) + line_end();
    } else {
      const std::string rule = one_in(2) ? grid_rule(random_) : "";
      const int between = one_in(5) ? 4 : 3;
      const int rows = kRows[random_.below(18)];
      for (int i = 0; i < rows; ++i) {
        if (!rule.empty() && i % between == 0 && i % 9 != 0 && !one_in(20))
          text += rule + line_end();
        text += row() + line_end();
      }
    }
    if (one_in(5)) text += grid_rule(random_) + line_end();
    if (one_in(10)) text += end_mark(random_) + line_end();
    for (int lines = random_.below(4); lines > 0; --lines) text += blanks(2) + line_end();
    return text;
  }

  std::string csv_field() {
    switch (random_.below(16)) {
      case 14:
        return blanks(2) + "\"a;\tb,\"" + blanks(2) + (one_in(6) ? "x" : "");
      case 15:
        return blanks(2) + "\"c" + line_end() + "d\"" + blanks(2);
      case 0:
        return "\"a, b\"";
      case 1:
        return "\"a" + line_end() + "b" + (one_in(3) ? line_end() + "\"" : "\"");
      case 2:
        return "\"say \"\"no\"\"\"";
      case 3:
        return one_in(3) ? "\"open" : "shut";
      case 4:
        return one_in(3) ? "\"ab\"c" : "a\"b";
      case 5:
        return "";
      case 6:
        return one_in(3) ? "\"\"\"\"" : "\"\"";
      default:
        return "some text";
    }
  }
  std::string csv_piece() {
    if (one_in(8)) return blanks(2) + line_end();
    if (one_in(12)) {
      const std::string mark = one_in(2) ? "\xEF\xBB\xBF" : "";
      return mark + nasty_header(separator_) + (one_in(6) ? " " : "") + line_end();
    }
    std::string cells = one_in(8) ? random_cells(random_, 80 + random_.below(3))
                                  : blanks(one_in(4) ? 2 : 0) + puzzle();
    if (one_in(8)) cells[random_.index(80)] = odd_byte();
    if (one_in(3)) cells = '"' + cells + '"';
    if (one_in(5)) cells = blanks(2) + cells + blanks(2);
    std::string text = csv_field() + separator_ + cells + separator_ + csv_field();
    if (one_in(12)) text += separator_;
    if (one_in(12)) text = csv_field();
    return text + line_end();
  }

  std::string long_piece(TextFormat format) {
    const std::size_t limit = limit_of(format);
    const std::size_t length = limit - 3 + random_.index(7);
    std::string text;
    switch (random_.below(8)) {
      case 0:
        text = std::string(length, ' ');
        break;
      case 1:
        text = std::string(length, ' ') + "# far" + line_end();
        break;
      case 2:
        text = "#" + std::string(length, ' ');
        break;
      case 3:
        text = std::string(length - 81, ' ') + random_cells(random_, 81);
        break;
      case 4:
        text = random_cells(random_, 81) + "," + std::string(length - 82, 'a');
        break;
      case 5:
        text = std::string(length - 17, ' ') + "1 2 3 4 5 6 7 8 9";
        break;
      case 6:
        text = "\"" + std::string(length - 2, 'q') + (one_in(2) ? "\"" : "q");
        break;
      default:
        text = random_cells(random_, static_cast<int>(length));
        break;
    }
    if (format == TextFormat::kCsv) {
      switch (random_.below(6)) {
        case 0:
          text = "\"a" + line_end() + std::string(length - 90, 'b') + "\"," +
                 random_cells(random_, 81) + ",c";
          break;
        case 1:
          text =
              "x," + random_cells(random_, 81) + ",\"a\r\n" + std::string(length - 89, 'b') + "\"";
          break;
        case 2:
          text = "x," + random_cells(random_, 81) + ",\"" + std::string(length - 86, 'b') + "\"";
          break;
        default:
          break;
      }
    }
    return text + line_end();
  }

  TestRandom random_;
  int style_ = 0;
  char separator_ = ',';
  int style_rows_ = 0;
};

}  // namespace dokumill::testing
