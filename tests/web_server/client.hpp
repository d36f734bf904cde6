// Client: a raw connection to a server of ours, byte by byte, and the answers that come back.
//
// Nothing waits for ever: a read that takes kPatience fails the test. Thread safety: one thread at
// a time for each Client.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace dokumill::test {

inline constexpr std::chrono::seconds kPatience{30};

struct Reply {
  int status = 0;                             // 0: the connection ended before there was one
  std::map<std::string, std::string> fields;  // names in lower case
  std::string head;
  std::string body;
  bool is_whole = false;  // the body has the length that was told

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
  // Makes the system keep little of what is sent to us and not yet read. REQUIRES: before reading.
  void keep_little();
  // False: the other end is closed.
  bool send(std::string_view bytes);
  // What has been sent is all.
  void end_sending();
  void close();
  // Ends at once: what is on its way in either direction is lost.
  void reset();

  // The next answer. `is_head`: of a HEAD, which has no body.
  Reply read_reply(bool is_head = false);
  // So many bytes, fewer at the end of the connection.
  std::size_t read_bytes(std::size_t count);
  // Everything up to the end of the connection.
  std::string read_all();
  // True once the other end has closed the connection, whatever came before.
  bool is_closed_by_server();

 private:
  // At most so many bytes more into input_; false at the end.
  bool receive(std::size_t most = 65536);

  int fd_ = -1;
  std::string input_;
};

// "GET /path HTTP/1.1" with the right Host and what is in `more`, whole lines.
std::string request_text(std::string_view method, std::string_view target, std::uint16_t port,
                         std::string_view more = {}, std::string_view body = {});

}  // namespace dokumill::test
