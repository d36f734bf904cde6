// What must hold of every text of records, checked in many ways; a claim that fails ends the
// program with its words.
//
// The judge is tests/support/slow_reader.hpp, which shares no code with src/records.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "records/format.hpp"
#include "support/test_random.hpp"

namespace dokumill::fuzzing {

// Every target says what its mutator is to put into texts: a few lines, well formed or not.
std::string make_piece(testing::TestRandom& random);

// A byte that stands for a long run, so that small inputs reach the limits of lines and rows: it,
// a length and a byte become that byte `limit` - 128 + length times. Two such runs count (one where
// it is a very long one), others are three bytes.
inline constexpr char kRun = '\x1E';
std::string with_runs(std::string_view input, std::size_t limit);

// Ends the program with these words and the text if `claim` is false.
void require(bool claim, std::string_view words, std::string_view text);

// Reads `text` whole, in chunks and as a stream, prints its records and reads them again.
void check_records(const records::ReadOptions& options, const std::string& text);

}  // namespace dokumill::fuzzing
