// Tests that clients which do not read, or send slowly, do not keep other clients out. The time
// limits that a test does not need are far longer than the test, so the test passes only if the
// server is fair.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "web/pace.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::minutes;

web::Limits patient_limits() {
  web::Limits limits;
  limits.connections = 8;
  limits.request = minutes(10);
  limits.write = minutes(10);
  limits.give_way = minutes(10);
  return limits;
}

std::string piece_of_puzzles() {
  std::string text;
  while (text.size() < web::kPaceBytes) text += std::string(81, '.') + "\n";
  return text;
}

// Opens a job of the mill; returns its path.
std::string open_job(const TestServer& server) {
  const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
  EXPECT_EQ(reply.status, 200) << reply.body;
  return reply.status == 200 ? "/api/v1/mill/" + json::parse(reply.body)["job"].get<std::string>()
                             : "";
}

Client begin_upload(const TestServer& server, const std::string& job, std::string_view bytes) {
  Client client(server.port());
  client.send(
      request_text("PUT", job + "/input", server.port(),
                   "Content-Type: application/octet-stream\r\nContent-Length: 1000000000\r\n"));
  client.send(bytes);
  while (json::parse(server.ask("GET", job).body)["state"] == "waiting")
    std::this_thread::sleep_for(milliseconds(5));
  return client;
}

// The server waits because the clients do not read its answers.
TEST(WebFairness, ClientsThatAskAheadAndNeverReadKeepNoClientOut) {
  const TestServer server(patient_limits());
  for (const std::string& text :
       {request_text("GET", "/", server.port()), request_text("GET", "/nothing", server.port())}) {
    std::vector<Client> clients;
    for (int i = 0; i < 10; ++i) {
      clients.emplace_back(server.port());
      clients.back().keep_little();
    }
    for (Client& client : clients) client.send_until_full(text);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(server.is_alive()) << i;
  }
}

// Clients whose calls are in the queue take all connections. The server must close the connection
// of a client that sent its next call before it got the answer.
TEST(WebFairness, ClientsThatAskAheadGiveWayWhileTheirCallsRun) {
  const TestServer server(patient_limits());
  const std::string call =
      request_text("POST", "/api/v1/new", server.port(), kJsonField, R"({"level":"expert"})");
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += call;
  std::vector<Client> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back(server.port());
    clients.back().keep_little();
    clients.back().send(std::string_view(many).substr(0, 100'000));
  }
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(server.is_alive()) << i;
}

TEST(WebFairness, AnUploadHasAMinimumRate) {
  web::Limits limits = patient_limits();
  limits.request = milliseconds(300);
  const TestServer server(limits);
  Client client = begin_upload(server, open_job(server), "");
  // The server must close the connection of a client that sends only a byte now and then. If it
  // does not, the limit of 3,000 bytes ends the test.
  int sent = 0;
  while (sent < 3'000 && client.send(".")) {
    ++sent;
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_LT(sent, 3'000);
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST(WebFairness, TheSlowestUploadGivesWayToAnotherFile) {
  web::Limits limits = patient_limits();
  limits.give_way = milliseconds(100);
  const TestServer server(limits);
  const std::string first = open_job(server);
  const std::string second = open_job(server);
  const Client slow = begin_upload(server, first, "..");
  Client quick = begin_upload(server, second, "..");
  const std::string piece = piece_of_puzzles();
  const auto until = std::chrono::steady_clock::now() + kPatience;
  std::string third;
  while (third.empty() && std::chrono::steady_clock::now() < until) {
    ASSERT_TRUE(quick.send(piece));
    const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
    if (reply.status == 200) third = json::parse(reply.body)["job"];
    EXPECT_TRUE(reply.status == 200 || reply.status == 503) << reply.body;
  }
  EXPECT_FALSE(third.empty());
  EXPECT_EQ(server.ask("GET", first).status, 404);
  EXPECT_EQ(json::parse(server.ask("GET", second).body)["state"], "receiving");
}

// Each job was cancelled, so the server reads its upload and drops the bytes. But such an upload
// must not keep its connection when a new client needs one.
TEST(WebFairness, UploadsThatNoJobReadsKeepNoClientOut) {
  const TestServer server(patient_limits());
  std::vector<Client> clients;
  for (int i = 0; i < 10; ++i) {
    const std::string job = open_job(server);
    clients.push_back(begin_upload(server, job, "quiz,puzzle\n"));
    EXPECT_EQ(server.post(job.substr(std::string_view("/api/v1/").size()) + "/cancel", "{}").status,
              200);
    clients.back().send(std::string(1000, 'x'));
  }
  EXPECT_TRUE(server.is_alive());
}

TEST(WebPace, OnlyTheTimeOfTheServersWaitsCounts) {
  using Clock = web::Pace::Clock;
  const Clock::time_point begin{};
  const auto at = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  const auto in = [](int seconds) { return Clock::duration(std::chrono::seconds(seconds)); };
  web::Pace pace;
  EXPECT_EQ(pace.waited(at(5)), in(0));
  pace.begin_wait(at(10));
  EXPECT_EQ(pace.waited(at(12)), in(2));
  pace.take(100, at(13));
  EXPECT_EQ(pace.waited(at(50)), in(3));  // the job made the client wait
  pace.begin_wait(at(50));
  pace.take(web::kPaceBytes - 101, at(51));
  EXPECT_EQ(pace.waited(at(60)), in(4));
  pace.begin_wait(at(60));
  pace.take(1, at(61));
  EXPECT_EQ(pace.waited(at(70)), in(0));
}

}  // namespace
}  // namespace dokumill::testing
