// Tests of the server without memory: in each run, a different allocation fails while the server
// handles a call, in any of the server's threads. The server must answer the call or close its
// connection, and later calls must work.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <thread>

#include "support/allocation_faults.hpp"
#include "support/allocations.hpp"
#include "support/test_size.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
constexpr std::string_view kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

web::Limits quick_limits() {
  web::Limits limits;
  limits.answer = milliseconds(150);  // ends a call whose response was lost
  return limits;
}

class WebMemory : public ::testing::Test {
 protected:
  // Runs `call` again and again, each time with another failing allocation. `call` must return 200
  // if nothing fails.
  void loop(const std::function<int()>& call) {
    const auto sparing = [&] {
      const SpareAllocations spare;  // the client's allocations must not fail
      return call();
    };
    for (const std::uint64_t times : {1, 3}) {
      std::uint64_t failed = 0;
      std::uint64_t quiet = 0;  // consecutive runs that did not reach the allocation
      for (std::uint64_t first = 1; quiet < 2;) {
        SCOPED_TRACE("allocation " + std::to_string(first) + ", " + std::to_string(times));
        watch_allocations(first, times);
        const int status = sparing();
        const bool is_reached = watched_allocations() >= first;
        leave_allocations();
        ASSERT_TRUE(status == 200 || status == 503 || status == 500 || status == 0) << status;
        if (is_reached && status != 200) ++failed;
        quiet = is_reached ? 0 : quiet + 1;
        expect_soon_well(sparing);
        if (HasFailure()) return;
        const bool is_each = is_long_run() || first < (times == 1 ? 60 : 12);
        first += is_each ? 1 : times == 1 ? 23 : 11;
      }
      EXPECT_GE(failed, 2U);
    }
  }

  // A call may still be affected by the previous one, but not for long.
  static void expect_soon_well(const std::function<int()>& call) {
    int status = call();
    for (int i = 0; i < 100 && status != 200; ++i) {
      std::this_thread::sleep_for(milliseconds(20));
      status = call();
    }
    EXPECT_EQ(status, 200);
  }

  int post(std::string_view name, const std::string& json) const {
    return server.post(name, json).status;
  }

  TestServer server{quick_limits(), system_platform(), 1};
};

const std::string kBoards =
    R"({"puzzle":")" + std::string(kPuzzle) + R"(","board":")" + std::string(kPuzzle) + R"("})";

TEST_F(WebMemory, Case71_AFileOfThePage) {
  loop([&] { return server.ask("GET", "/").status; });
}

TEST_F(WebMemory, Case71_WhatTheServerIs) {
  loop([&] { return server.ask("GET", "/api/v1/about").status; });
}

TEST_F(WebMemory, Case71_ANewPuzzle) {
  loop([&] { return post("new", R"({"level":"easy","seed":"7"})"); });
}

TEST_F(WebMemory, Case71_ACheck) {
  loop([&] { return post("check", kBoards); });
}

TEST_F(WebMemory, Case71_AHint) {
  loop([&] { return post("hint", kBoards); });
}

TEST_F(WebMemory, Case71_AnImport) {
  loop([&] { return post("import", R"({"text":")" + std::string(kPuzzle) + R"("})"); });
}

// If a failed job kept its place in the mill, the server would reject later files.
TEST_F(WebMemory, Case71_AFileInTheMill) {
  const std::string text = std::string(kPuzzle) + "\nnonsense\n";
  loop([&] {
    std::string why;
    const std::string output = server.mill(text, why);
    if (output.empty()) return 503;
    EXPECT_EQ(output, std::string(kSolution) + "\n" + std::string(81, '?') + "\n");
    return 200;
  });
}

TEST_F(WebMemory, Case71_OthersAreServedWhileACallHasNoMemory) {
  Client other(server.port());
  other.send(request_text("GET", "/", server.port()));
  ASSERT_EQ(other.read_reply().status, 200);
  int failed = 0;
  for (std::uint64_t first = 3; first < 30; ++first) {
    {
      const SpareAllocations spare;
      Client client(server.port());
      // The server must accept this connection before an allocation fails. A server that runs out
      // of memory while it accepts a connection closes all connections, and so also `other`.
      client.send(request_text("GET", "/", server.port()));
      ASSERT_EQ(client.read_reply().status, 200);
      client.send("POST /api/v1/import HTTP/1.1\r\n");
      std::this_thread::sleep_for(milliseconds(5));  // so that the server reads this first
      watch_allocations(first, 1);
      client.send("Host: 127.0.0.1:" + std::to_string(server.port()) +
                  "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
      const int status = client.read_reply().status;
      leave_allocations();
      EXPECT_TRUE(status == 400 || status == 503) << status;
      failed += status == 503 ? 1 : 0;
    }
    other.send(request_text("GET", "/", server.port()));
    ASSERT_EQ(other.read_reply().status, 200) << first;
  }
  EXPECT_GE(failed, 2);
}

TEST_F(WebMemory, Case71_AllMemoryIsGoneForAWhile) {
  for (int i = 0; i < 3; ++i) {
    {
      const SpareAllocations spare;
      watch_allocations(1, std::numeric_limits<std::uint64_t>::max());
      Client client(server.port());
      client.send(request_text("GET", "/", server.port()));
      std::this_thread::sleep_for(milliseconds(200));
      leave_allocations();
    }
    expect_soon_well([&] { return server.ask("GET", "/").status; });
  }
}

TEST(WebMemoryEnd, Case100_ItEndsWithoutMemory) {
  {
    TestServer server;
    const Client idle(server.port());
    EXPECT_TRUE(server.is_alive());
    watch_allocations(1, std::numeric_limits<std::uint64_t>::max());
    {
      const SpareAllocations spare;
      Client(server.port()).send(request_text("GET", "/", server.port()));
    }
    std::this_thread::sleep_for(milliseconds(100));
  }
  leave_allocations();
}

}  // namespace
}  // namespace dokumill::testing
