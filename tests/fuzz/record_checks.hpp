// Checks of the properties that every text of records must have. A failed check ends the program
// with a message.
//
// The expected results come from tests/support/texts/slow_reader.hpp, which shares no code with
// src/formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/format.hpp"
#include "require.hpp"
#include "support/test_random.hpp"

namespace dokumill::fuzzing {

// Every target defines this function. It returns a few lines, which may be malformed, for the
// mutator to insert into texts.
std::string make_piece(testing::TestRandom& random);

// kRun stands for a long run of bytes, so that small inputs reach the limits of lines and rows. The
// three bytes kRun, length and byte are replaced by `limit` - 128 + length copies of byte. Only the
// first two runs are replaced, or only the first run if `limit` is very large.
inline constexpr char kRun = '\x1E';
std::string with_runs(std::string_view input, std::size_t limit);

// Reads `text` whole, in chunks and as a stream, prints its records and reads them again.
void check_records(const records::ReadOptions& options, const std::string& text);

}  // namespace dokumill::fuzzing
