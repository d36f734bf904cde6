// Tests of jobs whose client disconnects, as a page that is reloaded does. The disk accepts the
// file and then blocks, so that a job stays in the state that a test needs.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/fake_platform.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr std::string_view kPuzzleLine =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
constexpr std::string_view kSolutionLine =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

// A disk that takes `bytes` bytes and then nothing until release().
class SlowDisk : public FakePlatform {
 public:
  explicit SlowDisk(std::size_t bytes) : left_(bytes) {}
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    {
      std::unique_lock lock(gate_);
      if (left_ < bytes) changed_.wait(lock, [this] { return is_open_; });
      if (!is_open_) left_ -= bytes;
    }
    return FakePlatform::write(fd, data, bytes);
  }
  void release() {
    const std::lock_guard lock(gate_);
    is_open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex gate_;
  std::condition_variable changed_;
  bool is_open_ = false;
  std::size_t left_;
};

std::string new_job(const TestServer& server) {
  const Reply reply = server.post("mill", R"({"name":"a","command":"solve","to":"same"})");
  EXPECT_EQ(reply.status, 200) << reply.body;
  return "/api/v1/mill/" + json::parse(reply.body)["job"].get<std::string>();
}

json wait_for(const TestServer& server, const std::string& job, std::string_view state) {
  for (;;) {
    const Reply reply = server.ask("GET", job);
    if (reply.status != 200) return {{"state", "forgotten"}};
    json now = json::parse(reply.body);
    if (now["state"] == state) return now;
    std::this_thread::sleep_for(milliseconds(5));
  }
}

std::string upload_text(const TestServer& server, const std::string& job) {
  return request_text("PUT", job + "/input", server.port(),
                      "Content-Type: application/octet-stream\r\n", kPuzzleLine);
}

TEST(WebMillReload, TheJobGoesOnAndKeepsItsResult) {
  SlowDisk disk(kPuzzleLine.size());
  TestServer server({}, disk, 1);
  const std::string job = new_job(server);
  {
    Client page(server.port());
    page.send(upload_text(server, job));
    EXPECT_EQ(wait_for(server, job, "running")["bytes"], kPuzzleLine.size());
  }
  EXPECT_EQ(wait_for(server, job, "running")["input_bytes"], kPuzzleLine.size());
  disk.release();
  EXPECT_EQ(wait_for(server, job, "done")["counts"]["unique"], 1);
  EXPECT_EQ(server.ask("GET", job + "/output").body, kSolutionLine);
}

TEST(WebMillReload, AJobThatNoClientAsksForIsCancelled) {
  SlowDisk disk(kPuzzleLine.size());
  web::Limits limits;
  limits.forget = milliseconds(100);
  TestServer server(limits, disk, 1);
  for (int i = 0; i < 3; ++i) {  // more jobs than the mill has places
    const std::string job = new_job(server);
    Client page(server.port());
    page.send(upload_text(server, job));
    while (server.ask("GET", job).body.find("waiting") != std::string::npos)
      std::this_thread::sleep_for(milliseconds(5));
    page.close();
    // The server forgets the job after limits.forget without a request for it.
    std::this_thread::sleep_for(milliseconds(300));
    EXPECT_EQ(server.ask("GET", job).status, 404);
  }
  disk.release();
}

TEST(WebMillReload, AJobWithAClientIsKeptHoweverLongItTakes) {
  SlowDisk disk(kPuzzleLine.size());
  web::Limits limits;
  limits.forget = milliseconds(2'500);  // longer than the second between two checks of the job
  TestServer server(limits, disk, 1);
  const std::string job = new_job(server);
  Client page(server.port());
  page.send(upload_text(server, job));
  std::this_thread::sleep_for(milliseconds(4'000));
  disk.release();
  const Reply reply = page.read_reply();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(json::parse(reply.body)["state"], "done");
}

TEST(WebMillReload, AnUploadThatIsCutShortIsNoFile) {
  TestServer server;
  const std::string job = new_job(server);
  {
    Client page(server.port());
    page.send(request_text("PUT", job + "/input", server.port(),
                           "Content-Type: application/octet-stream\r\nContent-Length: 164\r\n"));
    page.send(kPuzzleLine);
    EXPECT_EQ(wait_for(server, job, "receiving")["state"], "receiving");
  }
  EXPECT_EQ(wait_for(server, job, "done")["state"], "forgotten");
}

}  // namespace
}  // namespace dokumill::testing
