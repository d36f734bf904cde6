#include "web_server/test_server.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <future>

#include "platform/stop_signals.hpp"

namespace dokumill::test {

TestServer::TestServer(web::Limits limits) {
  ignore_write_signals();
  if (::pipe(stop_) != 0) std::abort();
  std::promise<std::uint16_t> ready;
  thread_ = std::thread([this, limits, &ready] {
    web::ServerOptions options;
    options.stop_fd = stop_[0];
    options.limits = limits;
    options.on_ready = [&](std::uint16_t port) {
      ready.set_value(port);
      return Status();
    };
    const Status status = web::serve(system_platform(), options);
    EXPECT_TRUE(status.ok()) << status.message();
  });
  port_ = ready.get_future().get();
}

TestServer::~TestServer() {
  EXPECT_EQ(::write(stop_[1], "", 1), 1);
  thread_.join();
  ::close(stop_[0]);
  ::close(stop_[1]);
}

Reply TestServer::ask(std::string_view method, std::string_view target, std::string_view more,
                      std::string_view body) const {
  Client client(port_);
  EXPECT_TRUE(client.send(request_text(method, target, port_, more, body)));
  return client.read_reply(method == "HEAD");
}

Reply TestServer::post(std::string_view call, std::string_view json) const {
  return ask("POST", "/api/v1/" + std::string(call), kJsonField, json);
}

Reply TestServer::send(std::string_view bytes) const {
  Client client(port_);
  client.send(bytes);  // it may be cut off before its end
  return client.read_reply();
}

bool TestServer::is_alive() const {
  return ask("GET", "/").status == 200;
}

}  // namespace dokumill::test
