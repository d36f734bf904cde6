// Tests of `dokumill play`: its address, its port, its answers, how it ends.
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

#include "cli/support/cli_test.hpp"
#include "cli/support/page_client.hpp"
#include "support/texts/decoded.hpp"

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
    return play(std::move(args), [](std::uint16_t port, const Outcome&) {
      EXPECT_EQ(status_of(get_page(port)), 200);
    });
  }
};

TEST_F(Play, TheAddressIsTheDataAndAllElseIsForPeople) {
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

TEST_F(Play, PortsThatCannotBeHad) {
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
      EXPECT_EQ(status_of(get_page(other)), 200);
    });
  });
  EXPECT_TRUE(says(second)) << second;  // also with -q
  EXPECT_EQ(second.shell_status(), 130) << second;
  // Another program may use the port during this test.
  EXPECT_EQ(says(first), port_in(first.out) != kDefaultPort) << first;
  EXPECT_FALSE(says(play({"--no-open"}))) << "any port was wanted";
}

TEST_F(Play, OtherMachinesGetThePageOnRequest) {
  for (const char* address : {"", "localhost", "1.2.3", "0.0.0.0:80", "[::1]"})
    EXPECT_TRUE(refuses(run({"play", "--no-open", "--port", "0", "--listen", address}),
                        {"numeric address"}))
        << address;
  const Outcome all = play({"--no-open", "--listen", "0.0.0.0"});
  EXPECT_EQ(all.shell_status(), 130) << all;
  EXPECT_TRUE(all.out.starts_with("http://127.0.0.1:")) << all;
  EXPECT_TRUE(has_line_starting(all, "dokumill: the page is served to all who can reach 0.0.0.0"));
}

// Everything else is in the page, so that there is nothing else to ask for.
TEST_F(Play, ItAnswersGetAndHeadOfOnePath) {
  play({"--no-open"}, [](std::uint16_t port, const Outcome&) {
    const std::string page = get_page(port);
    const std::string body = page.substr(page.find("\r\n\r\n") + 4);
    EXPECT_TRUE(body.starts_with("<!doctype html>"));
    EXPECT_TRUE(body.ends_with("</html>\n"));
    const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
    for (const char* line :
         {length.c_str(), "Content-Type: text/html; charset=utf-8\r\n",
          "X-Content-Type-Options: nosniff\r\n", "X-Frame-Options: DENY\r\n",
          "Content-Security-Policy: frame-ancestors 'none'\r\n", "Connection: close\r\n"})
      EXPECT_NE(page.find(line), std::string::npos) << line;
    EXPECT_EQ(get_page(port, "/?lang=zh").substr(0, 15), page.substr(0, 15));
    const std::string head = get_page(port, "/", "HEAD");
    EXPECT_EQ(head, page.substr(0, page.size() - body.size()));
    for (const char* target : {"/index.html", "/api/v1/new", "//", "/..", "*", "/%00", "x"})
      EXPECT_EQ(status_of(get_page(port, target)), 404) << target;
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "BREW"}) {
      const std::string refused = get_page(port, "/", method);
      EXPECT_EQ(status_of(refused), 405) << method;
      EXPECT_NE(refused.find("Allow: GET, HEAD\r\n"), std::string::npos) << method;
    }
  });
}

// The page is 200 KB smaller with gzip. A browser that does not ask for it gets the plain page.
TEST_F(Play, ItSendsGzipOnRequest) {
  const auto get = [](std::uint16_t port, const std::string& encodings) {
    PageClient client(port);
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + encodings + "\r\n\r\n");
    return client.read_all();
  };
  play({"--no-open"}, [&](std::uint16_t port, const Outcome&) {
    const std::string plain = get_page(port);
    EXPECT_NE(plain.find("Vary: Accept-Encoding\r\n"), std::string::npos);
    for (const char* encodings : {"gzip", "deflate, GZIP;q=0.5, br", "br;q=1.0, gzip"}) {
      const std::string answer = get(port, encodings);
      const std::size_t end = answer.find("\r\n\r\n") + 4;
      EXPECT_NE(answer.find("Content-Encoding: gzip\r\n"), std::string::npos) << encodings;
      EXPECT_NE(answer.find("Content-Length: " + std::to_string(answer.size() - end) + "\r\n"),
                std::string::npos);
      EXPECT_LT(answer.size(), plain.size() - 100'000);
      EXPECT_EQ(decode(Compression::kGzip, answer.substr(end), 65536, 65536).text,
                plain.substr(plain.find("\r\n\r\n") + 4));
    }
    for (const char* encodings :
         {"", "br", "gzip;q=0", "gzip;q=0.000", "xgzip", ", ;=, gzip \"", "*"})
      EXPECT_EQ(get(port, encodings), plain) << encodings;
  });
}

