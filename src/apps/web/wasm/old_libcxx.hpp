// What the library uses of C++20 and libc++ 14 does not have, for emscripten 3.1.6 (Debian 12).
// src/apps/web/wasm/CMakeLists.txt includes this file before every source file. With a newer
// libc++, it is empty. Delete it when Debian 12 is no longer supported.
//
// The algorithms have only those parameters and results that the library uses, and take ranges
// without constraints.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>

namespace std {

template <class To, class From>
To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To>);
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

template <class T>
enable_if_t<is_array_v<T>, unique_ptr<T>> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}
template <class T>
enable_if_t<!is_array_v<T>, unique_ptr<T>> make_unique_for_overwrite() {
  return unique_ptr<T>(new T);
}

template <class Number, enable_if_t<is_floating_point_v<Number>, int> = 0>
to_chars_result to_chars(char* first, char* last, Number number) {
  constexpr int kMostDigits = 17;
  int bytes = 0;
  // The fewest digits that are read back as the number.
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    bytes = snprintf(first, static_cast<size_t>(last - first), "%.*g", digits,
                     static_cast<double>(number));
    if (static_cast<Number>(strtod(first, nullptr)) == number) break;
  }
  return {first + bytes, {}};
}

namespace ranges {

// The functions of this header, with the projection applied to each argument.
template <class Test, class Projection>
auto projected(Test& test, Projection& projection) {
  return [&](auto&&... values) -> decltype(auto) {
    return invoke(test, invoke(projection, std::forward<decltype(values)>(values))...);
  };
}

template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(begin(range), end(range),
                      [&](const auto& each) { return invoke(projection, each) == value; });
}
template <class Range, class Test, class Projection = identity>
auto find_if(Range&& range, Test test, Projection projection = {}) {
  return std::find_if(begin(range), end(range), projected(test, projection));
}
template <class Range, class Test, class Projection = identity>
auto find_if_not(Range&& range, Test test, Projection projection = {}) {
  return std::find_if_not(begin(range), end(range), projected(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool any_of(Range&& range, Test test, Projection projection = {}) {
  return std::any_of(begin(range), end(range), projected(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool none_of(Range&& range, Test test, Projection projection = {}) {
  return std::none_of(begin(range), end(range), projected(test, projection));
}
template <class Range, class Test, class Projection = identity>
bool all_of(Range&& range, Test test, Projection projection = {}) {
  return std::all_of(begin(range), end(range), projected(test, projection));
}
template <class Range, class Test, class Projection = identity>
auto count_if(Range&& range, Test test, Projection projection = {}) {
  return std::count_if(begin(range), end(range), projected(test, projection));
}
template <class Range, class Value, class Projection = identity>
auto count(Range&& range, const Value& value, Projection projection = {}) {
  return std::count_if(begin(range), end(range),
                       [&](const auto& each) { return invoke(projection, each) == value; });
}
template <class Range, class Use>
void for_each(Range&& range, Use use) {
  std::for_each(begin(range), end(range), use);
}
template <class Range, class Less = less, class Projection = identity>
void sort(Range&& range, Less is_less = {}, Projection projection = {}) {
  std::sort(begin(range), end(range), projected(is_less, projection));
}
template <class Range, class Less = less, class Projection = identity>
void stable_sort(Range&& range, Less is_less = {}, Projection projection = {}) {
  std::stable_sort(begin(range), end(range), projected(is_less, projection));
}
template <class Range, class Less = less, class Projection = identity>
auto max_element(Range&& range, Less is_less = {}, Projection projection = {}) {
  return std::max_element(begin(range), end(range), projected(is_less, projection));
}
template <class Range, class Value, class Less = less, class Projection = identity>
auto lower_bound(Range&& range, const Value& value, Less is_less = {}, Projection projection = {}) {
  return std::lower_bound(begin(range), end(range), value, [&](const auto& each, const auto& key) {
    return invoke(is_less, invoke(projection, each), key);
  });
}
template <class Range, class Value, class Less = less, class Projection = identity>
auto upper_bound(Range&& range, const Value& value, Less is_less = {}, Projection projection = {}) {
  return std::upper_bound(begin(range), end(range), value, [&](const auto& key, const auto& each) {
    return invoke(is_less, key, invoke(projection, each));
  });
}
template <class Range, class Value>
bool binary_search(Range&& range, const Value& value) {
  return std::binary_search(begin(range), end(range), value);
}
template <class Range, class Test = equal_to, class Projection = identity>
auto adjacent_find(Range&& range, Test test = {}, Projection projection = {}) {
  return std::adjacent_find(begin(range), end(range), projected(test, projection));
}
template <class Range, class Less = less, class Projection = identity>
auto is_sorted_until(Range&& range, Less is_less = {}, Projection projection = {}) {
  return std::is_sorted_until(begin(range), end(range), projected(is_less, projection));
}
template <class First, class Second, class Test = equal_to, class Projection = identity,
          class Same = Projection>
bool equal(First&& first, Second&& second, Test test = {}, Projection projection = {},
           Same /*projection*/ = {}) {
  return std::equal(begin(first), end(first), begin(second), end(second),
                    projected(test, projection));
}
template <class Range, class Value>
void replace(Range&& range, const Value& from, const Value& to) {
  std::replace(begin(range), end(range), from, to);
}
template <class Range, class Test, class Value>
void replace_if(Range&& range, Test test, const Value& to) {
  std::replace_if(begin(range), end(range), test, to);
}
template <class Range, class Out, class Value>
void replace_copy(Range&& range, Out out, const Value& from, const Value& to) {
  std::replace_copy(begin(range), end(range), out, from, to);
}
template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(begin(range), end(range), value);
}
template <class Range, class Out>
void move(Range&& range, Out out) {
  std::move(begin(range), end(range), out);
}

template <class Range, class Out, class Change>
void transform(Range&& range, Out out, Change change) {
  std::transform(begin(range), end(range), out, change);
}
template <class First, class Second, class Out, class Change>
void transform(First&& first, Second&& second, Out out, Change change) {
  std::transform(begin(first), end(first), begin(second), out, change);
}

template <class In, class Out>
struct in_out_result {
  In in;
  Out out;
};
template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
  return in_out_result<decltype(end(range)), Out>{end(range),
                                                  std::copy(begin(range), end(range), out)};
}
template <class First, class Second, class Out, class Less = less, class Projection = identity,
          class Same = Projection>
void merge(First&& first, Second&& second, Out out, Less is_less = {}, Projection projection = {},
           Same /*projection*/ = {}) {
  std::merge(begin(first), end(first), begin(second), end(second), out,
             projected(is_less, projection));
}
template <class In1, class In2>
struct in_in_result {
  In1 in1;
  In2 in2;
};
template <class First, class Second>
auto mismatch(First&& first, Second&& second) {
  const auto [in1, in2] = std::mismatch(begin(first), end(first), begin(second), end(second));
  return in_in_result<decltype(begin(first)), decltype(begin(second))>{in1, in2};
}

}  // namespace ranges
}  // namespace std

#endif
