// Tests of the server when the system fails: no descriptors, no room on the disk, clients that
// disconnect.
#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "support/fake_platform.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
constexpr std::string_view kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

std::string repeated(std::string_view line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += std::string(line) + "\n";
  return text;
}

// While an object exists, this process can open only `left` more descriptors.
class FewDescriptors {
 public:
  explicit FewDescriptors(int left) {
    EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
    const rlimit low{std::min<rlim_t>(before_.rlim_cur, 512), before_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
    for (int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC); fd >= 0;
         fd = ::fcntl(fd, F_DUPFD_CLOEXEC, 0))
      taken_.push_back(fd);
    for (int i = 0; i < left; ++i) give_one_back();
  }
  ~FewDescriptors() {
    while (!taken_.empty()) give_one_back();
    EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before_), 0);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

  void give_one_back() {
    if (taken_.empty()) return;
    ::close(taken_.back());
    taken_.pop_back();
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* const folder = ::opendir("/proc/self/fd");
  while (folder != nullptr && ::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

// Returns the processor time of this process in microseconds.
std::int64_t processor_time() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto time = [](const timeval& value) { return value.tv_sec * 1'000'000LL + value.tv_usec; };
  return time(usage.ru_utime) + time(usage.ru_stime);
}

// Returns true once the process uses less than a quarter of a processor for 200 ms, which a busy
// loop never does.
bool comes_to_rest() {
  for (int i = 0; i < 100; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const std::int64_t before = processor_time();
    std::this_thread::sleep_for(milliseconds(200));
    const std::int64_t used = processor_time() - before;
    const auto passed = std::chrono::steady_clock::now() - begin;
    if (used < std::chrono::duration_cast<std::chrono::microseconds>(passed).count() / 4)
      return true;
  }
  return false;
}

class WebDescriptors : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(DOKUMILL_SANITIZED)
    GTEST_SKIP() << "without a descriptor UBSan takes no object for one: it looks through a pipe";
#endif
  }
};

TEST_F(WebDescriptors, Case38_WithoutThemClientsWaitAndTheServerRests) {
  TestServer server;
  Client kept(server.port());
  kept.send(request_text("GET", "/", server.port()));
  ASSERT_EQ(kept.read_reply().status, 200);
  for (int round = 0; round < 3; ++round) {
    Client waiting = [&] {
      FewDescriptors none(1);
      Client client(server.port());  // takes the last descriptor
      EXPECT_TRUE(client.is_connected());
      client.send(request_text("GET", "/", server.port()));
      EXPECT_TRUE(comes_to_rest());
      // An open connection is still served.
      kept.send(request_text("GET", "/", server.port()));
      EXPECT_EQ(kept.read_reply().status, 200);
      return client;
    }();
    EXPECT_EQ(waiting.read_reply().status, 200);
    EXPECT_TRUE(server.is_alive());
  }
}

