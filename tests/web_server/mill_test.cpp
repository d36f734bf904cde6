// Tests of the mill over real connections: uploads, job states, and downloads.
#include <dirent.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "dokumill/batch.hpp"
#include "dokumill/puzzles.hpp"
#include "support/scratch_folder.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr std::string_view kBytesField = "Content-Type: application/octet-stream\r\n";

// Lines of puzzles with one solution.
std::string puzzle_lines(std::size_t count) {
  PuzzleConstraints constraints;
  constraints.clues = {{26, 40}};
  PuzzleMaker maker = PuzzleMaker::create(3, constraints).value();
  std::vector<MadePuzzle> made(count);
  EXPECT_TRUE(maker.make(0, made).status.ok());
  std::string text;
  for (const MadePuzzle& puzzle : made) text += to_line(puzzle.puzzle) + "\n";
  return text;
}

int sum_of(const json& counts) {
  int sum = 0;
  for (const json& count : counts) sum += count.get<int>();
  return sum;
}

class WebMill : public ::testing::Test {
 protected:
  std::string open(const std::string& to = "same", const std::string& name = "a.txt") const {
    const json options = {{"name", name}, {"command", "solve"}, {"to", to}};
    const Reply reply = server.post("mill", options.dump());
    EXPECT_EQ(reply.status, 200) << reply.body;
    return reply.status == 200 ? json::parse(reply.body)["job"].get<std::string>() : "";
  }
  Reply upload(const std::string& job, std::string_view bytes) const {
    const std::string fields =
        std::string(kBytesField) + (bytes.empty() ? "Content-Length: 0\r\n" : "");
    return server.ask("PUT", place(job) + "/input", fields, bytes);
  }
  json state(const std::string& job) const {
    const Reply reply = server.ask("GET", place(job));
    return reply.status == 200 ? json::parse(reply.body) : json();
  }
  Reply output(const std::string& job) const { return server.ask("GET", place(job) + "/output"); }
  // Waits until the job has ended in any state or was forgotten.
  std::string last_state(const std::string& job) const {
    for (;;) {
      const json now = state(job);
      if (now.is_null()) return "forgotten";
      if (now["state"] == "done" || now["state"] == "failed" || now["state"] == "cancelled")
        return now["state"];
      std::this_thread::sleep_for(milliseconds(5));
    }
  }
  static std::string place(const std::string& job) { return "/api/v1/mill/" + job; }

  TestServer server;
};

// Returns what `dokumill solve` writes for the same bytes.
std::string solved(const std::string& text, std::optional<TextFormat> to = {}) {
  const ScratchFolder folder;
  SolveOptions options;
  write_file(folder / "in", text);
  options.input.path = folder / "in";
  options.output = folder / "out";
  options.output_format = to;
  EXPECT_TRUE(solve(options).ok());
  return read_file(folder / "out");
}

