// What the table of features has for a filter, in addition to FeatureInfo.
#pragma once

#include <cstddef>
#include <string_view>

#include "dokumill/features.hpp"

namespace dokumill::features {

// About how long the feature takes for a puzzle that singles do not solve, in microseconds. Filters
// ask for the values that take the least time first.
int cost_of(std::size_t feature);

// True if the numbers of the feature can have more than 31 bits.
bool has_large_numbers(std::size_t feature);

// True if the feature has a list of words, each with a number.
bool has_known_words(std::size_t feature);

// The value that the feature may have for this text, for example "naked pair" for "Naked-Pair". Not
// known if the feature never has such a word. If the feature has no list of words, the value has no
// number.
FeatureValue word_of(std::size_t feature, std::string_view text);

}  // namespace dokumill::features
