// Tests of the server over real connections: valid and invalid requests, and the responses.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "web/assets.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

class WebServer : public ::testing::Test {
 protected:
  std::string request(std::string_view method, std::string_view target, std::string_view more = {},
                      std::string_view body = {}) const {
    return request_text(method, target, server.port(), more, body);
  }
  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(server.port()) + "\r\n"; }

  TestServer server;
};

// Returns the addresses, as /proc/net/tcp writes them, on which any process listens with this port.
std::vector<std::string> listening_addresses(std::uint16_t port) {
  std::vector<std::string> addresses;
  for (const char* path : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string number, local, remote, state;
      words >> number >> local >> remote >> state;
      const std::size_t colon = local.find(':');
      if (state == "0A" && std::stoul(local.substr(colon + 1), nullptr, 16) == port)
        addresses.push_back(local.substr(0, colon));
    }
  }
  return addresses;
}

TEST_F(WebServer, Case90_ItListensOnLoopbackOnly) {
  const std::vector<std::string> addresses = listening_addresses(server.port());
  ASSERT_FALSE(addresses.empty());
  EXPECT_EQ(addresses[0], "0100007F");
  EXPECT_LE(addresses.size(), 2U);
  EXPECT_EQ(addresses.back(),
            addresses.size() == 1 ? "0100007F" : "00000000000000000000000001000000");
}

TEST_F(WebServer, Case90_BothLoopbackAddressesAnswer) {
  Client client(server.port(), Client::Address::kV6);
  if (!client.is_connected()) GTEST_SKIP() << "no IPv6 here";
  client.send("GET / HTTP/1.1\r\nHost: [::1]:" + std::to_string(server.port()) + "\r\n\r\n");
  EXPECT_EQ(client.read_reply().status, 200);
}

TEST_F(WebServer, TheFilesOfThePageAreServedByteByByte) {
  ASSERT_FALSE(web::assets().empty());
  for (const web::Asset& asset : web::assets()) {
    const Reply reply = server.ask("GET", asset.path);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, asset.bytes);
    EXPECT_EQ(reply.field("content-type"), asset.type);
    EXPECT_EQ(reply.field("cache-control"), "no-cache");
    const std::string etag = reply.field("etag");
    EXPECT_FALSE(etag.empty());
    const Reply known = server.ask("GET", asset.path, "If-None-Match: \"x\", " + etag + "\r\n");
    EXPECT_EQ(known.status, 304);
    EXPECT_EQ(known.field("etag"), etag);
    EXPECT_EQ(known.field("content-length"), "");
    EXPECT_EQ(server.ask("GET", asset.path, "If-None-Match: \"x\"\r\n").status, 200);
    const Reply head = server.ask("HEAD", asset.path);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.field("content-length"), std::to_string(asset.bytes.size()));
  }
}

