// TestServer: the server of `dokumill play` in the test's own process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "web/server.hpp"
#include "web_server/client.hpp"

namespace dokumill::test {

inline constexpr std::string_view kJsonField = "Content-Type: application/json\r\n";

class TestServer {
 public:
  // `threads`: of a job of the mill; 0: all.
  explicit TestServer(web::Limits limits = {}, Platform& platform = system_platform(),
                      int threads = 0);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::uint16_t port() const { return port_; }
  // One request on a connection of its own.
  Reply ask(std::string_view method, std::string_view target, std::string_view more = {},
            std::string_view body = {}) const;
  Reply post(std::string_view call, std::string_view json) const;
  // The raw bytes of a whole connection, and the first answer to them.
  Reply send(std::string_view bytes) const;
  // True while it serves the page.
  bool is_alive() const;
  // The whole way of a file through the mill: what comes back, or "" with `why` it does not.
  std::string mill(std::string_view text, std::string& why) const;

 private:
  int stop_[2];
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace dokumill::test
