// The common code of the functions of dokumill/dokumill.h: checks of arguments, the options, and
// the status and message of a call.
//
// Thread safety: pure functions, and one message for each thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "batch/flow/without_exceptions.hpp"
#include "dokumill/dokumill.h"
#include "dokumill/grid.hpp"
#include "dokumill/many.hpp"
#include "dokumill/sized_many.hpp"
#include "dokumill/sizes.hpp"
#include "dokumill/status.hpp"

namespace dokumill::capi {

// Keeps the message of a failed call for dokumill_last_message(), and returns the dokumill_status
// of the call.
int report(const Status& status) noexcept;
const char* last_message() noexcept;

// Runs `call`, which returns a Status, and lets no exception out.
template <class Call>
int guarded(const Call& call) noexcept {
  const Status status = batch::without_exceptions(call);
  return status.ok() ? DOKUMILL_OK : report(status);
}

// An array of the caller.
struct Array {
  const char* name;  // the name of the parameter
  const void* data;
  std::size_t count;
  std::size_t item_bytes;
  std::size_t alignment;
  bool is_result;
  bool may_be_null;
  const void* may_equal = nullptr;  // the input that may be the same array as this result
};

template <class T>
Array input(const char* name, const T* data, std::size_t count, std::size_t items = 1) {
  return {name, data, count, items * sizeof(T), alignof(T), false, false};
}
template <class T>
Array result(const char* name, T* data, std::size_t count, std::size_t items = 1) {
  return {name, data, count, items * sizeof(T), alignof(T), true, false};
}
inline Array optional(Array array) {
  array.may_be_null = true;
  return array;
}
inline Array in_place_of(const void* input, Array array) {
  array.may_equal = input;
  return array;
}

// Returns kUsage if at least one array is wrong. An array is wrong if it is a null pointer and
// may_be_null is not set, if its alignment is wrong, or if it does not fit into the address space.
// A result is also wrong if it overlaps another array, unless it is exactly the array `may_equal`.
Status check_arrays(std::initializer_list<Array> arrays);

inline std::span<const Grid> grids_at(const std::uint8_t* cells, std::size_t count) {
  return {reinterpret_cast<const Grid*>(cells), cells != nullptr ? count : 0};
}
inline std::span<Grid> grids_at(std::uint8_t* cells, std::size_t count) {
  return {reinterpret_cast<Grid*>(cells), cells != nullptr ? count : 0};
}
// REQUIRES: `T` has the same layout as `Item`. The files that call items_at() check this with
// static_assert.
template <class T, class Item>
std::span<T> items_at(Item* items, std::size_t count) {
  static_assert(sizeof(T) == sizeof(Item) && alignof(T) <= alignof(Item));
  return {reinterpret_cast<T*>(items), items != nullptr ? count : 0};
}

inline constexpr std::size_t kMaxStructBytes = 4096;

Status bad_struct(const char* name, std::size_t size, std::size_t min);

// Copies the caller's structure `from` over the defaults in `into`. The structure may be of another
// version of the header. `min_bytes`: the size of the structure in its first version.
template <class Struct>
Status copy_struct(const Struct* from, const char* name, std::size_t min_bytes, Struct& into) {
  if (from == nullptr) return {};
  std::size_t size = 0;
  std::memcpy(&size, from, sizeof size);
  if (size < min_bytes || size > kMaxStructBytes) return bad_struct(name, size, min_bytes);
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  for (std::size_t i = sizeof(Struct); i < size; ++i) {
    if (bytes[i] == 0) continue;
    return {ErrorCode::kUsage,
            std::string(name) + " sets a member that this version of the library does not know"};
  }
  std::memcpy(&into, from, std::min(size, sizeof(Struct)));
  return {};
}

// kUsage if the value of a member is outside the range. Both ends belong to the range.
Status check_member(const char* name, std::int64_t value, std::int64_t min, std::int64_t max);

// The sizes that a function works with.
enum class Sizes { kOnly9x9, kAll };

// The options of a call. The caller's should_stop runs on the caller's thread only: for the first
// time after kStopInterval, and then at most once in each kStopInterval.
class CallOptions {
 public:
  static constexpr std::chrono::milliseconds kStopInterval{10};

  CallOptions() = default;
  CallOptions(const CallOptions&) = delete;
  CallOptions& operator=(const CallOptions&) = delete;

  Status read(const dokumill_options* options, Sizes sizes = Sizes::kOnly9x9);
  const ManyOptions& many() const { return many_; }

  // The shape of the grids if they are not 9x9.
  std::optional<Shape> shape() const { return shape_; }
  // The bytes of a grid.
  std::size_t cells() const { return static_cast<std::size_t>(shape_ ? shape_->cells() : kCells); }
  // The cells of grids of another size.
  template <class Cell>
  std::span<Cell> cells_at(Cell* grids, std::size_t count) const {
    return {grids, grids != nullptr ? count * cells() : 0};
  }

 private:
  Status read_shape(Sizes sizes);
  bool should_stop();

  dokumill_options given_ = DOKUMILL_OPTIONS_INIT;
  ManyOptions many_;
  std::optional<Shape> shape_;
  std::thread::id caller_;
  std::chrono::steady_clock::time_point last_call_;  // used on the caller's thread only
  std::atomic<bool> is_stopped_{false};
};

}  // namespace dokumill::capi
