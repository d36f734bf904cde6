#include "batch/rows/rating_columns.hpp"

#include <iterator>

namespace dokumill::batch {
namespace {

bool is_complete(const Rating& rating) {
  return rating.clues == kCells;
}

Field count_of(int number) {
  return Field::of(static_cast<std::uint64_t>(number));
}

struct RatingColumn {
  std::string_view name;
  bool is_text;
  Field (*value)(const Rating& rating);
};

constexpr RatingColumn kColumns[] = {
    {"er", false, [](const Rating& it) { return Field::tenths(it.score, !it.is_exact); }},
    {"ep", false, [](const Rating& it) { return Field::tenths(it.pearl); }},
    {"ed", false, [](const Rating& it) { return Field::tenths(it.diamond); }},
    {"level", true,
     [](const Rating& it) {
       return Field::word(is_complete(it) ? "complete" : name_of(level_of(it.score)));
     }},
    {"clues", false, [](const Rating& it) { return count_of(it.clues); }},
    {"hardest", true,
     [](const Rating& it) {
       const bool is_known = !is_complete(it) && knows_hardest(it);
       return Field::word(is_known ? info_of(it.hardest).name : std::string_view());
     }},
    {"obstacles", false, [](const Rating& it) { return count_of(it.obstacles); }},
    {"exact", false, [](const Rating& it) { return Field::of(it.is_exact ? 1 : 0); }},
};

std::vector<std::size_t> columns_of(RatingFields::Form form, Obstacles obstacles) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < std::size(kColumns); ++i) {
    const std::string_view name = kColumns[i].name;
    if (name == "obstacles" && obstacles == Obstacles::kNotCounted) continue;
    if (name == "exact" && form == RatingFields::Form::kLine) continue;
    columns.push_back(i);
  }
  return columns;
}

}  // namespace

bool knows_hardest(const Rating& rating) {
  return rating.is_exact || rating.hardest == Technique::kNestedForcingChains;
}

std::vector<std::string> rating_columns(Obstacles obstacles) {
  std::vector<std::string> names;
  for (const std::size_t column : columns_of(RatingFields::Form::kTable, obstacles)) {
    names.emplace_back(kColumns[column].name);
  }
  return names;
}

RatingFields::RatingFields(Form form, Obstacles obstacles)
    : form_(form), columns_(columns_of(form, obstacles)), fields_(columns_.size()) {}

std::span<const Field> RatingFields::of(const Rating& rating) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    fields_[i] = kColumns[columns_[i]].value(rating);
  return fields_;
}

std::span<const Field> RatingFields::of_unrated(std::string_view status) {
  const std::string_view place = form_ == Form::kTable ? "level" : "er";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const RatingColumn& column = kColumns[columns_[i]];
    if (column.name == place) {
      fields_[i] = Field::word(status);
    } else {
      fields_[i] = column.is_text ? Field::word({}) : Field::missing();
    }
  }
  return fields_;
}

}  // namespace dokumill::batch
