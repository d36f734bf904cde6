#include "batch/layouts/trace.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/explainer/board/hint.hpp"

namespace dokumill::batch {
namespace {

unsigned bit_of(Digit digit) {
  return 1U << (digit.value() - 1);
}

// Adds the removals of the last step of the trace: an entry for each cell, in ascending order.
template <class Removals, class Read>
void add_removed(const Removals& removals, Trace& trace, const Read& read) {
  const std::size_t begin = trace.removed.size();
  const auto step = static_cast<std::uint32_t>(trace.steps.size() - 1);
  for (const auto& removal : removals) {
    const auto [cell, digits] = read(removal);
    const auto same = std::find_if(
        trace.removed.begin() + static_cast<std::ptrdiff_t>(begin), trace.removed.end(),
        [cell = cell](const RemovedCandidates& one) { return one.cell == cell; });
    if (same != trace.removed.end()) {
      same->digits = static_cast<std::uint16_t>(same->digits | digits);
    } else {
      trace.removed.push_back(
          {step, static_cast<std::uint16_t>(digits), static_cast<std::uint8_t>(cell)});
    }
  }
  std::sort(trace.removed.begin() + static_cast<std::ptrdiff_t>(begin), trace.removed.end(),
            [](const RemovedCandidates& a, const RemovedCandidates& b) { return a.cell < b.cell; });
}

}  // namespace

void Tracer::set_stop(std::function<bool()> should_stop) {
  if (explainer_) {
    explainer_->set_stop(std::move(should_stop));
  } else {
    rater_.set_stop(std::move(should_stop));
  }
}

void Tracer::trace(const Grid& puzzle, Trace& into) {
  into.steps.clear();
  into.removed.clear();
  into.sentences.clear();
  const auto add = [&into](Technique technique, int score) -> TraceStep& {
    return into.steps.emplace_back(TraceStep{static_cast<std::uint16_t>(score), technique});
  };
  if (!explainer_) {
    rater_.walk(puzzle, [&](const explainer::Hint& hint) {
      TraceStep& step = add(hint.technique, hint.score);
      if (hint.cell >= 0) {
        step.cell = static_cast<std::uint8_t>(hint.cell);
        step.digit = static_cast<std::uint8_t>(hint.digit + 1);
      }
      if (!content_.removed) return;
      add_removed(hint.removals, into, [](const explainer::Removal& gone) {
        return std::pair<unsigned, unsigned>(gone.cell, gone.digits);
      });
    });
    return;
  }
  explainer_->explain(puzzle, [&](const Step& found) {
    TraceStep& step = add(found.technique, found.score);
    if (found.placement) {
      step.cell = static_cast<std::uint8_t>(found.placement->cell.index());
      step.digit = static_cast<std::uint8_t>(found.placement->digit.value());
    }
    if (content_.removed) {
      add_removed(found.eliminations, into, [](const Candidate& gone) {
        return std::pair<unsigned, unsigned>(gone.cell.index(), bit_of(gone.digit));
      });
    }
    std::string& text = into.sentences.emplace_back();
    for (const std::string& sentence : sentences(found, *content_.sentences)) {
      if (!text.empty()) text += '\n';
      text += sentence;
    }
    return true;
  });
}

Trace mapped(const Trace& trace, const CanonicalMap& map) {
  // The place in the image of each cell.
  std::array<std::uint8_t, kCells> places{};
  for (std::size_t r = 0; r < 9; ++r) {
    for (std::size_t c = 0; c < 9; ++c) {
      const int from =
          map.is_transposed ? map.columns[c] * 9 + map.rows[r] : map.rows[r] * 9 + map.columns[c];
      places[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(r * 9 + c);
    }
  }
  Trace image = trace;
  for (TraceStep& step : image.steps) {
    if (step.cell == kNoCell) continue;
    step.cell = places[step.cell];
    step.digit = map.digits[step.digit];
  }
  return image;
}

}  // namespace dokumill::batch
