// PageClient: a raw connection to `dokumill play`. No call waits forever: after kPatience the test
// fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace dokumill::testing {

class PageClient {
 public:
  static constexpr std::chrono::seconds kPatience{30};

  explicit PageClient(std::uint16_t port);
  ~PageClient();
  PageClient(PageClient&& other) noexcept;
  PageClient& operator=(PageClient&&) = delete;

  // The bytes may be lost if the other end has closed the connection.
  void send(std::string_view bytes);
  // Reads up to the end of the connection.
  std::string read_all();

 private:
  int fd_ = -1;
};

// The whole answer to a request for "/" with this method.
std::string get_page(std::uint16_t port, std::string_view target = "/",
                     std::string_view method = "GET");
// The status of an answer, for example 200; 0 without an answer.
int status_of(std::string_view answer);

}  // namespace dokumill::testing
