#include "batch/layouts/step_text.hpp"

#include <iterator>

#include "base/grid_text.hpp"
#include "base/text/format.hpp"
#include "engine/explainer/board/hint.hpp"
#include "engine/explainer/steps/step_json.hpp"

namespace dokumill::batch {
namespace {

void add_cells_of(std::string& text, const Grid& grid) {
  const std::size_t begin = text.size();
  text.resize(begin + kCells);
  write_cells(grid, text.data() + begin);
}

}  // namespace

FillOrder fill_order(const Grid& puzzle, explainer::LimitedRater& rater) {
  FillOrder order;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = puzzle.cells[i] == 0 ? kNoOrder : 0;
  std::uint8_t filled = 0;
  rater.walk(puzzle, [&](const explainer::Hint& hint) {
    if (hint.cell >= 0) order[static_cast<std::size_t>(hint.cell)] = ++filled;
  });
  return order;
}

void StepText::add_puzzle(const Grid& puzzle) {
  text_ = "{\"puzzle\":\"";
  add_cells_of(text_, puzzle);
  text_ += '"';
}

std::string_view StepText::of(const Grid& puzzle, const Grid& solution) {
  add_puzzle(puzzle);
  text_ += ",\"solution\":\"";
  add_cells_of(text_, solution);
  steps_.clear();
  const Rating rating = explainer_.explain(puzzle, [this](const Step& step) {
    if (!steps_.empty()) steps_ += ',';
    explainer::append_json(step, sentences_, steps_);
    return true;
  });
  if (puzzle == solution) {
    text_ += "\",\"status\":\"complete\",\"steps\":[]}\n";
    return text_;
  }
  const auto add_tenths = [this](std::string_view name, int tenths) {
    append_text(text_, ",\"{}\":{}.{}", name, tenths / 10, tenths % 10);
  };
  text_ += "\",\"status\":\"unique\"";
  add_tenths("er", rating.score);
  add_tenths("ep", rating.pearl);
  add_tenths("ed", rating.diamond);
  if (!rating.is_exact) text_ += ",\"is_exact\":false";
  append_text(text_, ",\"level\":\"{}\",\"obstacles\":{},\"steps\":[{}]}}\n",
              name_of(level_of(rating.score)), rating.obstacles, steps_);
  return text_;
}

std::string_view StepText::of_other(const Grid* puzzle, std::string_view status) {
  if (puzzle != nullptr) {
    add_puzzle(*puzzle);
  } else {
    text_ = "{\"puzzle\":null";
  }
  append_text(text_, ",\"status\":\"{}\",\"steps\":[]}}\n", status);
  return text_;
}

}  // namespace dokumill::batch