TEST_F(Play, ThePageCanBeSaved) {
  const Outcome saved = run({"play", "--save", dir / "page.html"});
  EXPECT_EQ(saved.status, 0) << saved;
  const std::string page = dir.read("page.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
  const Outcome piped = run({"play", "--save", "-", "-q"});
  EXPECT_EQ(piped.out, page);
  play({"--no-open"}, [&page](std::uint16_t port, const Outcome&) {
    EXPECT_TRUE(get_page(port).ends_with("\r\n\r\n" + page));
  });
  EXPECT_TRUE(refuses(run({"play", "--save", dir / "page.html", "--port", "80"}),
                      {"--port cannot be used with --save"}));
  EXPECT_EQ(run({"play", "--save", dir / "none/page.html"}).status, 2);
  EXPECT_TRUE(refuses(run({"play", "--save", dir / "page.html.gz"}), {"writing gzip files"}));
  EXPECT_FALSE(fs::exists(dir / "page.html.gz"));
}

TEST_F(Play, APortWithoutTheRightToIt) {
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
  EXPECT_TRUE(refuses(run({"ply"}), {"play"}));
  const Outcome help = run({"play", "--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* flag : {"--port", "--no-open", "--lang", "--save"})
    EXPECT_NE(help.out.find(flag), std::string::npos) << flag;
}

TEST_F(Play, EverySignalEndsItWithOpenConnectionsAndFreesThePort) {
  std::uint16_t port = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::vector<PageClient> clients;
    const Args args = {"--no-open", "--port", std::to_string(port)};
    const Outcome ended = play(
        args,
        [&](std::uint16_t bound, const Outcome&) {
          port = bound;
          EXPECT_EQ(status_of(get_page(port)), 200);
          for (int i = 0; i < 8; ++i) {
            clients.emplace_back(port);
            if (i % 2 == 1) clients.back().send("GET / HT");
            if (i % 4 == 2) clients.back().send("GET / HTTP/1.1\r\n\r\n");
          }
        },
        signal);
    EXPECT_EQ(ended.shell_status(), 128 + signal) << ended;
    EXPECT_FALSE(ended.timed_out);
    for (PageClient& client : clients) client.read_all();
  }
}

TEST_F(Play, NoClientEndsIt) {
  const Outcome run = play({"--no-open"}, [](std::uint16_t port, const Outcome&) {
    const std::string text = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (int i = 0; i < 300; ++i) {
      PageClient client(port);
      client.send(text + text + text.substr(0, static_cast<std::size_t>(i) % text.size()));
      if (i % 3 == 0) client.read_all();
    }
    for (const std::string& garbage :
         {std::string("\0\0\0\0\r\n\r\n", 8), std::string(100'000, 'x'),
          "GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x'), std::string("\r\n\r\n"),
          std::string("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"),
          "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello" + text}) {
      PageClient client(port);
      client.send(garbage);
      client.read_all();
    }
    EXPECT_EQ(status_of(get_page(port)), 200);
  });
  EXPECT_EQ(run.shell_status(), 130) << run;
}

// More clients than the server takes, which send nothing or read nothing: it drops them.
TEST_F(Play, SilentClientsDoNotKeepOthersOut) {
  const Outcome run = play({"--no-open"}, [](std::uint16_t port, const Outcome&) {
    std::vector<PageClient> silent;
    for (int i = 0; i < 100; ++i) {
      silent.emplace_back(port);
      if (i % 2 == 0) silent.back().send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (PageClient& client : silent) client.read_all();
    EXPECT_EQ(status_of(get_page(port)), 200);
  });
  EXPECT_EQ(run.shell_status(), 130) << run;
}

TEST_F(Play, TheBrowserIsAskedOnceAndMayBeMissing) {
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
    EXPECT_EQ(status_of(get_page(port)), 200);
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
