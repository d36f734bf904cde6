// HeadParser: parses the head of one HTTP/1 request from the bytes of a connection, piece by piece.
//
// Boost.Beast defines the grammar. request_policy.hpp has our own rules for well-formed heads.
// Thread safety: one thread at a time. Memory: the head, at most kMostHeadBytes, and kMostFields
// fields. Failure: the HTTP status that describes the problem. The connection must then be closed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dokumill::web {

// The limit leaves room for cookies of other servers on this machine. Browsers send these cookies,
// too, because cookies do not depend on the port.
inline constexpr std::size_t kMostHeadBytes = std::size_t{32} << 10;
inline constexpr std::size_t kMostFields = 100;

struct RequestHead {
  std::string method;
  std::string target;
  int minor_version = 1;                                    // 1 for HTTP/1.1
  std::vector<std::pair<std::string, std::string>> fields;  // as received; names in lower case

  // The number of fields with this name. REQUIRES: `name` is in lower case.
  std::size_t count(std::string_view name) const;
  // The value of the first field with this name; empty if there is no such field.
  std::string_view value(std::string_view name) const;
};

class HeadParser {
 public:
  HeadParser();
  HeadParser(HeadParser&&) noexcept;
  HeadParser& operator=(HeadParser&&) noexcept;
  ~HeadParser();

  enum class State { kMore, kDone, kBad };
  // Parses the part of the head that is in `bytes`. `used` becomes the number of bytes that were
  // parsed. The next call needs the bytes that were not parsed, followed by new bytes.
  State read(std::string_view bytes, std::size_t& used);

  // True until a request line has been parsed.
  bool is_empty() const;
  // The HTTP status after kBad: 400, 414, 431 or 505.
  int status() const;
  // REQUIRES: read() returned kDone.
  RequestHead& head();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dokumill::web
