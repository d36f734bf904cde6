// Design: what the user of `dokumill book` chooses about the pages.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/book/layout/paper.hpp"
#include "dokumill/explainer.hpp"

namespace dokumill::book {

// How the puzzles of a page are arranged. On a page that is wider than high, the puzzles may be
// arranged with rows and columns exchanged (sheet.cpp).
struct Grouping {
  std::string_view name;  // the number of puzzles
  int columns;
  int rows;
};
inline constexpr std::array<Grouping, 5> kGroupings{
    {{"1", 1, 1}, {"2", 1, 2}, {"4", 2, 2}, {"6", 2, 3}, {"9", 3, 3}}};

enum class Answers : std::uint8_t { kBack, kBeside, kNone };
inline constexpr std::array<std::string_view, 3> kAnswersNames{"back", "beside", "none"};

// In the order of the enumeration Language.
inline constexpr std::array<std::string_view, 2> kLanguageNames{"en", "zh"};

enum class Format : std::uint8_t { kPdf, kSvg, kCover };
inline constexpr std::array<std::string_view, 3> kFormatNames{"pdf", "svg", "cover"};

enum class Sections : std::uint8_t { kNone, kByLevel, kByColumn };

// The most answers on a page that a user can ask for.
inline constexpr int kMostAnswersPerPage = 30;

struct Design {
  // Texts are UTF-8; empty: none.
  std::string title;
  std::string author;
  std::string copyright;
  std::string font;  // a family for all text and digits; empty: chosen by language
  Language language = Language::kEnglish;
  Format format = Format::kPdf;
  Paper paper = kPapers[0];
  // nullopt: 4; in large print 2, or 1 where two do not fit.
  std::optional<Grouping> grouping;
  Answers answers = Answers::kBack;
  int answers_per_page = 0;  // 0: chosen by the size of the page
  bool is_large_print = false;
  bool has_front_matter = false;
  bool has_hints = false;
  Sections sections = Sections::kNone;
  std::optional<std::uint64_t> shuffle_seed;  // nullopt: the order of the input
};

}  // namespace dokumill::book
