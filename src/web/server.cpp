#include "web/server.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "core/fmt.hpp"
#include "platform/cpu_budget.hpp"
#include "web/connection.hpp"
#include "web/hub.hpp"
#include "web/response.hpp"

namespace dokumill::web {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

class Server {
 public:
  Server(Platform& platform, const ServerOptions& options, Solver solver)
      : platform_(platform),
        options_(options),
        access_{options.token, !options.listen.empty(), 0},
        pool_([&platform] { return platform.unique_number(); }),
        engine_(solver.engine()),
        work_(std::move(solver)),
        mill_({&platform, options.threads, engine_, options.functions, options.limits.free_bytes},
              options.limits),
        hub_{io_,
             options.limits,
             access_,
             engine_,
             options.threads != 0 ? options.threads : automatic_threads(platform),
             work_,
             pool_,
             mill_,
             last_answer(error_answer(503, "busy", "no memory just now; try again")),
             [this](Connection* connection) { connections_.erase(connection); }} {}

  Status run();

 private:
  struct Listener {
    explicit Listener(asio::io_context& io) : acceptor(io), pause(io) {}
    tcp::acceptor acceptor;
    asio::steady_timer pause;
    // The number of calls of begin(). Each call begins a round. A wait for clients belongs to the
    // round in which it was started. When a wait of an earlier round ends, it does not start the
    // next wait.
    std::uint64_t round = 0;
  };

  Status listen();
  error_code listen_on_port(std::uint16_t port);
  // Returns the system's error; 0 on success.
  error_code listen_on(Listener& listener, const asio::ip::address& address, std::uint16_t port);
  void accept(Listener& listener);
  void welcome(tcp::socket socket);
  void make_room();
  void begin();
  void run_connections();
  void close_connections() noexcept;
  // Lets the mill forget old jobs: immediately, and then again at least every 10 seconds.
  void sweep();
  void stop();

  Platform& platform_;
  const ServerOptions& options_;
  bool is_stopping_ = false;
  asio::io_context io_{1};
  std::optional<asio::ip::address> address_;  // empty: the loopback addresses
  Listener v4_{io_};
  Listener v6_{io_};
  asio::posix::stream_descriptor stop_{io_};
  Access access_;
  PuzzlePool pool_;
  std::string engine_;
  WorkThread work_;
  Mill mill_;
  asio::steady_timer sweep_{io_};
  Hub hub_;
  std::unordered_map<Connection*, std::shared_ptr<Connection>> connections_;
};

error_code Server::listen_on(Listener& listener, const asio::ip::address& address,
                             std::uint16_t port) {
  error_code error;
  error_code ignored;
  tcp::acceptor& acceptor = listener.acceptor;
  const tcp::endpoint endpoint(address, port);
  acceptor.open(endpoint.protocol(), error);
  if (error) return error;
  if (address.is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
  // With this option, bind() accepts a port whose connections ended a moment ago, but not a port of
  // another listener.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) acceptor.close(ignored);
  return error;
}

// Listens on `address_`, or on both loopback addresses with the same port. If the system does not
// have ::1, listens on 127.0.0.1 only.
error_code Server::listen_on_port(std::uint16_t port) {
  if (address_) {
    Listener& listener = address_->is_v6() ? v6_ : v4_;
    const error_code error = listen_on(listener, *address_, port);
    if (!error) hub_.access.port = listener.acceptor.local_endpoint().port();
    return error;
  }
  const auto is_missing = [](error_code error) {
    return error == asio::error::address_family_not_supported ||
           error == boost::system::errc::address_not_available;
  };
  constexpr int kTries = 20;  // attempts to find a port that is free on both addresses
  error_code error;
  for (int i = 0; i < kTries; ++i) {
    error = listen_on(v4_, asio::ip::address_v4::loopback(), port);
    if (error) break;
    hub_.access.port = v4_.acceptor.local_endpoint().port();
    error = listen_on(v6_, asio::ip::address_v6::loopback(), hub_.access.port);
    if (!error || is_missing(error)) return {};
    v4_.acceptor.close();
    if (port != 0) break;
  }
  return error;
}

Status Server::listen() {
  if (!options_.listen.empty()) {
    error_code bad;
    address_ = asio::ip::make_address(options_.listen, bad);
    if (bad) {
      return {ErrorCode::kUsage,
              fmt::format("'{}' is not a numeric address such as 0.0.0.0 or ::", options_.listen)};
    }
    if (options_.token.empty()) {
      return {ErrorCode::kUsage, fmt::format("listening on {} needs a token: without one, everyone "
                                             "who can reach the address could use the server",
                                             options_.listen)};
    }
  }
  error_code error = listen_on_port(options_.port);
  const auto is_used = [&error] { return error == asio::error::address_in_use; };
  if (is_used() && options_.may_use_another_port) error = listen_on_port(0);
  if (!error) return {};
  const std::string what = options_.port == 0 ? "any port" : fmt::format("port {}", options_.port);
  return {ErrorCode::kIo,
          fmt::format("{} of {}: {}", what, address_ ? options_.listen : "127.0.0.1",
                      is_used() ? "in use by another program; another --port, or none, will do"
                                : error_text(-error.value()))};
}

Status Server::run() {
  if (Status status = listen(); !status.ok()) return status;
  if (options_.stop_fd >= 0) {
    stop_.assign(options_.stop_fd);
    stop_.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code) { stop(); });
  }
  Status ready = options_.on_ready ? options_.on_ready(hub_.access.port) : Status();
  if (ready.ok()) run_connections();
  if (stop_.is_open()) stop_.release();
  return ready;
}

