// HeadParser: the bytes of a connection to the head of one HTTP/1 request, piece by piece.
//
// The grammar is Boost.Beast's, which is behind this header alone; what we want of a well-formed
// head is in guard.hpp. Thread safety: one thread at a time. Memory: the head, at most
// kMostHeadBytes, and kMostFields fields. Failure: the HTTP status that says what is wrong; then
// the connection can only be closed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dokumill::web {

// Cookies of other servers on this machine come along: a port is no wall for them.
inline constexpr std::size_t kMostHeadBytes = std::size_t{32} << 10;
inline constexpr std::size_t kMostFields = 100;

struct RequestHead {
  std::string method;
  std::string target;
  int minor_version = 1;                                    // of HTTP/1
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case, as they came

  // The values of a field; `name` in lower case.
  std::size_t count(std::string_view name) const;
  // The first of them; empty where there is none.
  std::string_view value(std::string_view name) const;
};

class HeadParser {
 public:
  HeadParser();
  HeadParser(HeadParser&&) noexcept;
  HeadParser& operator=(HeadParser&&) noexcept;
  ~HeadParser();

  enum class State { kMore, kDone, kBad };
  // Reads what `bytes` hold of the head; `used` of them are done with, the others must come again
  // with those behind them.
  State read(std::string_view bytes, std::size_t& used);

  // Nothing was read yet.
  bool is_empty() const;
  // kBad: 400, 414, 431 or 505.
  int status() const;
  // REQUIRES: kDone.
  RequestHead& head();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dokumill::web
