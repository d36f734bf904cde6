#include "apps/book/layout/order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "batch/frame/echo_worker.hpp"

namespace dokumill::book {

OrderedBook put_in_order(BookContent content, const Design& design, const Words& words) {
  const auto section_of = [&](std::uint32_t puzzle) -> std::uint32_t {
    if (design.sections == Sections::kNone) return 0;
    const BookPuzzle& entry = content.puzzles[puzzle];
    const bool is_by_level = design.sections == Sections::kByLevel;
    return is_by_level ? static_cast<std::uint32_t>(entry.level) : entry.section;
  };
  struct Place {
    std::uint32_t section;
    std::uint64_t key;
    std::uint32_t puzzle;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  for (std::uint32_t i = 0; i < content.puzzles.size(); ++i) {
    const std::uint64_t key = design.shuffle_seed
                                  ? batch::random_key(*design.shuffle_seed, std::uint64_t{i} + 1,
                                                      RandomPurpose::kShuffleRecord)
                                  : 0;
    places.push_back({section_of(i), key, i});
  }
  std::ranges::sort(places);
  OrderedBook book;
  book.puzzles.reserve(places.size());
  std::uint32_t section = 0;
  for (const Place& place : places) {
    const bool is_new = book.puzzles.empty() || place.section != section;
    section = place.section;
    if (is_new) {
      std::string name;
      if (design.sections == Sections::kByLevel) {
        name = words.level(static_cast<Level>(place.section));
      } else if (design.sections == Sections::kByColumn) {
        name = content.sections[place.section];
        if (name.empty()) name = words.other();
      }
      book.sections.push_back({std::move(name), book.puzzles.size(), 0});
    }
    ++book.sections.back().count;
    book.puzzles.push_back(std::move(content.puzzles[place.puzzle]));
  }
  return book;
}

}  // namespace dokumill::book
