// What proposals have found in a text, and which reading is the best. import.cpp chooses the part
// of the text that they read, and what happens if no reading fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/import/readings.hpp"

namespace dokumill::records {

inline bool is_stopped(const ImportOptions& options) {
  return options.watch != nullptr && options.watch->is_stopped();
}

inline bool is_table(TextFormat format) {
  return format == TextFormat::kCsv || format == TextFormat::kJsonl;
}

// How good a reading is, the best last.
enum class Grade : std::uint8_t {
  kNothing,
  kMixed,     // some records are damaged, break rules, or are lost
  kPossible,  // all boards obey the rules, and all may have solutions
  kProven,    // all boards have exactly one solution, or are complete
};

// A proposal, and what it has found in a text.
struct TriedReading {
  const Proposal* proposal = nullptr;
  ReadingCounts counts;
  std::vector<BoardCells> boards;  // the first ones
  std::vector<std::uint32_t> lines;
  std::optional<RecordError> first_damaged;
  std::uint32_t first_lost_line = 0;
  bool is_from_zero = false;  // its digits are 0 to 8 in the text
  std::vector<BoardCells> zero_boards;
  // Zeros of its boards are digits of another reading, or some are digits and some are not.
  bool has_odd_zeros = false;

  std::uint64_t bad() const { return counts.damaged + counts.lost + counts.wrong() + counts.mixed; }
  Grade grade() const;
  // Most records are boards, and most boards obey the rules.
  bool fits() const;
};

struct Decision {
  std::size_t best = 0;
  std::optional<std::size_t> rival;  // it is as good, and has other boards
};

// REQUIRES: readings is not empty.
Decision decide(const std::vector<TriedReading>& readings);

// The proposals for a text, and what they have found.
struct Choice {
  std::vector<Proposal> proposals;
  std::vector<TriedReading> readings;  // of the text, or of its beginning
  Decision decision;

  const TriedReading& best() const { return readings[decision.best]; }
  bool has_any() const;
};

// Reads the text with a proposal. `is_all`: the text is no beginning of a longer one. If the digits
// seem to be 0 to 8, they are read so, unless the boards are then wrong. Programs that the text
// names count from 1.
TriedReading read_with(const Proposal& proposal, std::string_view text, bool is_all,
                       const ImportOptions& options);
// Boards whose zeros are digits for one reading are not read as boards with empty cells by another.
void compare_zeros(std::vector<TriedReading>& readings);
// Reads the text with all proposals, up to a stop.
std::vector<TriedReading> read_with_all(const std::vector<Proposal>& proposals,
                                        std::string_view text, bool is_all,
                                        const ImportOptions& options);

}  // namespace dokumill::records
