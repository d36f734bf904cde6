// TestServer: runs the server of `dokumill play` in the test's own process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "web/server.hpp"
#include "web_server/client.hpp"

namespace dokumill::testing {

inline constexpr std::string_view kJsonField = "Content-Type: application/json\r\n";

class TestServer {
 public:
  // `threads`: the number of threads for a job of the mill, or 0 for all processors.
  explicit TestServer(web::Limits limits = {}, Platform& platform = system_platform(),
                      int threads = 0);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::uint16_t port() const { return port_; }
  // Sends one request on a new connection.
  Reply ask(std::string_view method, std::string_view target, std::string_view more = {},
            std::string_view body = {}) const;
  Reply post(std::string_view call, std::string_view json) const;
  // Sends raw bytes on a new connection and returns the first response.
  Reply send(std::string_view bytes) const;
  // True if the server still serves the page.
  bool is_alive() const;
  // Sends a file through the mill and returns the output. On failure, returns "" and sets `why`.
  std::string mill(std::string_view text, std::string& why) const;

 private:
  int stop_[2];
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace dokumill::testing
