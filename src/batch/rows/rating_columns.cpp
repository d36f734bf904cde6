#include "batch/rows/rating_columns.hpp"

#include <iterator>

namespace dokumill::batch {
namespace {

bool is_complete(const Rating& rating) {
  return rating.clues == kCells;
}

constexpr TenthsColumn kEr{"er"};
constexpr TenthsColumn kEp{"ep"};
constexpr TenthsColumn kEd{"ed"};
constexpr TextColumn kLevel{"level"};
constexpr NumberColumn kClues{"clues", kInt32};
constexpr TextColumn kHardest{"hardest"};
constexpr NumberColumn kObstacles{"obstacles", kInt32};
constexpr NumberColumn kExact{"exact", kInt32};

struct RatingColumn {
  std::string_view name;
  tables::ColumnType type;
  Field (*value)(const Rating& rating);

  constexpr RatingColumn(const TextColumn& of, Field (*made)(const Rating&))
      : name(of.name), type(kText), value(made) {}
  constexpr RatingColumn(const NumberColumn& of, Field (*made)(const Rating&))
      : name(of.name), type(of.type), value(made) {}
  constexpr RatingColumn(const TenthsColumn& of, Field (*made)(const Rating&))
      : name(of.name), type(kDouble), value(made) {}
};

std::uint64_t count_of(int number) {
  return static_cast<std::uint64_t>(number);
}

constexpr RatingColumn kColumns[] = {
    {kEr, [](const Rating& it) { return kEr(it.score, !it.is_exact); }},
    {kEp, [](const Rating& it) { return kEp(it.pearl); }},
    {kEd, [](const Rating& it) { return kEd(it.diamond); }},
    {kLevel,
     [](const Rating& it) {
       return kLevel(is_complete(it) ? "complete" : name_of(level_of(it.score)));
     }},
    {kClues, [](const Rating& it) { return kClues(count_of(it.clues)); }},
    {kHardest,
     [](const Rating& it) {
       const bool is_known = !is_complete(it) && knows_hardest(it);
       return kHardest(is_known ? info_of(it.hardest).name : std::string_view());
     }},
    {kObstacles, [](const Rating& it) { return kObstacles(count_of(it.obstacles)); }},
    {kExact, [](const Rating& it) { return kExact(it.is_exact ? 1 : 0); }},
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

std::vector<tables::Column> rating_columns(Obstacles obstacles) {
  std::vector<tables::Column> columns;
  for (const std::size_t column : columns_of(RatingFields::Form::kTable, obstacles)) {
    columns.push_back({std::string(kColumns[column].name), kColumns[column].type});
  }
  return columns;
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
      fields_[i] = kLevel(status);
    } else {
      fields_[i] = column.type == kText ? kHardest(std::string_view()) : kClues.missing();
    }
  }
  return fields_;
}

}  // namespace dokumill::batch