// Starts with no free descriptor and adds one per round. At first the job cannot be opened, and in
// the end everything works. A job that was opened has its own descriptors, so it may fail only
// because other descriptors are missing. A failure must not keep a descriptor or a place in the
// mill.
TEST_F(WebDescriptors, Case38_TheMillReportsThatFilesCannotBeOpened) {
  TestServer server({}, system_platform(), 1);
  const std::string text = repeated(kPuzzle, 3);
  std::string why;
  ASSERT_EQ(server.mill(text, why), repeated(kSolution, 3));
  Client client(server.port());
  const auto ask = [&](std::string_view method, std::string_view target, std::string_view type,
                       std::string_view body) {
    const std::string field = type.empty() ? "" : "Content-Type: " + std::string(type) + "\r\n";
    client.send(request_text(method, target, server.port(), field, body));
    return client.read_reply();
  };
  ASSERT_EQ(ask("GET", "/", "", "").status, 200);
  int refused = 0;
  int done = 0;
  for (int left = 0; left < 12; ++left) {
    SCOPED_TRACE(std::to_string(left) + " descriptors left");
    const FewDescriptors few(left);
    const Reply opened = ask("POST", "/api/v1/mill", "application/json",
                             R"({"name":"a.txt","command":"solve","to":"same"})");
    if (opened.status != 200) {
      EXPECT_EQ(opened.status, 503);
      EXPECT_EQ(json::parse(opened.body)["error"]["code"], "no_room");
      ++refused;
      continue;
    }
    const std::string job = "/api/v1/mill/" + json::parse(opened.body)["job"].get<std::string>();
    const Reply reply = ask("PUT", job + "/input", "application/octet-stream", text);
    ASSERT_EQ(reply.status, 200) << reply.body;
    const json end = json::parse(reply.body);
    if (end["state"] == "failed") {
      EXPECT_NE(end["error"].get<std::string>().find("Too many open files"), std::string::npos)
          << end;
      EXPECT_EQ(end["error"].get<std::string>().find("/dev/fd"), std::string::npos) << end;
    } else {
      EXPECT_EQ(end["state"], "done");
      EXPECT_EQ(ask("GET", job + "/output", "", "").body, repeated(kSolution, 3));
      ++done;
    }
    EXPECT_EQ(ask("POST", job + "/cancel", "application/json", "{}").status, 200);
  }
  EXPECT_GE(refused, 2);
  EXPECT_GE(done, 1);
  EXPECT_EQ(server.mill(text, why), repeated(kSolution, 3)) << why;
}

// Errors that prevent the server from starting are reported before it accepts connections.
TEST_F(WebDescriptors, Case38_TooFewToBeginWith) {
  int stop[2];
  ASSERT_EQ(::pipe(stop), 0);
  bool has_begun = false;
  for (int left = 0; left < 12 && !has_begun; ++left) {
    SCOPED_TRACE(std::to_string(left) + " descriptors left");
    const std::size_t before = open_descriptors();
    Status status;
    {
      const FewDescriptors few(left);
      web::ServerOptions options;
      options.stop_fd = stop[0];
      options.on_ready = [&](std::uint16_t) {
        has_begun = true;
        return Status(ErrorCode::kInterrupted, "");
      };
      status = web::serve(system_platform(), options);
    }
    EXPECT_FALSE(status.ok());
    if (!has_begun) {
      EXPECT_EQ(status.code(), ErrorCode::kIo);
      EXPECT_NE(status.message().find("Too many open files"), std::string::npos)
          << status.message();
    }
    EXPECT_EQ(open_descriptors(), before);
  }
  EXPECT_TRUE(has_begun);
  ::close(stop[0]);
  ::close(stop[1]);
}

// A disk that has room for `room` bytes.
class FullDisk : public FakePlatform {
 public:
  static constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  std::int64_t write(int fd, const char* data, std::size_t bytes) override {
    if (room < bytes) return -ENOSPC;
    if (room != kAll) room -= bytes;
    return FakePlatform::write(fd, data, bytes);
  }
  std::atomic<std::uint64_t> room{kAll};
};

