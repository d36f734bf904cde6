// Tests of `dokumill play` when a signal arrives in the middle of a mill job: it exits promptly
// with the status of the signal, and leaves no files of the job.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "cli/cli_test.hpp"
#include "web_server/client.hpp"

namespace dokumill::testing {
namespace {

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";

enum class Moment { kInputStalls, kInputFlows, kAnswerIsAwaited, kOutputIsRead };

class PlayMill : public CliTest {
 protected:
  // Starts a job, waits until it is at `moment`, and sends the signal to the server.
  Outcome end_at(Moment moment, int signal) const {
    bool is_begun = false;
    std::vector<Client> clients;
    std::string puzzles;
    for (int i = 0; i < 20'000; ++i) puzzles += kPuzzle;
    Command command;
    command.args = {"play", "--no-open", "--port", "0", "--threads", "2"};
    command.environment = {{"TMPDIR", dir.path()}};
    command.in = Stdin::feed([&](const Outcome& so_far) {
      if (!is_begun && so_far.out.ends_with('\n')) {
        is_begun = true;
        const std::size_t colon = so_far.out.rfind(':');
        const auto port = static_cast<std::uint16_t>(std::stoul(so_far.out.substr(colon + 1)));
        begin(moment, port, puzzles, clients);
        ::kill(so_far.pid, signal);
      }
      return Piece{.wait_ms = 10};
    });
    Outcome outcome = run(std::move(command));
    for (Client& client : clients) EXPECT_TRUE(client.is_closed_by_server());
    return outcome;
  }

 private:
  static void begin(Moment moment, std::uint16_t port, const std::string& puzzles,
                    std::vector<Client>& clients) {
    Client& starter = clients.emplace_back(port);
    starter.send(request_text("POST", "/api/v1/mill", port, "Content-Type: application/json\r\n",
                              R"({"name":"a.txt","command":"solve","to":"grid"})"));
    const std::string job = "/api/v1/mill/" + starter.read_reply().body.substr(8, 32);
    const bool is_whole = moment >= Moment::kAnswerIsAwaited;
    const std::size_t bytes = is_whole ? puzzles.size() : puzzles.size() * 1000;
    Client& upload = clients.emplace_back(port);
    upload.send(request_text("PUT", job + "/input", port,
                             "Content-Type: application/octet-stream\r\nContent-Length: " +
                                 std::to_string(bytes) + "\r\n"));
    upload.send(moment == Moment::kInputStalls ? std::string_view(puzzles).substr(0, 1000)
                                               : puzzles);
    if (moment == Moment::kInputFlows) upload.send(puzzles);
    if (moment != Moment::kOutputIsRead) return;
    EXPECT_EQ(upload.read_reply().status, 200);
    Client& download = clients.emplace_back(port);
    download.send(request_text("GET", job + "/output", port));
    EXPECT_EQ(download.read_bytes(1000), 1000U);
  }
};

TEST_F(PlayMill, Case77_Case100_SignalsEndItInTheMiddleOfAJob) {
  for (const Moment moment : {Moment::kInputStalls, Moment::kInputFlows, Moment::kAnswerIsAwaited,
                              Moment::kOutputIsRead}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      const Outcome ended = end_at(moment, signal);
      EXPECT_EQ(ended.shell_status(), 128 + signal) << ended;
      EXPECT_FALSE(ended.timed_out);
      EXPECT_EQ(ended.messages().back(), "dokumill: interrupted: the page is no longer served");
      EXPECT_TRUE(has_only(dir, {})) << static_cast<int>(moment);
    }
  }
}

}  // namespace
}  // namespace dokumill::testing
