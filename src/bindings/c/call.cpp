#include "bindings/c/call.hpp"

#include <array>
#include <limits>
#include <string_view>

namespace dokumill::capi {
namespace {

// A fixed buffer, so that a call can report that memory ran out.
thread_local std::array<char, 512> message_of_thread{};

void keep_message(std::string_view text) noexcept {
  const std::size_t size = std::min(text.size(), message_of_thread.size() - 1);
  std::memcpy(message_of_thread.data(), text.data(), size);
  message_of_thread[size] = '\0';
}

int status_of(const Status& status) noexcept {
  switch (status.code()) {
    case ErrorCode::kOk:
      return DOKUMILL_OK;
    case ErrorCode::kUsage:
    case ErrorCode::kInput:
      return DOKUMILL_ERROR_ARGUMENT;
    case ErrorCode::kMalformed:
      return DOKUMILL_ERROR_MALFORMED;
    case ErrorCode::kOutOfMemory:
      return DOKUMILL_ERROR_MEMORY;
    case ErrorCode::kCallback:
      return DOKUMILL_ERROR_CALLBACK;
    case ErrorCode::kInterrupted:
      return DOKUMILL_ERROR_STOPPED;
    case ErrorCode::kUnmet:
      return DOKUMILL_ERROR_UNMET;
    case ErrorCode::kSelfCheck:
    case ErrorCode::kIo:  // the C interface reads and writes no files
    case ErrorCode::kUnsupported:
    case ErrorCode::kBrokenPipe:
      break;
  }
  return DOKUMILL_ERROR_INTERNAL;
}

Status bad_array(const Array& array, const char* why) {
  return {ErrorCode::kUsage, std::string(array.name) + ": " + why};
}

Status check_array(const Array& array) {
  if (array.count == 0) return {};
  if (array.data == nullptr) {
    return array.may_be_null ? Status() : bad_array(array, "a null pointer");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(array.data);
  if (address % array.alignment != 0) return bad_array(array, "not aligned for its type");
  constexpr auto kMax = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  if (array.count > kMax / array.item_bytes ||
      array.count * array.item_bytes > std::numeric_limits<std::uintptr_t>::max() - address) {
    return bad_array(array, "larger than the address space");
  }
  return {};
}

// CallOptions::read() calls this, so that functions that solve nothing refuse an unknown engine,
// too.
Status check_engine(std::string_view name) {
  if (name == "auto") return {};
  for (const EngineInfo& info : engines()) {
    if (info.is_available && info.name == name) return {};
  }
  return Solver::create(name).status();
}

bool overlap(const Array& a, const Array& b) {
  if (a.data == nullptr || b.data == nullptr || a.count == 0 || b.count == 0) return false;
  const auto begin_a = reinterpret_cast<std::uintptr_t>(a.data);
  const auto begin_b = reinterpret_cast<std::uintptr_t>(b.data);
  return begin_a < begin_b + b.count * b.item_bytes && begin_b < begin_a + a.count * a.item_bytes;
}

}  // namespace

int report(const Status& status) noexcept {
  keep_message(status.message());
  return status_of(status);
}

const char* last_message() noexcept {
  return message_of_thread.data();
}

Status check_arrays(std::initializer_list<Array> arrays) {
  for (const Array& array : arrays) {
    if (Status status = check_array(array); !status.ok()) return status;
  }
  for (const Array& array : arrays) {
    if (!array.is_result) continue;
    for (const Array& other : arrays) {
      if (&other == &array || !overlap(array, other)) continue;
      if (!other.is_result && array.may_equal == other.data && array.data == other.data) continue;
      return {ErrorCode::kUsage, std::string(array.name) + " overlaps " + other.name};
    }
  }
  return {};
}

Status bad_struct(const char* name, std::size_t size, std::size_t min) {
  return {ErrorCode::kUsage, std::string(name) + ": the member size is " + std::to_string(size) +
                                 ", expected at least " + std::to_string(min) +
                                 "; set it with the _INIT macro"};
}

Status check_member(const char* name, std::int64_t value, std::int64_t min, std::int64_t max) {
  if (value >= min && value <= max) return {};
  return {ErrorCode::kUsage, std::string(name) + ": expected " + std::to_string(min) + " to " +
                                 std::to_string(max) + ", got " + std::to_string(value)};
}

Status CallOptions::read_shape(Sizes sizes) {
  if (given_.box_rows == 0 && given_.box_columns == 0) return {};
  if (given_.box_rows == 3 && given_.box_columns == 3) return {};
  const auto found = std::ranges::find_if(kShapes, [&](Shape shape) {
    return shape.box_rows == given_.box_rows && shape.box_columns == given_.box_columns;
  });
  if (found == kShapes.end()) {
    return {ErrorCode::kUsage, "box_rows and box_columns: there is no size with boxes of " +
                                   std::to_string(given_.box_rows) + "x" +
                                   std::to_string(given_.box_columns)};
  }
  if (sizes == Sizes::kOnly9x9) {
    return {ErrorCode::kUsage,
            "box_rows and box_columns: this function is for 9x9 only, and they "
            "are those of " +
                name_of(*found)};
  }
  shape_ = *found;
  return {};
}

Status CallOptions::read(const dokumill_options* options, Sizes sizes) {
  Status status = copy_struct(options, "options", offsetof(dokumill_options, box_rows), given_);
  if (!status.ok()) return status;
  if (given_.threads < 0 || given_.threads > 4096) {
    return {ErrorCode::kUsage,
            "threads: expected 0 to 4096, got " + std::to_string(given_.threads)};
  }
  if (given_.reserved != 0) return {ErrorCode::kUsage, "options: the member reserved is not 0"};
  if (status = read_shape(sizes); !status.ok()) return status;
  many_.threads = given_.threads;
  if (given_.engine != nullptr) {
    many_.engine = given_.engine;
    status = check_engine(many_.engine);
    if (!status.ok()) return status;
  }
  if (given_.should_stop != nullptr) {
    caller_ = std::this_thread::get_id();
    last_call_ = std::chrono::steady_clock::now();
    many_.should_stop = [this] { return should_stop(); };
  }
  return {};
}

bool CallOptions::should_stop() {
  if (is_stopped_.load(std::memory_order_relaxed)) return true;
  if (std::this_thread::get_id() != caller_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_call_ < kStopInterval) return false;
  if (given_.should_stop(given_.context) != 0) is_stopped_.store(true, std::memory_order_relaxed);
  last_call_ = std::chrono::steady_clock::now();
  return is_stopped_;
}

}  // namespace dokumill::capi

// The sizes of the structures in this version. A later version may add members at the end of a
// structure, and then changes its size here. The smallest size that copy_struct() accepts is that
// of the first version of the structure, and never changes.
static_assert(sizeof(dokumill_options) == 48 || sizeof(void*) != 8);
static_assert(sizeof(dokumill_board_source) == 24 || sizeof(void*) != 8);
static_assert(sizeof(dokumill_rate_options) == 16 || sizeof(void*) != 8);
static_assert(sizeof(dokumill_constraints) == 96 || sizeof(void*) != 8);

extern "C" {

const char* dokumill_last_message(void) {
  return dokumill::capi::last_message();
}

const char* dokumill_status_text(int status) {
  switch (status) {
    case DOKUMILL_OK:
      return "no error";
    case DOKUMILL_ERROR_ARGUMENT:
      return "invalid argument";
    case DOKUMILL_ERROR_MALFORMED:
      return "malformed text";
    case DOKUMILL_ERROR_MEMORY:
      return "out of memory";
    case DOKUMILL_ERROR_STOPPED:
      return "stopped";
    case DOKUMILL_ERROR_UNMET:
      return "constraints not met";
    case DOKUMILL_ERROR_CALLBACK:
      return "a callback threw an exception";
    case DOKUMILL_ERROR_INTERNAL:
      return "internal error";
    default:
      return "unknown status";
  }
}

}  // extern "C"
