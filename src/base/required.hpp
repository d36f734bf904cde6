// Required<T>: the type of a member of an aggregate, if every initializer must set this member.
//
// The rows of a table are aggregates with designated initializers. If a row leaves out a member of
// type T, the member gets a default value, and the mistake shows up at run time. If the member is a
// Required<T>, the row does not compile.
#pragma once

#include <concepts>
#include <utility>

namespace dokumill {

template <class T>
class Required {
 public:
  // Implicit, so that a row can write `.name = "line"` and `.print = print_line`.
  template <std::convertible_to<T> From>
  constexpr Required(From&& value) : value_(std::forward<From>(value)) {}  // NOLINT

  // Implicit, so that a row's member can be used as a T. If T is a pointer to a function, the
  // member can be called like this function.
  constexpr operator T() const { return value_; }  // NOLINT
  constexpr T value() const { return value_; }

 private:
  T value_;
};

}  // namespace dokumill
