#include "web/connection.hpp"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "web/api.hpp"
#include "web/etag.hpp"
#include "web/guard.hpp"

namespace dokumill::web {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, Hub& hub)
    : hub_(hub), socket_(std::move(socket)), timer_(hub.io) {}

void Connection::start() {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  read_request();
}

void Connection::close() {
  if (is_closed_) return;
  is_closed_ = true;
  if (ticket_) ticket_->give_up();
  end_deadline();
  error_code ignored;
  socket_.close(ignored);
  hub_.forget(this);
}

void Connection::set_deadline(std::chrono::milliseconds time, void (Connection::*on_deadline)()) {
  const std::uint64_t number = ++timer_number_;
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this(), number, on_deadline](error_code error) {
    // A handler that was on its way already is not called back.
    if (!error && number == self->timer_number_) ((*self).*on_deadline)();
  });
}

void Connection::end_deadline() {
  ++timer_number_;
  timer_.cancel();
}

void Connection::read_request() {
  parser_ = HeadParser();
  body_.clear();
  closes_ = false;
  waits_since_ = Clock::now();
  set_deadline(hub_.limits.request, &Connection::on_late_request);
  if (input_.empty()) {
    receive(&Connection::take_head);
  } else {
    take_head();
  }
}

void Connection::on_late_request() {
  if (parser_.is_empty() && input_.empty()) return close();  // a connection that was kept
  refuse(error_answer(408, "late", "the request took too long"));
}

void Connection::receive(void (Connection::*next)()) {
  socket_.async_read_some(asio::buffer(piece_),
                          [self = shared_from_this(), next](error_code error, std::size_t bytes) {
                            if (self->is_closed_) return;
                            if (error) return self->close();
                            self->input_.append(self->piece_.data(), bytes);
                            ((*self).*next)();
                          });
}

void Connection::take_head() {
  std::size_t used = 0;
  const HeadParser::State state = parser_.read(input_, used);
  input_.erase(0, used);
  if (state == HeadParser::State::kMore) return receive(&Connection::take_head);
  if (state == HeadParser::State::kBad) {
    return refuse(error_answer(parser_.status(), "bad_request", reason_of(parser_.status())));
  }
  head_ = std::move(parser_.head());
  if (const std::optional<Answer> answer = refusal(head_, hub_.port)) return refuse(*answer);
  closes_ = !keeps_alive(head_);
  route_ = find_route(head_.target);
  body_bytes_ = web::body_bytes(head_);
  if (body_bytes_ > kMostBodyBytes) {
    return refuse(error_answer(413, "too_large", "the body is beyond 16 KiB"));
  }
  read_body();
}

void Connection::read_body() {
  const std::size_t missing = static_cast<std::size_t>(body_bytes_) - body_.size();
  const std::size_t here = std::min(missing, input_.size());
  body_.append(input_, 0, here);
  input_.erase(0, here);
  if (here < missing) return receive(&Connection::read_body);
  waits_since_.reset();
  end_deadline();
  dispatch();
}

void Connection::dispatch() {
  if (route_.place == Place::kNowhere)
    return send(error_answer(404, "not_found", "there is nothing here"));
  const std::string allow = fmt::format("Allow: {}\r\n", methods_of(route_.place));
  if (head_.method == "OPTIONS") return send({204, ""}, allow);
  if (!takes_method(route_.place, head_.method))
    return send(error_answer(405, "method", "this takes another method"), allow);
  if (route_.place == Place::kAsset) return send_asset();
  if (head_.method == "POST" && !has_type(head_, kJsonType))
    return send(error_answer(415, "content_type", "expected Content-Type: application/json"));
  call_api();
}

void Connection::call_api() {
  WorkThread::Call call;
  switch (route_.place) {
    case Place::kAbout:
      return send(answer_about(hub_.engine, hub_.threads));
    case Place::kNew:
      call = [body = body_, &pool = hub_.pool](WorkThread::Bench& bench) {
        const auto any = [&](Level level) { return pool.take(level, bench.should_stop); };
        return answer_new(body, any, bench.should_stop);
      };
      break;
    case Place::kCheck:
      call = [body = body_](WorkThread::Bench& bench) { return answer_check(body, bench.solver); };
      break;
    case Place::kHint:
      call = [body = body_](WorkThread::Bench& bench) { return answer_hint(body, bench.solver); };
      break;
    case Place::kImport:
      call = [body = body_](WorkThread::Bench& bench) { return answer_import(body, bench.solver); };
      break;
    default:
      return send(error_answer(404, "not_found", "there is nothing here"));
  }
  // The answer comes back into this thread, and is thrown away when it comes too late.
  const std::weak_ptr<Connection> weak = shared_from_this();
  const auto done = [weak, &io = hub_.io, number = ++call_number_](Answer answer) {
    asio::post(io, [weak, number, answer = std::move(answer)] {
      const std::shared_ptr<Connection> self = weak.lock();
      if (!self || self->is_closed_ || number != self->call_number_) return;
      self->ticket_.reset();
      self->end_deadline();
      self->send(answer);
    });
  };
  ticket_ = hub_.work.start(std::move(call), done);
  if (!ticket_) return send(busy_answer());
  set_deadline(hub_.limits.answer, &Connection::on_late_answer);
}

void Connection::on_late_answer() {
  ++call_number_;
  ticket_->give_up();
  ticket_.reset();
  send(busy_answer());
}

void Connection::send_asset() {
  const Asset& asset = *route_.asset;
  const std::string etag = etag_of(asset.bytes);
  const std::string more = fmt::format("ETag: {}\r\n", etag);
  const bool is_known = matches_etag(head_.value("if-none-match"), etag);
  ResponseHead head{is_known ? 304 : 200, asset.type, asset.bytes.size(),
                    "no-cache",           more,       closes_};
  const bool has_body = !is_known && head_.method != "HEAD";
  write(to_text(head), has_body ? asset.bytes : std::string_view());
}

void Connection::send(const Answer& answer, std::string_view more) {
  ResponseHead head{
      answer.status, answer.body.empty() ? "" : kJsonType, answer.body.size(), "no-store", more,
      closes_};
  out_body_ = head_.method == "HEAD" ? "" : answer.body;
  write(to_text(head), out_body_);
}

void Connection::refuse(const Answer& answer) {
  closes_ = true;
  waits_since_.reset();
  head_.method.clear();
  send(answer);
}

void Connection::write(std::string head, std::string_view body) {
  out_head_ = std::move(head);
  set_deadline(hub_.limits.write, &Connection::close);
  const std::array<asio::const_buffer, 2> buffers{asio::buffer(out_head_),
                                                  asio::buffer(body.data(), body.size())};
  asio::async_write(socket_, buffers, [self = shared_from_this()](error_code error, std::size_t) {
    if (self->is_closed_) return;
    if (error) return self->close();
    self->finish_write();
  });
}

void Connection::finish_write() {
  if (closes_) return linger();
  read_request();
}

// A socket that is closed with bytes unread resets the connection, and the client may lose the
// answer. So only our side is closed first, and what still comes is thrown away for a while.
void Connection::linger() {
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  waits_since_ = Clock::time_point();  // the first to go where there is no room
  set_deadline(hub_.limits.linger, &Connection::close);
  drain();
}

void Connection::drain() {
  input_.clear();
  receive(&Connection::drain);
}

}  // namespace dokumill::web
