// Tests of `dokumill play` as a program: its address, its port, how it ends. tests/web_server tests
// its responses.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

#include "cli/cli_test.hpp"
#include "web_server/client.hpp"

namespace dokumill::testing {
namespace {

// A port on which another socket listens.
class TakenPort {
 public:
  TakenPort() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t bytes = sizeof address;
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&address), bytes), 0);
    EXPECT_EQ(::listen(fd_, 1), 0);
    EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &bytes), 0);
    port_ = ntohs(address.sin_port);
  }
  ~TakenPort() { ::close(fd_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;
  std::uint16_t port() const { return port_; }

 private:
  int fd_;
  std::uint16_t port_ = 0;
};

// Extracts the port from "http://127.0.0.1:PORT/...".
std::uint16_t port_in(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  return static_cast<std::uint16_t>(std::stoul(address.substr(colon + 1)));
}

Reply get_page(std::uint16_t port) {
  Client client(port);
  client.send(request_text("GET", "/", port));
  return client.read_reply();
}

class Play : public CliTest {
 protected:
  using Visit = std::function<void(std::uint16_t port, const Outcome& so_far)>;

  // Starts `play` with any free port, calls `visit` once the address is printed, and then sends the
  // signal.
  Outcome play(Args args, const Visit& visit, int signal = SIGINT,
               std::vector<std::pair<std::string, std::string>> environment = {}) const {
    if (std::find(args.begin(), args.end(), "--port") == args.end())
      args.insert(args.end(), {"--port", "0"});
    return play_as_given(std::move(args), visit, signal, std::move(environment));
  }
  Outcome play_as_given(Args args, const Visit& visit, int signal = SIGINT,
                        std::vector<std::pair<std::string, std::string>> environment = {}) const {
    bool is_visited = false;
    args.insert(args.begin(), "play");
    Command command;
    command.args = std::move(args);
    command.environment = std::move(environment);
    command.in = Stdin::feed([&, signal](const Outcome& so_far) {
      if (!is_visited && so_far.out.ends_with('\n')) {
        is_visited = true;
        visit(port_in(so_far.out), so_far);
        ::kill(so_far.pid, signal);
      }
      return Piece{.wait_ms = 10};
    });
    return run(std::move(command));
  }
  Outcome play(Args args) const {
    return play(std::move(args),
                [](std::uint16_t port, const Outcome&) { EXPECT_EQ(get_page(port).status, 200); });
  }
};

TEST_F(Play, Case103_TheAddressIsTheDataAndAllElseIsForPeople) {
  const Outcome run = play({"--no-open"});
  EXPECT_EQ(run.shell_status(), 130) << run;
  EXPECT_EQ(run.out, "http://127.0.0.1:" + std::to_string(port_in(run.out)) + "/\n");
  EXPECT_TRUE(has_line(run, "dokumill: the page is served to this machine only; Ctrl-C ends it"));
  EXPECT_TRUE(has_line(run, "dokumill: interrupted: the page is no longer served"));
  const Outcome quiet = play({"--no-open", "-q", "--lang", "zh"});
  EXPECT_TRUE(quiet.out.ends_with("/?lang=zh\n")) << quiet;
  EXPECT_EQ(quiet.messages().size(), 1U) << quiet;
  EXPECT_TRUE(has_only(dir, {}));
}

TEST_F(Play, Case89_PortsThatCannotBeHad) {
  const TakenPort taken;
  const std::string number = std::to_string(taken.port());
  EXPECT_TRUE(refuses(run({"play", "--no-open", "--port", number}), {"port " + number, "in use"}));
  for (const char* port : {"65536", "-1", "80x", "0x50", "+80", "", "4294967376"})
    EXPECT_TRUE(refuses(run({"play", "--no-open", "--port", port}), {"--port"})) << port;
  EXPECT_EQ(play({"--no-open", "--port", "0"}).shell_status(), 130);
}

// The browser keeps games for each port separately, so the port must not change unnoticed.
TEST_F(Play, ThePortStaysTheSameAndATakenOneIsReported) {
  constexpr std::uint16_t kDefaultPort = 8109;
  const auto says = [](const Outcome& run) {
    return has_line_starting(run, "dokumill: warning: port 8109 is in use by another program");
  };
  Outcome second;
  const Outcome first = play_as_given({"--no-open"}, [&](std::uint16_t port, const Outcome&) {
    second = play_as_given({"--no-open", "-q"}, [&](std::uint16_t other, const Outcome&) {
      EXPECT_NE(other, port);
      EXPECT_NE(other, kDefaultPort);
      EXPECT_EQ(get_page(other).status, 200);
    });
  });
  EXPECT_TRUE(says(second)) << second;  // also with -q
  EXPECT_EQ(second.shell_status(), 130) << second;
  // Another program may use the port during this test.
  EXPECT_EQ(says(first), port_in(first.out) != kDefaultPort) << first;
  EXPECT_FALSE(says(play({"--no-open"}))) << "any port was wanted";
}

TEST_F(Play, AnotherAddressNeedsAToken) {
  for (const char* address : {"0.0.0.0", "::", "127.0.0.1"})
    EXPECT_TRUE(
        refuses(run({"play", "--no-open", "--listen", address}), {"--listen needs --token"}));
  for (const char* address : {"", "localhost", "1.2.3", "0.0.0.0:80", "[::1]"})
    EXPECT_TRUE(refuses(run({"play", "--no-open", "--token", "--port", "0", "--listen", address}),
                        {"numeric address"}))
        << address;
}

TEST_F(Play, WithATokenOnlyThePrintedAddressOpensTheCalls) {
  std::string last_token;
  for (const Args& listen : {Args{"--listen", "0.0.0.0"}, Args{}}) {
    Args args = {"--no-open", "--token", "--lang", "zh"};
    args.insert(args.end(), listen.begin(), listen.end());
    const Outcome run = play(args, [&](std::uint16_t port, const Outcome& so_far) {
      const auto ask = [port](std::string_view target, std::string_view more) {
        Client client(port);
        client.send(request_text("GET", target, port, more));
        return client.read_reply();
      };
      const std::size_t at = so_far.out.find("/?lang=zh&token=");
      ASSERT_NE(at, std::string::npos) << so_far;
      const std::string target = so_far.out.substr(at, so_far.out.size() - at - 1);
      const std::string token = target.substr(target.rfind('=') + 1);
      EXPECT_EQ(token.size(), 32U);
      EXPECT_NE(token, last_token);
      last_token = token;
      EXPECT_EQ(ask("/", "").status, 200) << "the page itself is public";
      const Reply refused = ask("/api/v1/about", "");
      EXPECT_EQ(refused.status, 403);
      EXPECT_NE(refused.body.find("\"token\""), std::string::npos) << refused.body;
      EXPECT_EQ(ask("/api/v1/none", "").status, 403);
      EXPECT_EQ(ask("/?token=" + std::string(32, '0'), "").status, 403);
      const Reply entry = ask(target, "");
      EXPECT_EQ(entry.status, 303);
      EXPECT_EQ(entry.field("location"), "/?lang=zh");
      const std::string cookie = entry.field("set-cookie");
      EXPECT_EQ(cookie, "dokumill-" + std::to_string(port) + "=" + token +
                            "; Path=/; HttpOnly; SameSite=Strict");
      EXPECT_EQ(
          ask("/api/v1/about", "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n").status,
          200);
      EXPECT_EQ(ask("/api/v1/about", "Authorization: Bearer " + token + "\r\n").status, 200);
      Client other(port);
      other.send("GET / HTTP/1.1\r\nHost: box.example\r\n\r\n");
      EXPECT_EQ(other.read_reply().status, listen.empty() ? 403 : 200);
    });
    EXPECT_EQ(run.shell_status(), 130) << run;
    EXPECT_TRUE(has_line_starting(run, listen.empty()
                                           ? "dokumill: the page is served to this machine only"
                                           : "dokumill: the page is served to all who can reach"));
  }
}

TEST_F(Play, Case89_APortWithoutTheRightToIt) {
  if (!can_drop_privileges()) GTEST_SKIP() << "needs root, to become another user";
  std::ifstream first("/proc/sys/net/ipv4/ip_unprivileged_port_start");
  int number = 0;
  if (!(first >> number) || number <= 1) GTEST_SKIP() << "every user may have every port here";
  const Outcome refused = run({.args = {"play", "--no-open", "--port", "1"}, .unprivileged = true});
  EXPECT_TRUE(refuses(refused, {"port 1 of 127.0.0.1", "permission denied"}));
}

TEST_F(Play, InvalidArguments) {
  EXPECT_TRUE(refuses(run({"play", "--lang", "fr"}), {"--lang", "en"}));
  EXPECT_TRUE(refuses(run({"play", "file"}), {"file"}));
  EXPECT_TRUE(refuses(run({"play", "--engine", "none", "--no-open"}), {"none"}));
  EXPECT_TRUE(refuses(run({"ply"}), {"play"}));
  const Outcome help = run({"play", "--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* flag : {"--port", "--no-open", "--lang", "--threads"})
    EXPECT_NE(help.out.find(flag), std::string::npos) << flag;
}

TEST_F(Play, Case100_EverySignalEndsItWithOpenConnectionsAndFreesThePort) {
  std::uint16_t port = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::vector<Client> clients;
    const Args args = {"--no-open", "--port", std::to_string(port)};
    const Outcome ended = play(
        args,
        [&](std::uint16_t bound, const Outcome&) {
          port = bound;
          EXPECT_EQ(get_page(port).status, 200);
          for (int i = 0; i < 8; ++i) {
            clients.emplace_back(port);
            if (i % 2 == 1) clients.back().send("GET / HT");
            if (i % 4 == 2) clients.back().send(request_text("GET", "/", port));
          }
        },
        signal);
    EXPECT_EQ(ended.shell_status(), 128 + signal) << ended;
    EXPECT_FALSE(ended.timed_out);
    for (Client& client : clients) EXPECT_TRUE(client.is_closed_by_server());
  }
}

TEST_F(Play, Case99_NoClientEndsIt) {
  const Outcome run = play({"--no-open"}, [](std::uint16_t port, const Outcome&) {
    const std::string text = request_text("GET", "/", port);
    for (int i = 0; i < 300; ++i) {
      Client client(port);
      client.send(text + text + text.substr(0, static_cast<std::size_t>(i) % text.size()));
      if (i % 3 == 0) client.read_reply();
    }
    // This job fails before it has read its whole upload.
    Client starter(port);
    starter.send(request_text("POST", "/api/v1/mill", port, "Content-Type: application/json\r\n",
                              R"({"name":"a.csv","command":"solve","to":"same"})"));
    const std::string job = starter.read_reply().body.substr(8, 32);
    Client client(port);
    client.send(request_text("PUT", "/api/v1/mill/" + job + "/input", port,
                             "Content-Type: application/octet-stream\r\n",
                             "quiz,puzzle\n" + std::string(1 << 20, 'x')));
    EXPECT_NE(client.read_reply().body.find("\"failed\""), std::string::npos);
    EXPECT_EQ(get_page(port).status, 200);
  });
  EXPECT_EQ(run.shell_status(), 130) << run;
}

long resident_kib(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  long all = 0, resident = 0;
  file >> all >> resident;
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

TEST_F(Play, Case102_MemoryStaysFlatOverManyGames) {
#if defined(DOKUMILL_SANITIZED)
  GTEST_SKIP() << "the sanitizers keep what is freed";
#endif
  const Outcome run = play({"--no-open"}, [](std::uint16_t port, const Outcome& so_far) {
    const std::string field = "Content-Type: application/json\r\n";
    const auto games = [&](int count) {
      Client first(port);
      Client second(port);
      for (int i = 0; i < count; ++i) {
        Client& client = i % 2 == 0 ? first : second;
        const char* level = i % 3 == 0 ? R"({"level":"expert"})" : R"({"level":"easy"})";
        client.send(request_text("POST", "/api/v1/new", port, field, level));
        const std::string body = client.read_reply().body;
        const std::string puzzle = body.substr(body.find("\"puzzle\":\"") + 10, 81);
        const std::string boards = R"({"puzzle":")" + puzzle + R"(","board":")" + puzzle + R"("})";
        client.send(request_text("POST", "/api/v1/check", port, field, boards) +
                    request_text("POST", "/api/v1/hint", port, field, boards));
        EXPECT_EQ(client.read_reply().status, 200);
        EXPECT_EQ(client.read_reply().status, 200);
      }
    };
    games(300);
    const long before = resident_kib(so_far.pid);
    games(1'500);
    EXPECT_LT(resident_kib(so_far.pid), before + 4'096);
  });
  EXPECT_LT(run.peak_kib, 64 * 1024) << run;
}

// A desktop with one program, xdg-open, which records its arguments.
TEST_F(Play, Case103_TheBrowserIsAskedOnceAndMayBeMissing) {
  dir.write("xdg-open",
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$DESKTOP/asked.tmp\"\n"
            "mv \"$DESKTOP/asked.tmp\" \"$DESKTOP/asked\"\n");
  ASSERT_EQ(::chmod((dir / "xdg-open").c_str(), 0755), 0);
  const std::string path = dir.path() + ":" + std::getenv("PATH");
  const std::vector<std::pair<std::string, std::string>> desktop = {
      {"DISPLAY", ":0"}, {"PATH", path}, {"DESKTOP", dir.path()}};
  const Outcome opened = play(
      {"--lang", "zh"},
      [&](std::uint16_t, const Outcome&) {
        for (int i = 0; i < 3'000 && !dir.exists("asked"); ++i) ::usleep(10'000);
      },
      SIGINT, desktop);
  EXPECT_EQ(opened.shell_status(), 130) << opened;
  EXPECT_EQ(dir.read("asked"), opened.out);

  const auto stay = [](std::uint16_t port, const Outcome&) {
    EXPECT_EQ(get_page(port).status, 200);
  };
  const Outcome missing = play({}, stay, SIGINT, {{"DISPLAY", ":0"}, {"PATH", "/nowhere"}});
  EXPECT_TRUE(
      has_line(missing, "dokumill: there is no xdg-open here; open the address in a browser"));
  EXPECT_EQ(missing.shell_status(), 130) << missing;
  const Outcome nowhere =
      play({}, stay, SIGINT, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"BROWSER", ""}});
  EXPECT_TRUE(has_line(nowhere, "dokumill: no display here; open the address in a browser"));
  EXPECT_EQ(nowhere.shell_status(), 130) << nowhere;
}

TEST_F(Play, AClosedOutputIsReported) {
  const Outcome closed =
      run({.args = {"play", "--no-open", "--port", "0"}, .out = Stdout::closed()});
  EXPECT_EQ(closed.status, 2) << closed;
  EXPECT_TRUE(has_line_starting(closed, "dokumill: <stdout>: "));
}

}  // namespace
}  // namespace dokumill::testing