TEST_F(WebServer, OneConnectionTakesManyRequestsAlsoAhead) {
  Client client(server.port());
  for (int i = 0; i < 50; ++i) {
    client.send(request("GET", "/"));
    EXPECT_EQ(client.read_reply().status, 200);
    client.send(request("POST", "/api/v1/new", kJsonField, R"({"level":"easy"})"));
    EXPECT_EQ(client.read_reply().status, 200);
    client.send(request("HEAD", "/"));
    EXPECT_EQ(client.read_reply(true).status, 200);
  }
  std::string many;
  for (int i = 0; i < 50; ++i) {
    many += request("POST", "/api/v1/new", kJsonField, R"({"level":"easy","seed":"1"})");
    many += request("GET", "/nothing");
  }
  client.send(many);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(client.read_reply().status, 200);
    EXPECT_EQ(client.read_reply().status, 404);
  }
  client.send(request("GET", "/", "Connection: close\r\n"));
  const Reply last = client.read_reply();
  EXPECT_EQ(last.field("connection"), "close");
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST_F(WebServer, HttpOneZeroEndsWithItsAnswer) {
  Client client(server.port());
  client.send("GET / HTTP/1.0\r\n" + host() + "\r\n");
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST_F(WebServer, Case91_ForeignHostsGetNothing) {
  for (const std::string fields :
       {"Host: evil.example\r\n", "Host: evil.example:80\r\n", "Host: 127.0.0.1.example\r\n"}) {
    const Reply reply = server.send("GET / HTTP/1.1\r\n" + fields + "\r\n");
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(reply.body.find("<html"), std::string::npos);
    EXPECT_EQ(reply.field("connection"), "close");
  }
  EXPECT_EQ(server.send("GET / HTTP/1.1\r\n\r\n").status, 400);
  EXPECT_EQ(server.send("GET / HTTP/1.1\r\n" + host() + host() + "\r\n").status, 400);
}

TEST_F(WebServer, Case92_ForeignPagesGetNothing) {
  const std::string level = R"({"level":"easy"})";
  const std::string json_type(kJsonField);
  EXPECT_EQ(server.ask("POST", "/api/v1/new", json_type + "Origin: http://evil.example\r\n", level)
                .status,
            403);
  EXPECT_EQ(
      server.ask("POST", "/api/v1/new", json_type + "Sec-Fetch-Site: cross-site\r\n", level).status,
      403);
  // Types other than application/json. A web page may send some of them, such as text/plain, to
  // another origin without a preflight request.
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                           "text/json", "application/jsonx", "text/plain; application/json"}) {
    const std::string field = "Content-Type: " + std::string(type) + "\r\n";
    EXPECT_EQ(server.ask("POST", "/api/v1/new", field, level).status, 415) << type;
  }
  EXPECT_EQ(server.ask("POST", "/api/v1/new", {}, level).status, 415);
  EXPECT_EQ(
      server.ask("POST", "/api/v1/new", "Content-Type: Application/JSON; charset=utf-8\r\n", level)
          .status,
      200);
  const Reply preflight =
      server.ask("OPTIONS", "/api/v1/new",
                 "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n");
  EXPECT_EQ(preflight.status, 403);
  const Reply own = server.ask("OPTIONS", "/api/v1/new");
  EXPECT_EQ(own.status, 204);
  EXPECT_EQ(own.field("allow"), "POST, OPTIONS");
  for (const Reply& reply : {preflight, own, server.ask("GET", "/")}) {
    for (const auto& [name, value] : reply.fields)
      EXPECT_FALSE(name.starts_with("access-control")) << name;
  }
}

TEST_F(WebServer, Case93_PathsLeadNowhere) {
  for (const char* target :
       {"/../", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%00",
        "//", "//etc/passwd", "/\\..\\", "/.", "/./", "/index.html%00.js", "/index.html/",
        "/etc/passwd", "/proc/self/environ", "/api/../", "/api/v1/../../", "/favicon.ico"}) {
    const Reply reply = server.ask("GET", target);
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_EQ(reply.body.find("root:"), std::string::npos);
  }
}

TEST_F(WebServer, Case94_BodiesBeyondTheLimitAreNotRead) {
  const std::string post = "POST /api/v1/check HTTP/1.1\r\n" + host() + std::string(kJsonField);
  const struct {
    std::string fields;
    int status;
  } cases[] = {
      {"Content-Length: 16385\r\n", 413},
      {"Content-Length: 1073741824\r\n", 413},
      {"Content-Length: 18446744073709551615\r\n", 413},
      {"Content-Length: 18446744073709551616\r\n", 400},
      {"Content-Length: -1\r\n", 400},
      {"Content-Length: 2\r\nContent-Length: 2\r\n", 400},
      {"Content-Length: 2\r\nContent-Length: 3\r\n", 400},
      {"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", 400},
      {"Transfer-Encoding: chunked\r\n", 411},
  };
  for (const auto& test : cases) {
    Client client(server.port());
    client.send(post + test.fields + "\r\n{}");
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, test.status) << test.fields;
    EXPECT_EQ(reply.field("connection"), "close");
    EXPECT_TRUE(client.is_closed_by_server()) << test.fields;
  }
  // Sends up to a gigabyte. The server must close the connection before the end.
  Client flood(server.port());
  const std::string piece(1 << 20, ' ');
  ASSERT_TRUE(flood.send(post + "Content-Length: 1073741824\r\n\r\n"));
  EXPECT_EQ(flood.read_reply().status, 413);
  int sent = 0;
  while (sent < 1024 && flood.send(piece)) ++sent;
  EXPECT_LT(sent, 1024);
  // A body of the largest allowed size is read and parsed.
  EXPECT_EQ(server.post("check", std::string(16'384, ' ')).status, 400);
  EXPECT_TRUE(server.is_alive());
}

TEST_F(WebServer, Case94_ABodyIsReadWhateverItsPieces) {
  const std::string text =
      request("POST", "/api/v1/new", kJsonField, R"({"level":"easy","seed":"7"})");
  Client client(server.port());
  for (const char c : text) ASSERT_TRUE(client.send({&c, 1}));
  EXPECT_EQ(client.read_reply().status, 200);
  // curl sends longer bodies only after the response "100 Continue".
  client.send(request("POST", "/api/v1/new", std::string(kJsonField) + "Expect: 100-continue\r\n",
                      R"({"level":"easy","seed":"7"})"));
  EXPECT_EQ(client.read_reply().status, 200);
}

TEST_F(WebServer, Case95_BytesThatAreNotHttp) {
  std::string fields;
  for (int i = 0; i < 10'000; ++i) fields += "A" + std::to_string(i) + ": b\r\n";
  const std::string many(1 << 20, 'a');
  const struct {
    std::string bytes;
    int status;
  } cases[] = {
      {"GET /\r\n", 400},
      {"GET / HTTP/1.1\n" + host() + "\n", 400},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11), 400},
      {"GET /" + many, 414},
      {many, 414},
      {"GET / HTTP/1.1\r\nA: " + many, 431},
      {"GET / HTTP/1.1\r\n" + fields, 431},
      {std::string(1000, '\0'), 400},
      {"GET http://127.0.0.1/ HTTP/1.1\r\n" + host() + "\r\n", 400},
      {"CONNECT 127.0.0.1:1 HTTP/1.1\r\n" + host() + "\r\n", 400},
  };
  for (const auto& test : cases) {
    Client client(server.port());
    client.send(test.bytes);
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, test.status) << test.bytes.substr(0, 40);
    EXPECT_TRUE(client.is_closed_by_server());
  }
  EXPECT_TRUE(server.is_alive());
}

