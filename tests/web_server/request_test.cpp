// Tests of the parser of request heads and of the guard that accepts or rejects them.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "web/access.hpp"
#include "web/http_head.hpp"
#include "web/request_policy.hpp"
#include "web/routes.hpp"

namespace dokumill::web {
namespace {

using State = HeadParser::State;

// Returns 0 if more bytes are needed, -1 if the head is complete, or the status with which the
// parser rejects it.
int parse(std::string_view bytes, RequestHead& head, std::size_t piece = 1 << 20) {
  HeadParser parser;
  std::string waiting;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    waiting += bytes.substr(at, piece);
    std::size_t used = 0;
    const State state = parser.read(waiting, used);
    waiting.erase(0, used);
    if (state == State::kBad) return parser.status();
    if (state == State::kDone) {
      head = parser.head();
      return -1;
    }
  }
  return 0;
}

int parse(std::string_view bytes) {
  RequestHead head;
  return parse(bytes, head);
}

// Returns the status with which the guard rejects the request, or 0 if it is accepted.
int guard(const std::string& fields, const std::string& target = "/", bool any_host = false,
          const std::string& method = "GET") {
  RequestHead head;
  const int status = parse(method + " " + target + " HTTP/1.1\r\n" + fields + "\r\n", head);
  if (status != -1) return status;
  const auto answer = refusal(head, any_host);
  return answer ? answer->status : 0;
}

const std::string kHost = "Host: 127.0.0.1:4321\r\n";

TEST(WebRequests, AHeadIsReadInPiecesOfAnySize) {
  const std::string text = "POST /api HTTP/1.1\r\nHost: a:1\r\nX-Y:  z \r\nhost: b\r\n\r\nbody";
  for (const std::size_t piece : {1, 2, 3, 7, 100}) {
    RequestHead head;
    ASSERT_EQ(parse(text, head, piece), -1) << piece;
    EXPECT_EQ(head.method, "POST");
    EXPECT_EQ(head.target, "/api");
    EXPECT_EQ(head.minor_version, 1);
    EXPECT_EQ(head.count("host"), 2U);
    EXPECT_EQ(head.value("host"), "a:1");
    EXPECT_EQ(head.value("x-y"), "z");
    EXPECT_EQ(head.count("none"), 0U);
  }
}

TEST(WebRequests, Case95_InvalidHeads) {
  const std::string many(1 << 20, 'a');
  std::string fields;
  for (int i = 0; i < 10'000; ++i) fields += "A: b\r\n";
  const struct {
    std::string text;
    int status;
  } cases[] = {
      {"GET / HTTP/1.1\nHost: a\n\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},
      {"GET /\r\n\r\n", 400},
      {"GET / HTTP/0.9\r\n\r\n", 505},
      {"GET / HTTP/2.0\r\n\r\n", 505},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11), 400},
      {"\r\n\r\n", 400},
      {" GET / HTTP/1.1\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\n\r\n", 400},
      {"G\x01T / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nA : b\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n: b\r\n\r\n", 400},
      {std::string("GET / HTTP/1.1\r\nA: b") + '\0' + "c\r\n\r\n", 400},
      {"GET /" + many + " HTTP/1.1\r\n\r\n", 414},
      {many, 414},
      {"GET /" + many.substr(0, 65536) + " HTTP/1.1\r\n\r\n", 414},
      {"GET / HTTP/1.1\r\nA: " + many + "\r\n\r\n", 431},
      {"GET / HTTP/1.1\r\n" + many, 431},
      {"GET / HTTP/1.1\r\n" + fields + "\r\n", 431},
      {"GET / HTTP/1.1\r\nHost: a\r\n", 0},
  };
  for (const auto& test : cases) {
    EXPECT_EQ(parse(test.text), test.status) << test.text.substr(0, 60);
    // The result must be the same if the bytes arrive in pieces, so that a client cannot bypass the
    // limits by sending pieces.
    RequestHead head;
    EXPECT_EQ(parse(test.text, head, 1000), test.status) << test.text.substr(0, 60);
  }
}

// The port of the Host header may be any valid one, because a program that forwards a port changes
// it. The name alone protects from DNS rebinding.
TEST(WebRequests, Case91_OnlyOurOwnNamesAreTheHost) {
  for (const char* host :
       {"127.0.0.1:4321", "localhost:4321", "LocalHost:4321", "[::1]:4321", "127.0.0.1",
        "localhost", "[::1]", "127.0.0.1:4322", "localhost:1", "localhost:65535"})
    EXPECT_EQ(guard("Host: " + std::string(host) + "\r\n"), 0) << host;
  for (const char* host : {"127.0.0.1:",
                           "localhost:",
                           "localhost:0",
                           "localhost:65536",
                           "localhost:-1",
                           "localhost:+1",
                           "localhost:1x",
                           "evil.example",
                           "evil.example:4321",
                           "127.0.0.1.evil.example:4321",
                           "localhost.evil.example",
                           "localhost.:4321",
                           "localhostx",
                           "127.1:4321",
                           "0.0.0.0:4321",
                           "[::]:4321",
                           "::1:4321",
                           "[::1",
                           "user@127.0.0.1:4321",
                           "127.0.0.1:04321",
                           "",
                           "127.0.0.1:4321, evil.example",
                           "127.0.0.1:4321 evil"})
    EXPECT_EQ(guard("Host: " + std::string(host) + "\r\n"), 403) << host;
  EXPECT_EQ(guard(""), 400);
  EXPECT_EQ(guard(kHost + kHost), 400);
  EXPECT_EQ(guard("Host: localhost:4322\r\nOrigin: http://localhost:4322\r\n"), 0);
}

TEST(WebRequests, WithATokenTheHostMayHaveAnyName) {
  for (const char* host : {"192.168.1.5:8109", "box.local:8109", "box", "[fe80::1]:80"})
    EXPECT_EQ(guard("Host: " + std::string(host) + "\r\n", "/", true), 0) << host;
  for (const char* host : {"", "a b", "user@box", "box/", "box, other"})
    EXPECT_EQ(guard("Host: " + std::string(host) + "\r\n", "/", true), 403) << host;
  EXPECT_EQ(guard("Host: box\r\nOrigin: http://evil.example\r\n", "/", true), 403);
}

TEST(WebRequests, Case92_OtherPagesAreRefused) {
  EXPECT_EQ(guard(kHost + "Origin: http://127.0.0.1:4321\r\n"), 0);
  EXPECT_EQ(guard(kHost + "Sec-Fetch-Site: same-origin\r\n"), 0);
  EXPECT_EQ(guard(kHost + "Sec-Fetch-Site: none\r\n"), 0);
  for (const char* origin :
       {"http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:4322",
        "https://127.0.0.1:4321", "http://localhost:4321", "127.0.0.1:4321", "",
        "http://127.0.0.1:4321/", "http://127.0.0.1:4321 http://evil.example"})
    EXPECT_EQ(guard(kHost + "Origin: " + origin + "\r\n"), 403) << origin;
  for (const char* site : {"cross-site", "same-site", "", "Same-Origin"})
    EXPECT_EQ(guard(kHost + "Sec-Fetch-Site: " + site + "\r\n"), 403) << site;
  EXPECT_EQ(guard(kHost + "Origin: http://127.0.0.1:4321\r\nOrigin: http://evil.example\r\n"), 400);
  EXPECT_EQ(guard(kHost + "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n"), 400);
}

TEST(WebRequests, Case92_ALinkMayOpenThePageButNoFrameAndNoCall) {
  const std::string visit =
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
  EXPECT_EQ(guard(kHost + visit), 0);
  EXPECT_EQ(guard(kHost + visit, "/?lang=zh"), 0);
  for (const char* target : {"/app.js", "/api/v1/about", "/api/v1/mill/1/output", "//", "/x"})
    EXPECT_EQ(guard(kHost + visit, target), 403) << target;
  for (const char* method : {"POST", "PUT", "HEAD", "OPTIONS"})
    EXPECT_EQ(guard(kHost + visit, "/", false, method), 403) << method;
  EXPECT_EQ(guard(kHost + visit + "Origin: null\r\n"), 403);
  EXPECT_EQ(guard("Host: evil.example\r\n" + visit), 403);
  for (const char* dest : {"iframe", "frame", "embed", "object", "empty", "script", ""})
    EXPECT_EQ(guard(kHost +
                    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
                    "Sec-Fetch-Dest: " +
                    dest + "\r\n"),
              403)
        << dest;
  for (const char* mode : {"no-cors", "cors", "nested-navigate", "websocket", ""})
    EXPECT_EQ(guard(kHost +
                    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n"
                    "Sec-Fetch-Mode: " +
                    mode + "\r\n"),
              403)
        << mode;
}

RequestHead head_with(const std::string& fields) {
  RequestHead head;
  EXPECT_EQ(parse("GET / HTTP/1.1\r\n" + fields + "\r\n", head), -1);
  return head;
}

TEST(WebRequests, TheTokenIsInTheCookieOrInAuthorization) {
  const Access access{"5ec3e7", true, 8109};
  for (const char* fields :
       {"Cookie: dokumill-8109=5ec3e7\r\n", "Cookie: a=b; dokumill-8109=5ec3e7; c=d\r\n",
        "Cookie: dokumill-8109=old; dokumill-8109=5ec3e7\r\n", "Authorization: Bearer 5ec3e7\r\n"})
    EXPECT_TRUE(has_token(head_with(fields), access)) << fields;
  for (const char* fields :
       {"", "Cookie: dokumill-8109=\r\n", "Cookie: dokumill-8109=5ec3e8\r\n",
        "Cookie: dokumill-8109=5ec3e77\r\n", "Cookie: dokumill-8110=5ec3e7\r\n",
        "Cookie: xdokumill-8109=5ec3e7\r\n", "Cookie: 5ec3e7\r\n", "Cookie: ;;;\r\n",
        "Authorization: 5ec3e7\r\n", "Authorization: Bearer \r\n", "X: 5ec3e7\r\n"})
    EXPECT_FALSE(has_token(head_with(fields), access)) << fields;
  EXPECT_TRUE(has_token(head_with(""), Access{}));
  EXPECT_TRUE(is_same_secret("", ""));
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abcd", "xbc", "axc", "abx"})
    EXPECT_FALSE(is_same_secret("abc", other)) << other;
}

TEST(WebRequests, ThePrintedAddressGivesTheCookieAndLosesTheToken) {
  const Access access{"5ec3e7", true, 8109};
  const auto fields = [&](std::string_view target) {
    const auto entry = entry_of(target, access);
    return entry && entry->is_right ? entry->fields : "";
  };
  const std::string cookie =
      "Set-Cookie: dokumill-8109=5ec3e7; Path=/; HttpOnly; SameSite=Strict\r\n";
  EXPECT_EQ(fields("/?token=5ec3e7"), "Location: /\r\n" + cookie);
  EXPECT_EQ(fields("/?lang=zh&token=5ec3e7"), "Location: /?lang=zh\r\n" + cookie);
  EXPECT_EQ(fields("/?token=5ec3e7&lang=zh&a"), "Location: /?lang=zh&a\r\n" + cookie);
  for (const char* target : {"/?token=", "/?token=5ec3e8", "/?lang=zh&token=x"}) {
    const auto entry = entry_of(target, access);
    ASSERT_TRUE(entry) << target;
    EXPECT_FALSE(entry->is_right) << target;
  }
  for (const char* target : {"/", "/?", "/?lang=zh", "/?xtoken=5ec3e7", "/app.js?token=5ec3e7"})
    EXPECT_FALSE(entry_of(target, access)) << target;
  EXPECT_FALSE(entry_of("/?token=", Access{})) << "no token is needed";
}

TEST(WebRequests, Case94_LengthsThatTwoProgramsCouldReadInTwoWays) {
  EXPECT_EQ(guard(kHost + "Content-Length: 5\r\n"), 0);
  for (const char* fields :
       {"Content-Length: -1\r\n", "Content-Length: 5x\r\n", "Content-Length: +5\r\n",
        "Content-Length: 0x5\r\n", "Content-Length:\r\n", "Content-Length: 5, 5\r\n",
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 99999999999999999999999\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: identity\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"})
    EXPECT_EQ(guard(kHost + fields), 400) << fields;
  EXPECT_EQ(guard(kHost + "Transfer-Encoding: chunked\r\n"), 411);
  EXPECT_EQ(guard(kHost + "Transfer-Encoding: gzip, chunked\r\n"), 411);
}

TEST(WebRequests, Case93_OnlyPathsAreTargets) {
  for (const char* target : {"http://127.0.0.1:4321/", "*", "index.html", "/\xC3\xA9"})
    EXPECT_EQ(guard(kHost, target), 400) << target;
}

TEST(WebRequests, WhetherTheConnectionStays) {
  const auto stays = [](const std::string& line, const std::string& fields) {
    RequestHead head;
    EXPECT_EQ(parse(line + "\r\n" + fields + "\r\n", head), -1);
    return keeps_alive(head);
  };
  EXPECT_TRUE(stays("GET / HTTP/1.1", ""));
  EXPECT_TRUE(stays("GET / HTTP/1.1", "Connection: keep-alive\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.1", "Connection: Close\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.1", "Connection: upgrade, close\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.0", ""));
}

TEST(WebRequests, RoutesAreAnExactTable) {
  EXPECT_EQ(find_route("/").place, Place::kAsset);
  EXPECT_EQ(find_route("/?lang=zh").place, Place::kAsset);
  EXPECT_EQ(find_route("/api/v1/new").place, Place::kNew);
  EXPECT_EQ(find_route("/api/v1/mill").place, Place::kMill);
  EXPECT_EQ(find_route("/api/v1/mill/abc").place, Place::kMillState);
  EXPECT_EQ(find_route("/api/v1/mill/abc").job, "abc");
  EXPECT_EQ(find_route("/api/v1/mill/abc/input").place, Place::kMillInput);
  for (const char* target :
       {"/index.html", "//", "/api", "/api/v1/", "/api/v1/new/", "/api/v1/new?x", "/api/v1/mill/",
        "/api/v1/mill//input", "/api/v1/mill/a/b", "/api/v1/mill/a/input/", "/api/v2/new", "/..",
        "/../", "/%2e%2e/", "/%00", "/./", "/\\"}) {
    EXPECT_EQ(find_route(target).place, Place::kNowhere) << target;
  }
  EXPECT_TRUE(takes_method(Place::kAsset, "HEAD"));
  EXPECT_FALSE(takes_method(Place::kAsset, "POST"));
  EXPECT_FALSE(takes_method(Place::kNew, "GET"));
  EXPECT_FALSE(takes_method(Place::kNew, "POS"));
  EXPECT_TRUE(takes_method(Place::kMillInput, "PUT"));
}

}  // namespace
}  // namespace dokumill::web
