#include "batch/step_text.hpp"

#include <algorithm>
#include <iterator>

#include "core/fmt.hpp"
#include "core/grid_text.hpp"

namespace dokumill::batch {
namespace {

// Appends a house as "r1", "c9" or "b5".
void add_house(std::string& text, std::uint8_t house) {
  text += '"';
  text += "rcb"[house / 9];
  text += static_cast<char>('1' + house % 9);
  text += '"';
}
void add_cell(std::string& text, Cell cell) {
  if (cell.index() >= 10) text += static_cast<char>('0' + cell.index() / 10);
  text += static_cast<char>('0' + cell.index() % 10);
}
void add_digit(std::string& text, Digit digit) {
  text += static_cast<char>('0' + digit.value());
}
void add_candidate(std::string& text, Candidate candidate) {
  text += '[';
  add_cell(text, candidate.cell);
  text += ',';
  add_digit(text, candidate.digit);
  text += ']';
}

// Adds `,"name":[...]`, or nothing if there are no items.
template <class Items, class Add>
void add_list(std::string& text, std::string_view name, const Items& items, const Add& add) {
  if (items.empty()) return;
  text += ",\"";
  text += name;
  text += "\":";
  char mark = '[';
  for (const auto& item : items) {
    text += mark;
    add(text, item);
    mark = ',';
  }
  text += ']';
}

void add_cells_of(std::string& text, const Grid& grid) {
  const std::size_t begin = text.size();
  text.resize(begin + kCells);
  write_cells(grid, text.data() + begin);
}

}  // namespace

std::array<std::uint8_t, kCells> fill_order(const Grid& puzzle, Step& step) {
  std::array<std::uint8_t, kCells> order{};
  std::uint8_t filled = 0;
  LogicState state(puzzle);
  for (; next_step(state, step); state.apply(step)) {
    if (step.placement) order[static_cast<std::size_t>(step.placement->cell.index())] = ++filled;
  }
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
  LogicState state(puzzle);
  Level level = Level::kEasy;
  int score = 0;
  for (; next_step(state, step_); state.apply(step_)) {
    const TechniqueInfo& info = info_of(step_.technique);
    level = std::max(level, info.level);
    score = std::max(score, info.score);
    if (!steps_.empty()) steps_ += ',';
    add_step(step_);
  }
  if (puzzle == solution) {
    text_ += "\",\"status\":\"complete\",\"steps\":[]}\n";
    return text_;
  }
  fmt::format_to(std::back_inserter(text_),
                 "\",\"status\":\"unique\",\"score\":{}.{},\"level\":\"{}\",\"steps\":[",
                 score / 10, score % 10, name_of(level));
  text_ += steps_;
  text_ += "]}\n";
  return text_;
}

void StepText::add_step(const Step& step) {
  steps_ += "{\"technique\":\"";
  steps_ += info_of(step.technique).name;
  steps_ += '"';
  if (step.placement) {
    steps_ += ",\"place\":";
    add_candidate(steps_, *step.placement);
  }
  add_list(steps_, "remove", step.eliminations, add_candidate);
  add_list(steps_, "houses", step.houses, add_house);
  add_list(steps_, "cells", step.cells, add_cell);
  add_list(steps_, "digits", step.digits, add_digit);
  if (step.first_colour != 0) {
    fmt::format_to(std::back_inserter(steps_), ",\"first_colour\":{}", step.first_colour);
  }
  if (sentences_) {
    fmt::format_to(std::back_inserter(steps_), ",\"text\":\"{}\"", describe(step, *sentences_));
  }
  steps_ += '}';
}

std::string_view StepText::of_other(const Grid* puzzle, std::string_view status) {
  if (puzzle != nullptr) {
    add_puzzle(*puzzle);
  } else {
    text_ = "{\"puzzle\":null";
  }
  fmt::format_to(std::back_inserter(text_), ",\"status\":\"{}\",\"steps\":[]}}\n", status);
  return text_;
}

}  // namespace dokumill::batch
