// Implements add_report() (parsed_report.hpp).
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "apps/cluster/pieces/parsed_report.hpp"
#include "base/text/format.hpp"
#include "batch/jobs/report_fields.hpp"

namespace dokumill::merging {
namespace {

Status cannot_add(std::string message) {
  return {ErrorCode::kInput, std::move(message)};
}

// Collects the addresses of the counts that describe() visits.
struct CountPlaces {
  static constexpr bool kWrites = false;
  std::vector<std::uint64_t*>& places;

  void member(std::string_view, std::uint64_t& number) { places.push_back(&number); }
  template <class Value>
  void member(std::string_view name, std::optional<Value>& value) {
    if (value) member(name, *value);
  }
  void member(std::string_view, Described<CountPlaces> auto& value) { describe(value, *this); }
  void object(std::string_view, const auto& use) { use(*this); }
  bool has(std::string_view, bool) const { return true; }
  bool presence(std::string_view, bool flag) const { return flag; }
};

Status sum_too_large() {
  return cannot_add("the sum of a count is beyond 2^64");
}

template <class Number>
bool adds_up(Number more, Number& sum) {
  if (more > std::numeric_limits<Number>::max() - sum) return false;
  sum += more;
  return true;
}

// Inserts the problems of `more` into `sum`, in the order of the records. Keeps the first
// kMaxProblems. REQUIRES: both lists are in the order of the records.
void merge_problems(const std::vector<Problem>& more, std::vector<Problem>& sum) {
  std::vector<Problem> both;
  both.reserve(sum.size() + more.size());
  std::ranges::merge(sum, more, std::back_inserter(both), {}, &Problem::record, &Problem::record);
  if (both.size() > kMaxProblems) both.resize(kMaxProblems);
  sum = std::move(both);
}

Status add_common(const JobReport& piece, JobReport& sum) {
  if (piece.inputs.size() != sum.inputs.size()) {
    return cannot_add(format_text("this piece has {} inputs, and another has {}",
                                  piece.inputs.size(), sum.inputs.size()));
  }
  if (piece.left_out.has_value() != sum.left_out.has_value()) {
    return cannot_add("only some of the pieces left out records");
  }
  bool fits = !sum.left_out || adds_up(*piece.left_out, *sum.left_out);
  fits = fits && adds_up(piece.records, sum.records) && adds_up(piece.threads, sum.threads);
  for (std::size_t i = 0; i < sum.inputs.size(); ++i) {
    fits = fits && adds_up(piece.inputs[i].records, sum.inputs[i].records) &&
           adds_up(piece.inputs[i].malformed, sum.inputs[i].malformed);
  }
  const std::size_t problems = sum.problems.size() + piece.problems.size();
  fits = fits && adds_up(piece.problems_omitted, sum.problems_omitted);
  merge_problems(piece.problems, sum.problems);
  fits = fits && adds_up(std::uint64_t{problems - sum.problems.size()}, sum.problems_omitted);
  if (!fits) return sum_too_large();
  sum.seconds = std::max(sum.seconds, piece.seconds);
  if (sum.unmapped_column.empty()) sum.unmapped_column = piece.unmapped_column;
  for (std::size_t i = 0; i < sum.stages.size(); ++i) sum.stages[i] += piece.stages[i];
  // The machines that run the pieces may have chosen different engines. The output does not depend
  // on the engine.
  const std::string listed = ", " + sum.engine + ", ";
  if (listed.find(", " + piece.engine + ", ") == std::string::npos) {
    sum.engine += ", " + piece.engine;
  }
  // The sum has the highest exit status of the pieces. If a piece has no exit status, the sum has
  // no exit status either.
  if (sum.exit_status && piece.exit_status) {
    sum.exit_status = std::max(*sum.exit_status, *piece.exit_status);
  } else {
    sum.exit_status.reset();
  }
  return {};
}

}  // namespace

Status add_report(const AnyReport& piece, AnyReport& sum) {
  if (piece.index() != sum.index()) return cannot_add("this piece is of another command");
  if (Status status = add_common(common_part(piece), common_part(sum)); !status.ok()) {
    return status;
  }
  return std::visit(
      [&piece](auto& all) -> Status {
        using Report = std::decay_t<decltype(all)>;
        Report more = std::get<Report>(piece);  // a copy, because CountPlaces has no const places
        std::vector<std::uint64_t*> from;
        std::vector<std::uint64_t*> to;
        CountPlaces here{from};
        CountPlaces there{to};
        describe(more, here);
        describe(all, there);
        if (from.size() != to.size()) {
          return cannot_add("this piece has other counts than another piece");
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
          if (!adds_up(*from[i], *to[i])) return sum_too_large();
        }
        return {};
      },
      sum);
}

}  // namespace dokumill::merging
