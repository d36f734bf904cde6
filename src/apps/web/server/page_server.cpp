#include "apps/web/server/page_server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/system/system_error.hpp>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/platform/platform.hpp"
#include "base/text/format.hpp"
#include "formats/codec/encoder.hpp"

namespace dokumill::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// The longest head of a request, in bytes.
constexpr std::uint32_t kMaxHeadBytes = 16384;

// The page, and the page compressed with gzip; `packed` is empty in a build without compression.
struct Page {
  std::string_view text;
  std::vector<char> packed;
};

// Level 6 takes 20 ms and is within 1 % of the best.
Page packed_page(std::string_view text) {
  Page page{text, {}};
  const auto encoder = codec::make_encoder({.kind = Compression::kGzip, .level = 6}, nullptr);
  if (!encoder.ok() || !(*encoder)->encode(text, page.packed).ok()) page.packed.clear();
  return page;
}

// True if a request accepts gzip: Accept-Encoding names it, and not with "q=0".
bool accepts_gzip(beast::string_view encodings) {
  for (const auto& [name, parameters] : http::ext_list(encodings)) {
    if (!beast::iequals(name, "gzip")) continue;
    for (const auto& [key, value] : parameters) {
      if (beast::iequals(key, "q") && value.find_first_not_of("0.") == value.npos) return false;
    }
    return true;
  }
  return false;
}

// One request and its answer.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(tcp::socket socket, const Page& page, std::size_t& clients)
      : stream_(std::move(socket)), page_(page), clients_(clients) {
    ++clients_;
  }
  ~Client() { --clients_; }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void start() {
    parser_.header_limit(kMaxHeadBytes);
    stream_.expires_after(kPatience);
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (!error) self->answer();
                            });
  }

 private:
  using Answer = http::response<http::span_body<const char>>;

  void answer() {
    const http::verb method = parser_.get().method();
    const std::string_view target(parser_.get().target().data(), parser_.get().target().size());
    if (method != http::verb::get && method != http::verb::head) {
      answer_.result(http::status::method_not_allowed);
      answer_.set(http::field::allow, "GET, HEAD");
    } else if (target.substr(0, target.find('?')) != "/") {
      answer_.result(http::status::not_found);
    } else {
      answer_.set(http::field::content_type, "text/html; charset=utf-8");
      answer_.set(http::field::vary, "Accept-Encoding");
      answer_.body() = {page_.text.data(), page_.text.size()};
      if (!page_.packed.empty() && accepts_gzip(parser_.get()[http::field::accept_encoding])) {
        answer_.set(http::field::content_encoding, "gzip");
        answer_.body() = {page_.packed.data(), page_.packed.size()};
      }
    }
    answer_.content_length(answer_.body().size());
    if (method == http::verb::head) answer_.body() = {};
    // The page itself has a policy for its scripts and styles. No other page may show it in a
    // frame.
    answer_.set("Content-Security-Policy", "frame-ancestors 'none'");
    answer_.set("X-Frame-Options", "DENY");
    answer_.set("X-Content-Type-Options", "nosniff");
    answer_.set("Referrer-Policy", "no-referrer");
    answer_.set("Cross-Origin-Opener-Policy", "same-origin");
    answer_.set("Cross-Origin-Resource-Policy", "same-origin");
    answer_.set(http::field::cache_control, "no-cache");
    answer_.keep_alive(false);
    stream_.expires_after(kPatience);
    http::async_write(stream_, answer_,
                      [self = shared_from_this()](error_code, std::size_t) { self->close(); });
  }
  void close() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMaxHeadBytes};
  http::request_parser<http::empty_body> parser_;
  Answer answer_;
  const Page& page_;
  std::size_t& clients_;
};

class PageServer {
 public:
  explicit PageServer(const PageServerOptions& options) : options_(options) {}

  Status run() {
    error_code bad;
    const asio::ip::address address = asio::ip::make_address(options_.listen, bad);
    if (bad) {
      return {ErrorCode::kUsage,
              format_text("'{}' is not a numeric address such as 0.0.0.0 or ::", options_.listen)};
    }
    error_code error = listen({address, options_.port});
    if (error == asio::error::address_in_use && options_.may_use_another_port)
      error = listen({address, 0});
    if (error) return {ErrorCode::kIo, failure_text(error)};
    if (options_.stop_fd >= 0) {
      stop_.assign(options_.stop_fd);
      stop_.async_wait(asio::posix::stream_descriptor::wait_read,
                       [this](error_code) { io_.stop(); });
    }
    Status ready =
        options_.on_ready ? options_.on_ready(acceptor_.local_endpoint().port()) : Status();
    if (ready.ok()) {
      accept();
      io_.run();
    }
    if (stop_.is_open()) stop_.release();
    return ready;
  }

 private:
  error_code listen(const tcp::endpoint& endpoint) {
    error_code error;
    error_code ignored;
    acceptor_.open(endpoint.protocol(), error);
    if (error) return error;
    // With this option, bind() accepts a port whose connections ended a moment ago, but not a port
    // of another listener.
    acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) acceptor_.close(ignored);
    return error;
  }
  std::string failure_text(error_code error) const {
    const std::string what =
        options_.port == 0 ? "any port" : format_text("port {}", options_.port);
    return format_text("{} of {}: {}", what, options_.listen,
                       error == asio::error::address_in_use
                           ? "in use by another program; another --port, or none, will do"
                           : error_text(-error.value()));
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error) {
        // Descriptors or memory ran out: try again in a moment.
        pause_.expires_after(std::chrono::milliseconds(100));
        pause_.async_wait([this](error_code cancelled) {
          if (!cancelled) accept();
        });
        return;
      }
      if (clients_ < kMaxClients)
        std::make_shared<Client>(std::move(socket), page_, clients_)->start();
      accept();
    });
  }

  const PageServerOptions& options_;
  const Page page_ = packed_page(options_.page);
  std::size_t clients_ = 0;  // the clients in `io_` use it until their end
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::steady_timer pause_{io_};
  asio::posix::stream_descriptor stop_{io_};
};

}  // namespace

Status serve(const PageServerOptions& options) {
  try {
    return PageServer(options).run();
  } catch (const boost::system::system_error& error) {  // no descriptor for the event loop
    return {ErrorCode::kIo, "the page cannot be served: " + error_text(-error.code().value())};
  }
}

}  // namespace dokumill::web
