#include "web_server/test_server.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <future>

#include "batch/jobs.hpp"
#include "platform/stop_signals.hpp"

namespace dokumill::testing {
namespace {

web::MillFunctions functions_on(Platform& platform) {
  return {
      [&platform](const SolveOptions& job) { return batch::solve(job, {&platform}); },
      [&platform](const CheckOptions& job) { return batch::check(job, {&platform}); },
      [&platform](const RateOptions& job) { return batch::rate(job, {&platform}); },
      [&platform](const CanonOptions& job) { return batch::canonize(job, {&platform}); },
      [&platform](const DedupeOptions& job) { return batch::dedupe(job, {&platform}); },
  };
}

}  // namespace

TestServer::TestServer(web::Limits limits, Platform& platform, int threads) {
  ignore_write_signals();
  if (::pipe(stop_) != 0) std::abort();
  std::promise<std::uint16_t> ready;
  thread_ = std::thread([this, limits, threads, &platform, &ready] {
    web::ServerOptions options;
    options.stop_fd = stop_[0];
    options.limits = limits;
    options.threads = threads;
    options.functions = functions_on(platform);
    options.on_ready = [&](std::uint16_t port) {
      ready.set_value(port);
      return Status();
    };
    const Status status = web::serve(platform, options);
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
  client.send(bytes);  // the server may close the connection before the end
  return client.read_reply();
}

bool TestServer::is_alive() const {
  return ask("GET", "/").status == 200;
}

std::string TestServer::mill(std::string_view text, std::string& why) const {
  const Reply opened = post("mill", R"({"name":"a.txt","command":"solve","to":"same"})");
  why = opened.body;
  if (opened.status != 200) return "";
  const std::string job = "/api/v1/mill/" + opened.body.substr(8, 32);
  const Reply ended =
      ask("PUT", job + "/input", "Content-Type: application/octet-stream\r\n", text);
  why = ended.body;
  if (ended.status != 200 || ended.body.find("\"state\":\"done\"") == std::string::npos) return "";
  const Reply output = ask("GET", job + "/output");
  why = output.head;
  return output.status == 200 && output.is_whole ? output.body : "";
}

}  // namespace dokumill::testing