TEST_F(WebMill, AFileIsReturnedSolved) {
  const std::string text = puzzle_lines(3'000);
  for (const char* to : {"same", "line", "grid", "csv"}) {
    const std::string job = open(to, "my \xE6\x95\xB0\"\r\n.txt");
    EXPECT_EQ(state(job)["state"], "waiting");
    EXPECT_EQ(output(job).status, 409);
    const Reply reply = upload(job, text);
    ASSERT_EQ(reply.status, 200) << reply.body;
    const json done = json::parse(reply.body);
    EXPECT_EQ(done["state"], "done");
    EXPECT_EQ(done["bytes"], text.size());
    EXPECT_EQ(done["records"], 3'000);
    EXPECT_EQ(done["counts"]["unique"], 3'000);
    EXPECT_EQ(done["share"], 1.0);
    EXPECT_EQ(done["clues"].size(), 82U);
    EXPECT_EQ(sum_of(done["clues"]), 3'000);
    EXPECT_EQ(done["clues"][25], 0);
    EXPECT_TRUE(done["levels"].is_null());
    EXPECT_EQ(state(job), done);
    const Reply file = output(job);
    std::optional<TextFormat> format;
    if (std::string_view(to) == "grid") format = TextFormat::kGrid;
    if (std::string_view(to) == "csv") format = TextFormat::kCsv;
    EXPECT_EQ(file.body, solved(text, format)) << to;
    EXPECT_TRUE(file.is_whole);
    EXPECT_EQ(done["output_bytes"], file.body.size());
    const std::string ending = std::string_view(to) == "csv" ? "csv" : "txt";
    EXPECT_EQ(file.field("content-disposition"),
              "attachment; filename=\"solved-my_______." + ending + "\"; " +
                  "filename*=UTF-8''solved-my%20%E6%95%B0%22%0D%0A." + ending);
    EXPECT_EQ(file.field("cache-control"), "no-store");
    EXPECT_EQ(server.post("mill/" + job + "/cancel", "{}").body, "{}");
    EXPECT_TRUE(state(job).is_null());
  }
}

TEST_F(WebMill, AnEmptyFileIsAJobToo) {
  const std::string job = open();
  EXPECT_EQ(json::parse(upload(job, "").body)["state"], "done");
  EXPECT_EQ(output(job).body, "");
}

TEST_F(WebMill, AJobThatFailsReportsWhyWhateverStillArrives) {
  const std::string job = open("same", "list.csv");
  const Reply reply = upload(job, "quiz,puzzle\n" + std::string(8 << 20, 'x'));
  EXPECT_EQ(reply.status, 200);
  const json failed = json::parse(reply.body);
  EXPECT_EQ(failed["state"], "failed");
  EXPECT_TRUE(failed["error"].get<std::string>().starts_with("list.csv:1: ")) << failed;
  EXPECT_EQ(output(job).status, 409);
}

TEST_F(WebMill, ProgressIsSeenWhileItArrives) {
  const std::string text = puzzle_lines(2'000);
  const std::string job = open();
  EXPECT_TRUE(state(job)["share"].is_null());
  Client client(server.port());
  client.send(request_text(
      "PUT", place(job) + "/input", server.port(),
      std::string(kBytesField) + "Content-Length: " + std::to_string(text.size()) + "\r\n"));
  client.send(std::string_view(text).substr(0, text.size() / 2));
  while (state(job)["bytes"] != text.size() / 2) std::this_thread::sleep_for(milliseconds(5));
  const json now = state(job);
  EXPECT_EQ(now["state"], "receiving");
  EXPECT_EQ(now["input_bytes"], text.size());
  EXPECT_EQ(now["share"], 0.5);
  EXPECT_EQ(upload(job, text).status, 409);
  client.send(std::string_view(text).substr(text.size() / 2));
  EXPECT_EQ(json::parse(client.read_reply().body)["records"], 2'000);
  // The connection is still usable.
  client.send(request_text("GET", "/", server.port()));
  EXPECT_EQ(client.read_reply().status, 200);
}

TEST_F(WebMill, ClosingTheUploadCancelsTheJob) {
  const std::string text = puzzle_lines(500);
  for (const bool is_begun : {false, true}) {
    const std::string job = open();
    {
      Client client(server.port());
      client.send(request_text("PUT", place(job) + "/input", server.port(),
                               std::string(kBytesField) + "Content-Length: 1000000000\r\n"));
      while (state(job)["state"] != "receiving") std::this_thread::sleep_for(milliseconds(5));
      if (is_begun) client.send(text);
    }
    EXPECT_EQ(last_state(job), "forgotten");
  }
  // The mill has room for two jobs again.
  EXPECT_FALSE(open().empty());
  EXPECT_FALSE(open().empty());
}

TEST_F(WebMill, CancellingEndsTheUpload) {
  const std::string job = open();
  Client client(server.port());
  client.send(request_text("PUT", place(job) + "/input", server.port(),
                           std::string(kBytesField) + "Content-Length: 1000000000\r\n"));
  while (state(job)["state"] != "receiving") std::this_thread::sleep_for(milliseconds(5));
  EXPECT_EQ(server.post("mill/" + job + "/cancel", "{\"a\":1}").status, 400);
  EXPECT_EQ(server.post("mill/" + job + "/cancel", "{}").status, 200);
  EXPECT_TRUE(state(job).is_null());
  client.close();
  EXPECT_TRUE(server.is_alive());
}

TEST_F(WebMill, OnlyTwoRunAtATime) {
  std::vector<Client> clients;
  std::vector<std::string> jobs;
  for (int i = 0; i < 2; ++i) {
    jobs.push_back(open());
    clients.emplace_back(server.port());
    clients.back().send(request_text("PUT", place(jobs.back()) + "/input", server.port(),
                                     std::string(kBytesField) + "Content-Length: 1000\r\n"));
    while (state(jobs.back())["state"] != "receiving") std::this_thread::sleep_for(milliseconds(5));
  }
  const Reply third = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
  EXPECT_EQ(third.status, 503);
  EXPECT_EQ(json::parse(third.body)["error"]["code"], "busy");
  clients.clear();
  for (const std::string& job : jobs) EXPECT_EQ(last_state(job), "forgotten");
  EXPECT_NE(jobs[0], jobs[1]);
  // Jobs that wait for an input make room for new ones, and only the newest finished jobs are kept.
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(open().empty());
  std::vector<std::string> over;
  for (int i = 0; i < 6; ++i) {
    over.push_back(open());
    upload(over.back(), puzzle_lines(1));
  }
  EXPECT_TRUE(state(over.front()).is_null());
  EXPECT_EQ(state(over.back())["state"], "done");
}

TEST_F(WebMill, InvalidJobsAndUploads) {
  const std::string job = open();
  EXPECT_EQ(job.size(), 32U);
  EXPECT_EQ(server.ask("GET", place("0")).status, 404);
  EXPECT_EQ(server.ask("GET", place("0") + "/output").status, 404);
  EXPECT_EQ(server.ask("PUT", place("0") + "/input", kBytesField, "x").status, 404);
  EXPECT_EQ(server.post("mill/0/cancel", "{}").status, 404);
  EXPECT_EQ(server.ask("PUT", place(job) + "/input", {}, "x").status, 415);
  EXPECT_EQ(server.ask("PUT", place(job) + "/input", kBytesField).status, 411);
  EXPECT_EQ(server.ask("POST", place(job) + "/input", kBytesField, "x").status, 405);
  EXPECT_EQ(server
                .ask("PUT", place(job) + "/input",
                     std::string(kBytesField) + "Sec-Fetch-Site: cross-site\r\n", "x")
                .status,
            403);
  EXPECT_EQ(state(job)["state"], "waiting");
  EXPECT_EQ(server.ask("HEAD", place(job)).status, 200);
}

TEST(WebMillLimits, Case96_UploadsKeepTheirPlacesAndSleepersDoNot) {
  web::Limits limits;
  limits.connections = 3;
  TestServer server(limits);
  const auto busy_upload = [&] {
    const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
    const std::string job = "/api/v1/mill/" + json::parse(reply.body)["job"].get<std::string>();
    Client client(server.port());
    client.send(request_text("PUT", job + "/input", server.port(),
                             std::string(kBytesField) + "Content-Length: 1000\r\n"));
    const auto state = [&] { return json::parse(server.ask("GET", job).body)["state"]; };
    while (state() != "receiving") std::this_thread::sleep_for(milliseconds(5));
    return client;
  };
  const Client first = busy_upload();
  const Client second = busy_upload();
  // One connection is left. Idle clients that take it must make room for other clients.
  std::vector<Client> sleepers;
  for (int i = 0; i < 5; ++i) sleepers.emplace_back(server.port());
  EXPECT_TRUE(server.is_alive());
}

TEST(WebMillLimits, Case96_SilentUploadsAndSlowReadersEnd) {
  web::Limits limits;
  limits.request = milliseconds(300);
  limits.write = milliseconds(300);
  TestServer server(limits);
  const std::string text = puzzle_lines(60'000);
  const auto open = [&] {
    const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"grid"})");
    return "/api/v1/mill/" + json::parse(reply.body)["job"].get<std::string>();
  };
  const std::string silent = open();
  Client client(server.port());
  client.send(request_text("PUT", silent + "/input", server.port(),
                           std::string(kBytesField) + "Content-Length: 1000\r\n"));
  EXPECT_TRUE(client.is_closed_by_server());

  const std::string job = open();
  EXPECT_EQ(server.ask("PUT", job + "/input", kBytesField, text).status, 200);
  Client reader(server.port());
  reader.keep_little();
  reader.send(request_text("GET", job + "/output", server.port()));
  std::this_thread::sleep_for(milliseconds(1'000));
  const Reply cut = reader.read_reply();
  EXPECT_EQ(cut.status, 200);
  EXPECT_FALSE(cut.is_whole);
  // A client that keeps reading gets the complete output.
  EXPECT_TRUE(server.ask("GET", job + "/output").is_whole);
}

TEST(WebMillLimits, JobsWithoutQueriesAreForgotten) {
  web::Limits limits;
  limits.forget = milliseconds(100);
  TestServer server(limits);
  const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
  const std::string job = json::parse(reply.body)["job"];
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_EQ(server.ask("GET", "/api/v1/mill/" + job).status, 404);
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  while (folder != nullptr && ::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

TEST(WebMillLimits, Case100_TheServerEndsInTheMiddleOfJobsAndLeavesNothing) {
  const std::string text = puzzle_lines(100);
  const std::size_t before = open_descriptors();
  {
    std::vector<Client> clients;
    TestServer server;
    for (int i = 0; i < 2; ++i) {
      const Reply reply = server.post("mill", R"({"name":"a","command":"rate","to":"same"})");
      clients.emplace_back(server.port());
      clients.back().send(request_text(
          "PUT", "/api/v1/mill/" + json::parse(reply.body)["job"].get<std::string>() + "/input",
          server.port(), std::string(kBytesField) + "Content-Length: 1000000\r\n"));
      clients.back().send(text);
    }
    EXPECT_TRUE(server.is_alive());
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace dokumill::testing
