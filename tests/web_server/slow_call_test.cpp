// A call that takes too long, on the wire. No puzzle is hard enough for it, so the system is slow:
// a new puzzle asks it for a number.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>

#include "support/fake_platform.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::test {
namespace {

// The first two who ask for a number get it after release(): the thread that makes puzzles ahead,
// and a call, which then finds none that was made.
class SlowPlatform : public testing::FakePlatform {
 public:
  std::uint64_t unique_number() override {
    std::unique_lock lock(gate_);
    ++asked_;
    changed_.notify_all();
    if (asked_ <= kSlow) changed_.wait(lock, [this] { return is_open_; });
    return testing::FakePlatform::unique_number();
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

  // What needs no work, on new connections and on one of many requests.
  EXPECT_TRUE(server.is_alive());
  Client other(server.port());
  for (int i = 0; i < 20; ++i) {
    other.send(request_text("GET", "/api/v1/about", server.port()));
    EXPECT_EQ(other.read_reply().status, 200);
  }
  // The mill has threads of its own.
  std::string why;
  EXPECT_EQ(server.mill(std::string(80, '5') + "\n", why), std::string(81, '?') + "\n") << why;

  for (Client* client : {&slow, &queued}) {
    const Reply late = client->read_reply();
    EXPECT_EQ(late.status, 503);
    EXPECT_EQ(nlohmann::json::parse(late.body)["error"]["code"], "busy");
    // The connection is kept, and the answer that comes at last is not taken for another one's.
    client->send(request_text("GET", "/api/v1/about", server.port()));
    EXPECT_NE(client->read_reply().body.find("\"engine\""), std::string::npos);
  }
  post(slow, kSeed);
  platform.release();
  const nlohmann::json made = nlohmann::json::parse(slow.read_reply().body);
  EXPECT_EQ(made["seed"], "7") << made;
}

TEST(WebSlowCall, Case98_WhoGoesAwayLeavesNothingBehind) {
  SlowPlatform platform;
  TestServer server({}, platform);
  {
    Client slow(server.port());
    slow.send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kLevel));
    platform.wait_for_both();
    // More than may wait: all but the first ones are told at once.
    std::vector<Client> many;
    int busy = 0;
    for (int i = 0; i < 40; ++i) {
      many.emplace_back(server.port());
      many.back().send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kSeed));
    }
    for (Client& client : many) busy += client.read_reply().status == 503 ? 1 : 0;
    EXPECT_EQ(busy, 40);
  }
  // Those who were given up stand before nobody.
  Client next(server.port());
  next.send(request_text("POST", "/api/v1/new", server.port(), kJsonField, kSeed));
  EXPECT_TRUE(server.is_alive());
  platform.release();
  EXPECT_EQ(next.read_reply().status, 200);
}

}  // namespace
}  // namespace dokumill::test
