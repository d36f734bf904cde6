// each_count(): the counts of each kind of report, with their names in JSON.
//
// These functions are the only list of the counts. Two parts of the code use this list: one reads
// reports, and the other adds reports. For each count, the functions call:
//
//   visit.count(name, number)             a member of the report
//   visit.nested(object, name, number)    a member of the object with the name `object`
//   visit.sparse(object, name, number)    the same, but the object lacks a number that is 0
//   visit.listed(number)                  a count in the list of techniques
//
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/text/fmt.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"

namespace dokumill::merging {

template <class Report, class Visit>
void each_outcome_of_rating(Report& report, const Visit& visit) {
  visit.count("unique", report.unique);
  visit.count("complete", report.complete);
  visit.count("multiple", report.multiple);
  visit.count("none", report.none);
  visit.count("malformed", report.malformed);
}

template <class Levels, class Visit>
void each_level(Levels& levels, const Visit& visit) {
  for (int level = 0; level < kLevels; ++level) {
    visit.nested("levels", name_of(static_cast<Level>(level)),
                 levels[static_cast<std::size_t>(level)]);
  }
}

template <class Visit>
void each_count(SolveReport& report, const Visit& visit) {
  visit.count("unique", report.unique);
  visit.count("multiple", report.multiple);
  visit.count("unsolvable", report.unsolvable);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(CheckReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
  if (report.minimal) visit.count("minimal", *report.minimal);
  if (report.solutions) {
    visit.nested("solutions", "right", report.solutions->right);
    visit.nested("solutions", "second", report.solutions->second);
    visit.nested("solutions", "wrong", report.solutions->wrong);
  }
}

template <class Visit>
void each_count(RateReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
  each_level(report.ratings.levels, visit);
  visit.count("inexact", report.ratings.inexact);
  for (std::uint64_t& puzzles : report.ratings.hardest) visit.listed(puzzles);
}

template <class Visit>
void each_count(StepsReport& report, const Visit& visit) {
  each_outcome_of_rating(report, visit);
}

template <class Visit>
void each_count(CanonReport& report, const Visit& visit) {
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(DedupeReport& report, const Visit& visit) {
  visit.count("kept", report.kept);
  visit.count("duplicates", report.duplicates);
  visit.count("malformed", report.malformed);
  visit.count("spilled_bytes", report.spilled_bytes);
}

template <class Visit>
void each_count(SplitReport& report, const Visit& visit) {
  visit.count("train", report.train);
  visit.count("test", report.test);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(ConvertReport& report, const Visit& visit) {
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(AugmentReport& report, const Visit& visit) {
  visit.count("written", report.written);
  visit.count("malformed", report.malformed);
}

template <class Visit>
void each_count(PuzzlesReport& report, const Visit& visit) {
  visit.count("tries", report.tries);
  for (std::size_t clues = 0; clues < report.clues.size(); ++clues) {
    visit.sparse("clues", fmt::to_string(clues), report.clues[clues]);
  }
  if (report.is_rated) each_level(report.levels, visit);
  if (!report.is_weighted) return;
  for (std::size_t clues = 0; clues < report.clues.size(); ++clues) {
    visit.sparse("weights", fmt::to_string(clues), report.weights.sum[clues]);
    visit.sparse("weight_squares", fmt::to_string(clues), report.weights.squares[clues]);
  }
}

template <class Visit>
void each_count(JobReport&, const Visit&) {}

}  // namespace dokumill::merging
