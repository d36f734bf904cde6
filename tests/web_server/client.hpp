// Client: a raw connection to our server. It parses the responses that it receives.
//
// No call waits forever: after kPatience the test fails. Thread safety: each Client belongs to one
// thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace dokumill::testing {

inline constexpr std::chrono::seconds kPatience{30};

struct Reply {
  int status = 0;                             // 0: the connection ended before a response
  std::map<std::string, std::string> fields;  // names in lower case
  std::string head;
  std::string body;
  bool is_whole = false;  // the body has the announced length

  std::string field(const std::string& name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
  }
};

class Client {
 public:
  enum class Address { kV4, kV6 };

  explicit Client(std::uint16_t port, Address address = Address::kV4);
  ~Client();
  Client(Client&& other) noexcept;
  Client& operator=(Client&&) = delete;

  bool is_connected() const { return fd_ >= 0; }
  // Makes the receive buffer of this connection small, so that a few unread bytes fill it.
  // REQUIRES: nothing was read yet.
  void keep_little();
  // Returns false if the other end has closed the connection.
  bool send(std::string_view bytes);
  // Sends the bytes again and again until neither the server nor the system takes any more. Returns
  // the number of bytes taken.
  std::size_t send_until_full(std::string_view bytes);
  // Closes our direction of the connection: no more bytes follow.
  void end_sending();
  void close();
  // Resets the connection: bytes in flight in either direction are lost.
  void reset();

  // Reads the next response. `is_head`: the request was HEAD, so the response has no body.
  Reply read_reply(bool is_head = false);
  // Reads `count` bytes, or fewer at the end of the connection. Returns the number of bytes read.
  std::size_t read_bytes(std::size_t count);
  // Reads up to the end of the connection.
  std::string read_all();
  // Reads until the other end closes the connection, and then returns true. Returns false if the
  // other end stays silent for too long.
  bool is_closed_by_server();

 private:
  // Reads up to `most` bytes into input_; returns false at the end.
  bool receive(std::size_t most = 65536);

  int fd_ = -1;
  std::string input_;
};

// Returns a request such as "GET /path HTTP/1.1" with the right Host and the complete lines in
// `more`.
std::string request_text(std::string_view method, std::string_view target, std::uint16_t port,
                         std::string_view more = {}, std::string_view body = {});

}  // namespace dokumill::testing