TEST(WebDisk, Case44_AFullOneFailsTheJobAndGetsItsRoomBack) {
  FullDisk disk;
  TestServer server({}, disk, 1);
  const std::string text = repeated(kPuzzle, 5'000);
  for (int i = 0; i < 4; ++i) {
    // The disk has no room for the copy of the file, or room for a part of it, or no room for the
    // output.
    const std::uint64_t room = i == 0 ? 0 : i == 1 ? text.size() / 2 : text.size();
    disk.room = room;
    const std::size_t before = open_descriptors();
    const Reply opened = server.post("mill", R"({"name":"a.txt","command":"solve","to":"same"})");
    ASSERT_EQ(opened.status, 200);
    const std::string job = "/api/v1/mill/" + json::parse(opened.body)["job"].get<std::string>();
    const Reply ended =
        server.ask("PUT", job + "/input", "Content-Type: application/octet-stream\r\n", text);
    const json end = json::parse(ended.body);
    EXPECT_EQ(end["state"], "failed");
    const std::string what = room == text.size() ? "the output" : "the copy of the file";
    EXPECT_TRUE(end["error"].get<std::string>().starts_with(what + ": No space left")) << end;
    EXPECT_EQ(server.ask("GET", job + "/output").status, 409);
    EXPECT_EQ(end["output_bytes"], 0);
    // The job can still be queried, but its file is gone.
    EXPECT_EQ(json::parse(server.ask("GET", job).body)["state"], "failed");
    for (int k = 0; k < 500 && open_descriptors() > before; ++k)
      std::this_thread::sleep_for(milliseconds(10));
    EXPECT_LE(open_descriptors(), before);
    disk.room = FullDisk::kAll;
    std::string why;
    EXPECT_EQ(server.mill(text, why), repeated(kSolution, 5'000)) << why;
  }
}

TEST(WebDisk, Case44_NoFileCanBeMade) {
  FakePlatform platform;
  TestServer server({}, platform, 1);
  std::string why;
  EXPECT_EQ(server.mill(repeated(kPuzzle, 1), why), repeated(kSolution, 1)) << why;
  for (const int error : {-ENOSPC, -EMFILE, -EACCES, -EROFS}) {
    platform.fail("open", error);
    const Reply reply = server.post("mill", R"({"name":"a.txt","command":"solve","to":"same"})");
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(json::parse(reply.body)["error"]["code"], "no_room");
    platform.fail_never();
    EXPECT_EQ(server.mill(repeated(kPuzzle, 1), why), repeated(kSolution, 1)) << why;
  }
}

TEST(WebClients, Case99_TheyGoAwayAtEveryByteOfAnAnswer) {
  TestServer server;
  const std::string boards =
      R"({"puzzle":")" + std::string(kPuzzle) + R"(","board":")" + std::string(kPuzzle) + R"("})";
  const std::string texts[] = {
      request_text("GET", "/api/v1/about", server.port()),
      request_text("POST", "/api/v1/check", server.port(), kJsonField, boards),
      request_text("GET", "/nothing", server.port()),
  };
  for (const std::string& text : texts) {
    std::size_t all = 0;
    {
      Client client(server.port());
      client.send(text);
      const Reply reply = client.read_reply();
      all = reply.head.size() + 2 + reply.body.size();
    }
    for (std::size_t bytes = 0; bytes <= all; ++bytes) {
      Client client(server.port());
      client.send(text + text);  // the client leaves during the next response
      EXPECT_EQ(client.read_bytes(bytes), bytes);
      if (bytes % 2 == 0) client.reset();
    }
  }
  EXPECT_TRUE(server.is_alive());
}

// The response is larger than the system's buffers, so the client disconnects while the server is
// still sending.
TEST(WebClients, Case99_TheyGoAwayInTheMiddleOfADownload) {
  TestServer server({}, system_platform(), 1);
  const std::string text = repeated(kPuzzle, 60'000);
  const Reply opened = server.post("mill", R"({"name":"a.txt","command":"solve","to":"grid"})");
  const std::string job = "/api/v1/mill/" + json::parse(opened.body)["job"].get<std::string>();
  const Reply ended =
      server.ask("PUT", job + "/input", "Content-Type: application/octet-stream\r\n", text);
  const std::size_t all = json::parse(ended.body)["output_bytes"].get<std::size_t>();
  ASSERT_GT(all, std::size_t{8} << 20);
  const std::size_t before = open_descriptors();
  for (std::size_t bytes = 0; bytes < all; bytes = bytes * 2 + 997) {
    for (const bool is_reset : {false, true}) {
      Client client(server.port());
      client.send(request_text("GET", job + "/output", server.port()));
      EXPECT_EQ(client.read_bytes(bytes), bytes);
      if (is_reset) client.reset();
    }
  }
  EXPECT_TRUE(server.ask("GET", job + "/output").is_whole);
  for (int k = 0; k < 500 && open_descriptors() > before; ++k)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_LE(open_descriptors(), before);
}

}  // namespace
}  // namespace dokumill::testing