// Cancels the waits that an earlier call of begin() started, and starts to wait for clients.
void Server::begin() {
  error_code ignored;
  for (Listener* listener : {&v4_, &v6_}) {
    if (!listener->acceptor.is_open()) continue;
    ++listener->round;
    listener->acceptor.cancel(ignored);
    listener->pause.cancel();
    accept(*listener);
  }
  sweep();
}

// If memory runs out in a connection, only this connection is closed (connection.hpp). If a
// std::bad_alloc arrives here, it comes from accepting a client, or from the server itself. After
// such an exception, it is possible that no wait for new clients is pending any more. So all
// connections are closed, and begin() starts all waits again.
void Server::run_connections() {
  constexpr int kRestMs = 50;
  while (!is_stopping_) {
    try {
      begin();
      io_.run();
      return;
    } catch (const std::bad_alloc&) {
      close_connections();
      if (platform_.wait_readable(options_.stop_fd, kRestMs) != PollResult::kTimeout) stop();
    }
  }
}

void Server::close_connections() noexcept {
  while (!connections_.empty()) connections_.begin()->first->close();
}

void Server::accept(Listener& listener) {
  const auto on_client = [this, &listener, round = listener.round](error_code error,
                                                                   tcp::socket socket) {
    if (!listener.acceptor.is_open()) return;
    if (!error) {
      if (round == listener.round) accept(listener);
      return welcome(std::move(socket));
    }
    if (round != listener.round) return;
    // Descriptors or memory ran out: try again in a moment. The server closes no connection to free
    // a descriptor. The reason: without a free descriptor, this error occurs even if no client is
    // waiting, so the connection might be closed for nothing.
    listener.pause.expires_after(std::chrono::milliseconds(100));
    listener.pause.async_wait([this, &listener, round](error_code cancelled) {
      if (!cancelled && listener.acceptor.is_open() && round == listener.round) accept(listener);
    });
  };
  listener.acceptor.async_accept(on_client);
}

void Server::welcome(tcp::socket socket) {
  make_room();
  const auto connection = std::make_shared<Connection>(std::move(socket), hub_);
  if (connections_.size() < options_.limits.connections) {
    connections_.emplace(connection.get(), connection);
    connection->start();
  } else {
    connection->turn_away();
  }
}

// If the number of connections has reached its limit, closes one connection. If there is an upload
// whose job was cancelled, closes that upload's connection. Otherwise, closes the connection on
// which the server has waited the longest for the client. So a client that sends its request at
// once and reads the answer stays connected, even if many other clients are idle or do not read. If
// the server waits for no client, closes a connection whose client sends requests before it has
// received its answers (asks_ahead()). The server would never have to wait for such a client, so
// the client could stay connected forever.
void Server::make_room() {
  if (connections_.size() < options_.limits.connections) return;
  Connection* longest = nullptr;
  Connection* ahead = nullptr;
  for (const auto& [connection, owner] : connections_) {
    if (connection->uploads_for_nothing()) return connection->close();
    if (!connection->waits_since()) {
      if (connection->asks_ahead()) ahead = connection;
    } else if (longest == nullptr || *connection->waits_since() < *longest->waits_since()) {
      longest = connection;
    }
  }
  if (longest == nullptr) longest = ahead;
  if (longest != nullptr) longest->close();
}

void Server::sweep() {
  mill_.sweep();
  sweep_.expires_after(
      std::min<std::chrono::milliseconds>(options_.limits.forget, std::chrono::seconds(10)));
  sweep_.async_wait([this](error_code cancelled) {
    if (!cancelled) sweep();
  });
}

void Server::stop() {
  is_stopping_ = true;
  error_code ignored;
  for (Listener* listener : {&v4_, &v6_}) {
    listener->acceptor.close(ignored);
    listener->pause.cancel();
  }
  close_connections();
  io_.stop();
}

}  // namespace

Status serve(Platform& platform, const ServerOptions& options) {
  Result<Solver> solver = Solver::create(options.engine);
  if (!solver.ok()) return solver.status();
  try {
    return Server(platform, options, *std::move(solver)).run();
  } catch (const boost::system::system_error& error) {  // no descriptor for the event loop
    return {ErrorCode::kIo, "the page cannot be served: " + error_text(-error.code().value())};
  } catch (const std::system_error&) {
    return {ErrorCode::kIo, "the page cannot be served: no thread can be started"};
  }
}

}  // namespace dokumill::web
