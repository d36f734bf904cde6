// Tests of a call that takes too long, over real connections. No puzzle takes that long to make.
// But a new puzzle needs a number from the system (Platform::unique_number()), so the tests block
// this function.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>

#include "support/fake_platform.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

// The first two callers of unique_number() are blocked until release(): the thread that makes
// puzzles ahead of time, and a call that finds no such puzzle.
class SlowPlatform : public FakePlatform {
 public:
  std::uint64_t unique_number() override {
    std::unique_lock lock(gate_);
    ++asked_;
    changed_.notify_all();
    if (asked_ <= kSlow) changed_.wait(lock, [this] { return is_open_; });
    return FakePlatform::unique_number();
  }
  void release() {
    const std::lock_guard lock(gate_);
    is_open_ = true;
    changed_.notify_all();
  }
  void wait_for_both() {
    std::unique_lock lock(gate_);
    EXPECT_TRUE(changed_.wait_for(lock, kPatience, [&] { return asked_ >= kSlow; }));
  }

 private:
  std::mutex gate_;
  std::condition_variable changed_;
  bool is_open_ = false;
  static constexpr int kSlow = 2;
  int asked_ = 0;
};

constexpr std::string_view kLevel = R"({"level":"easy"})";
constexpr std::string_view kSeed = R"({"level":"easy","seed":"7"})";

TEST(WebSlowCall, Case98_ItIsAnsweredInTimeAndOthersAreServedMeanwhile) {
  SlowPlatform platform;
  TestServer server({}, platform);
  const auto post = [&](Client& client, std::string_view body) {
    EXPECT_TRUE(client.send(request_text("POST", "/api/v1/new", server.port(), kJsonField, body)));
  };
  Client slow(server.port());
  post(slow, kLevel);
  platform.wait_for_both();
  Client queued(server.port());
  post(queued, kSeed);

  // The server still answers requests that do not need the work thread: one on a new connection,
  // and 20 on another connection.
  EXPECT_TRUE(server.is_alive());
  Client other(server.port());
  for (int i = 0; i < 20; ++i) {
    other.send(request_text("GET", "/api/v1/about", server.port()));
    EXPECT_EQ(other.read_reply().status, 200);
  }
  // The mill has its own threads.
  std::string why;
  EXPECT_EQ(server.mill(std::string(80, '5') + "\n", why), std::string(81, '?') + "\n") << why;

  for (Client* client : {&slow, &queued}) {
    const Reply late = client->read_reply();
    EXPECT_EQ(late.status, 503);
    EXPECT_EQ(nlohmann::json::parse(late.body)["error"]["code"], "busy");
    // The connection stays open, and the late result is not sent as the answer to another request.
    client->send(request_text("GET", "/api/v1/about", server.port()));
    EXPECT_NE(client->read_reply().body.find("\"engine\""), std::string::npos);
  }
  post(slow, kSeed);
  platform.release();
  const nlohmann::json made = nlohmann::json::parse(slow.read_reply().body);
  EXPECT_EQ(made["seed"], "7") << made;
}

TEST(WebSlowCall, Case98_AClientThatLeavesLeavesNothing) {
  SlowPlatform platform;
  TestServer server({}, platform);
  {
    Client slow(server.port());
    slow.send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kLevel));
    platform.wait_for_both();
    // The work thread is blocked, so all these calls wait. The server rejects each of them after
    // its time limit.
    std::vector<Client> many;
    int busy = 0;
    for (int i = 0; i < 40; ++i) {
      many.emplace_back(server.port());
      many.back().send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kSeed));
    }
    for (Client& client : many) busy += client.read_reply().status == 503 ? 1 : 0;
    EXPECT_EQ(busy, 40);
  }
  // Abandoned calls do not delay later ones.
  Client next(server.port());
  next.send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kSeed));
  EXPECT_TRUE(server.is_alive());
  platform.release();
  EXPECT_EQ(next.read_reply().status, 200);
}

}  // namespace
}  // namespace dokumill::testing