TEST_F(WebServer, Case97_NoBodyOfACallBreaksIt) {
  for (const char* call : {"new", "check", "hint", "import", "mill"}) {
    for (const std::string& body :
         {std::string("{"), std::string("[]"), std::string(16'000, '['),
          std::string("{\"a\":1e999}"), std::string("\0", 1), std::string("{}")}) {
      const Reply reply = server.post(call, body);
      EXPECT_EQ(reply.status, 400) << call << " " << body.substr(0, 40);
      EXPECT_EQ(json::parse(reply.body)["error"]["code"], "bad_request");
    }
  }
  EXPECT_TRUE(server.is_alive());
}

TEST_F(WebServer, Case99_ClientsGoAwayAtAnyMoment) {
  const std::string text = request("POST", "/api/v1/new", kJsonField, R"({"level":"expert"})");
  for (std::size_t bytes = 0; bytes <= text.size(); bytes += 7) {
    Client client(server.port());
    client.send(text.substr(0, bytes));
  }
  for (int i = 0; i < 50; ++i) Client(server.port()).send(text);
  EXPECT_TRUE(server.is_alive());
}

TEST_F(WebServer, Case101_EveryAnswerIsSafe) {
  const std::string level = R"({"level":"easy"})";
  const Reply replies[] = {
      server.ask("GET", "/"),
      server.ask("HEAD", "/"),
      server.ask("GET", "/api/v1/about"),
      server.ask("GET", "/nothing"),
      server.ask("GET", "/api/v1/new"),
      server.ask("POST", "/"),
      server.ask("OPTIONS", "/"),
      server.ask("DELETE", "/api/v1/about"),
      server.ask("TRACE", "/"),
      server.ask("POST", "/api/v1/new", "Content-Type: text/plain\r\n", level),
      server.post("new", level),
      server.post("new", "{}"),
      server.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
      server.send("nonsense\r\n\r\n"),
  };
  const int statuses[] = {200, 200, 200, 404, 405, 405, 204, 405, 405, 415, 200, 400, 403, 400};
  for (std::size_t i = 0; i < std::size(replies); ++i) {
    const Reply& reply = replies[i];
    EXPECT_EQ(reply.status, statuses[i]) << i;
    EXPECT_EQ(reply.field("x-content-type-options"), "nosniff") << i;
    EXPECT_EQ(reply.field("referrer-policy"), "no-referrer") << i;
    EXPECT_EQ(reply.field("x-frame-options"), "DENY") << i;
    const std::string csp = reply.field("content-security-policy");
    EXPECT_NE(csp.find("default-src 'self'"), std::string::npos) << i;
    EXPECT_NE(csp.find("frame-ancestors 'none'"), std::string::npos) << i;
    EXPECT_EQ(csp.find("unsafe"), std::string::npos) << i;
    EXPECT_EQ(reply.field("server"), "") << i;
    EXPECT_EQ(reply.field("cache-control"), i < 2 ? "no-cache" : "no-store") << i;
    EXPECT_EQ(reply.field("allow").empty(), reply.status != 405 && reply.status != 204) << i;
  }
  EXPECT_EQ(replies[4].field("allow"), "POST, OPTIONS");
  EXPECT_EQ(replies[5].field("allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(json::parse(replies[2].body)["threads"].is_number(), true);
}

TEST_F(WebServer, TheCallsAreServed) {
  const json made = json::parse(server.post("new", R"({"level":"hard"})").body);
  const std::string puzzle = made["puzzle"];
  const std::string boards = json{{"puzzle", puzzle}, {"board", puzzle}}.dump();
  EXPECT_EQ(json::parse(server.post("check", boards).body)["verdict"], "unfinished");
  EXPECT_EQ(json::parse(server.post("hint", boards).body)["kind"], "steps");
  EXPECT_EQ(json::parse(server.post("import", json{{"text", puzzle}}.dump()).body)["level"],
            "hard");
}

// Deadlines of a fraction of a second, so that a test can wait for them.
web::Limits short_limits() {
  web::Limits limits;
  limits.request = milliseconds(300);
  limits.write = milliseconds(300);
  limits.linger = milliseconds(100);
  return limits;
}

TEST(WebLimits, Case96_ARequestHasADeadlineForAllOfItsBytes) {
  TestServer server(short_limits());
  const std::string text =
      request_text("POST", "/api/v1/new", server.port(), kJsonField, std::string(10'000, ' '));
  // A byte now and then, in the head or in the body, does not extend the deadline.
  for (const std::size_t begin : {std::size_t{1}, std::size_t{30}, text.size() - 5'000}) {
    Client client(server.port());
    client.send(text.substr(0, begin));
    std::size_t sent = begin;
    while (sent < text.size() && client.send(text.substr(sent, 1))) {
      ++sent;
      std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_LT(sent, text.size());
    EXPECT_TRUE(client.is_closed_by_server());
  }
  Client late(server.port());
  late.send("GET / HT");
  EXPECT_EQ(late.read_reply().status, 408);
  // The rest of the request is too late to be answered.
  late.send("TP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) + "\r\n\r\n");
  EXPECT_EQ(late.read_all(), "");
  // A client that sends nothing and a kept-alive connection are closed without a response.
  Client silent(server.port());
  EXPECT_EQ(silent.read_all(), "");
  Client kept(server.port());
  kept.send(request_text("GET", "/", server.port()));
  EXPECT_EQ(kept.read_reply().status, 200);
  EXPECT_EQ(kept.read_all(), "");
  EXPECT_TRUE(server.is_alive());
}

TEST(WebLimits, Case96_AThousandSleepersBlockNoClient) {
  TestServer server;
  std::vector<Client> sleepers;
  for (int i = 0; i < 1000; ++i) {
    sleepers.emplace_back(server.port());
    ASSERT_TRUE(sleepers.back().is_connected()) << i;
    if (i % 3 == 1) sleepers.back().send("GET / HTTP/1.1\r\nHost: ");
    if (i % 3 == 2) sleepers.back().send(request_text("GET", "/", server.port()));
    if (i % 100 == 99) {
      EXPECT_TRUE(server.is_alive()) << i;
    }
  }
  const Reply made = server.post("new", R"({"level":"easy"})");
  EXPECT_EQ(made.status, 200);
  // The oldest connections were closed; the newest ones are still open.
  EXPECT_TRUE(sleepers.front().is_closed_by_server());
  sleepers.back().send(request_text("GET", "/", server.port()));
  EXPECT_EQ(sleepers.back().read_reply().status, 200);
}

TEST(WebLimits, Case96_AClientWithoutAPlaceGetsAnAnswer) {
  web::Limits limits;
  limits.connections = 0;
  TestServer server(limits);
  Client client(server.port());
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 503);
  EXPECT_TRUE(reply.is_whole);
  EXPECT_EQ(json::parse(reply.body)["error"]["code"], "busy");
  EXPECT_EQ(reply.field("x-content-type-options"), "nosniff");
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST(WebLimits, Case100_ItEndsWithConnectionsInEveryState) {
  std::vector<Client> clients;
  {
    TestServer server;
    for (int i = 0; i < 10; ++i) {
      clients.emplace_back(server.port());
      clients.emplace_back(server.port());
      clients.back().send("GET / HT");
      clients.emplace_back(server.port());
      clients.back().send(
          request_text("POST", "/api/v1/new", server.port(), kJsonField, R"({"level":"expert"})"));
    }
    EXPECT_TRUE(server.is_alive());
  }
  for (Client& client : clients) EXPECT_TRUE(client.is_closed_by_server());
}

}  // namespace
}  // namespace dokumill::testing
