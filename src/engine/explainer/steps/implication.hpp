// Builds the implications of the chains of a Step.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "dokumill/explainer.hpp"
#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/chains/inner_steps.hpp"

namespace dokumill::explainer {

// `id`: cell * 9 + digit.
inline Candidate candidate_of(int id) {
  return {Cell(id / 9), Digit(id % 9 + 1)};
}

// Appends that the candidate is assumed.
inline void add_assumed(Candidate candidate, bool is_true, Chain& chain) {
  chain.implications.push_back({.candidate = candidate, .is_true = is_true});
}

// The first house that contains both cells, in the order box, row, column.
inline int shared_house(Cell a, Cell b) {
  const auto& of_a = kHousesOf[a.index()];
  const auto& of_b = kHousesOf[b.index()];
  return of_a[0] == of_b[0] ? of_a[0] : of_a[1] == of_b[1] ? of_a[1] : of_a[2];
}

// Appends that the candidate is false, because implication number `from` is true.
inline void add_excluded(Candidate candidate, std::uint16_t from, Chain& chain) {
  const Cell by = chain.implications[from].candidate.cell;
  Implication added{.candidate = candidate, .because = Because::kSameCell, .from = {from}};
  if (by != candidate.cell) {
    added.because = Because::kSameHouse;
    added.house = static_cast<std::uint8_t>(shared_house(by, candidate.cell));
  }
  chain.implications.push_back(std::move(added));
}

// Appends that the candidate is true, because the implications `from` are false.
inline void add_last(Candidate candidate, Reason reason, std::vector<std::uint16_t> from,
                     Chain& chain) {
  Implication added{.candidate = candidate,
                    .is_true = true,
                    .because = Because::kLastInCell,
                    .from = std::move(from)};
  if (reason >= kFirstHouseReason) {
    added.because = Because::kLastInHouse;
    added.house = static_cast<std::uint8_t>((reason - kFirstHouseReason) / 9);
  }
  chain.implications.push_back(std::move(added));
}

// Appends that the candidate is false, because of an inner step of the chain.
inline void add_removed(Candidate candidate, std::uint16_t inner_step,
                        std::vector<std::uint16_t> from, Chain& chain) {
  chain.implications.push_back({.candidate = candidate,
                                .because = Because::kStep,
                                .inner_step = inner_step,
                                .from = std::move(from)});
}

}  // namespace dokumill::explainer
