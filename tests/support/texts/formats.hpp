// The formats whose texts the tests cut, join and change at every byte.
#pragma once

#include <iterator>

#include "dokumill/text_format.hpp"

namespace dokumill::testing {

inline constexpr TextFormat kFormats[] = {TextFormat::kLine, TextFormat::kGrid, TextFormat::kCsv};
// These have tests of their own.
inline constexpr TextFormat kOtherFormats[] = {
    TextFormat::kJsonl,      TextFormat::kNpy,      TextFormat::kParquet, TextFormat::kJson,
    TextFormat::kOpenSudoku, TextFormat::kSdk,      TextFormat::kKSudoku, TextFormat::kLatex,
    TextFormat::kSudokuPad,  TextFormat::kFPuzzles, TextFormat::kSolo};
static_assert(std::size(kFormats) + std::size(kOtherFormats) == std::size_t{kTextFormats},
              "a new format belongs in one of these lists");

}  // namespace dokumill::testing
