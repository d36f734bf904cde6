#include "web/connection.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <new>
#include <utility>

#include "core/fmt.hpp"
#include "web/api.hpp"
#include "web/etag.hpp"
#include "web/request_policy.hpp"
#include "web/strict_json.hpp"

namespace dokumill::web {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// After its upload is complete, a connection checks at this interval whether the job is over. The
// job reports its end, but this report is lost if memory runs out.
constexpr std::chrono::seconds kLookAgain{1};

Answer no_token() {
  return error_answer(403, "token", "open the address that the command printed, with its token");
}

}  // namespace

template <class Handler>
auto Connection::guarded(Handler handler) {
  return [self = shared_from_this(), handler = std::move(handler)](auto... results) {
    try {
      handler(results...);
    } catch (const std::bad_alloc&) {
      self->fail();
    }
  };
}

Connection::Connection(asio::ip::tcp::socket socket, Hub& hub)
    : hub_(hub), socket_(std::move(socket)), timer_(hub.io), pipe_(hub.io) {}

void Connection::start() {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  try {
    read_request();
  } catch (const std::bad_alloc&) {
    fail();
  }
}

void Connection::fail() {
  if (is_closed_) return;
  error_code ignored;
  socket_.non_blocking(true, ignored);
  if (!is_answering_) socket_.write_some(asio::buffer(hub_.no_memory), ignored);
  close();
}

void Connection::turn_away() {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.write_some(asio::buffer(last_answer(error_answer(503, "busy", "too many connections"))),
                     ignored);
  socket_.close(ignored);
}

void Connection::close() noexcept {  // NOLINT(bugprone-exception-escape)
  if (is_closed_) return;
  is_closed_ = true;
  if (ticket_) ticket_->give_up();
  end_deadline();
  error_code ignored;
  // A job whose input is not complete is useless without its client, so it is cancelled. A job
  // whose input is complete continues, because the page may only be reloading.
  if (route_.place == Place::kMillInput && job_ && body_bytes_ != 0) hub_.mill.cancel(route_job_);
  job_.reset();
  pipe_.close(ignored);
  socket_.close(ignored);
  hub_.forget(this);
}

// Closes the connection and discards what the client has not received yet.
void Connection::cut_off() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void Connection::set_deadline(std::chrono::milliseconds time, void (Connection::*on_deadline)()) {
  const std::uint64_t number = ++timer_number_;
  timer_.expires_after(time);
  timer_.async_wait(guarded([this, number, on_deadline](error_code error) {
    // A handler that was already queued does nothing if its deadline was cancelled or replaced.
    if (!error && number == timer_number_) (this->*on_deadline)();
  }));
}

void Connection::end_deadline() {
  ++timer_number_;
  timer_.cancel();
}

bool Connection::uploads_for_nothing() const {
  return job_ && body_bytes_ != 0 && job_->is_cancelled();
}

bool Connection::asks_ahead() const {
  error_code ignored;
  return ticket_ && (!input_.empty() || socket_.available(ignored) > 0);
}

void Connection::read_request() {
  parser_ = HeadParser();
  head_ = {};
  body_.clear();
  closes_ = false;
  is_answering_ = false;
  waits_since_ = Clock::now();
  set_deadline(hub_.limits.request, &Connection::on_late_request);
  if (input_.empty()) {
    receive(&Connection::take_head);
  } else {
    take_head();
  }
}

void Connection::on_late_request() {
  if (parser_.is_empty() && input_.empty()) return close();  // an idle connection
  // The client did not take "100 Continue" in time. Its text is still being written, so no answer
  // may be written.
  if (is_answering_) return cut_off();
  refuse(error_answer(408, "late", "the request took too long"));
}

void Connection::receive(void (Connection::*next)()) {
  const std::uint64_t number = ++read_number_;
  const auto take = [this, number, next](error_code error, std::size_t bytes) {
    // Ignore the bytes of a read that was pending when the request was rejected.
    if (is_closed_ || number != read_number_) return;
    if (error) return close();
    input_.append(piece_.data(), bytes);
    (this->*next)();
  };
  socket_.async_read_some(asio::buffer(piece_), guarded(take));
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
  if (const std::optional<Answer> answer = refusal(head_, hub_.access.any_host))
    return refuse(*answer);
  closes_ = !keeps_alive(head_);
  route_ = find_route(head_.target);
  route_job_ = route_.job;
  body_bytes_ = web::body_bytes(head_);
  if (route_.place != Place::kAsset && !has_token(head_, hub_.access)) return refuse(no_token());
  if (route_.place == Place::kMillInput && head_.method == "PUT") return begin_upload();
  if (body_bytes_ > kMostBodyBytes) {
    return refuse(error_answer(413, "too_large", "the body is beyond 16 KiB"));
  }
  if (body_bytes_ != 0 && expects_continue(head_)) return send_continue(&Connection::read_body);
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
  switch (route_.place) {
    case Place::kAbout:
      return send(answer_about(hub_.engine, hub_.threads));
    case Place::kMill:
      return send(hub_.mill.open(body_));
    case Place::kMillOutput:
      return begin_download();
    case Place::kMillState:
      if (const auto job = find_job()) send(job->answer());
      return;
    case Place::kMillCancel:
      if (!find_job()) return;
      if (const RequestFields none(body_, {}); !none.status().ok())
        return send(bad_request(none.status()));
      hub_.mill.cancel(route_job_);
      return send({200, "{}"});
    default:
      call_api();
  }
}

std::shared_ptr<MillJob> Connection::find_job() {
  auto job = hub_.mill.find(route_job_);
  if (!job) send(error_answer(404, "no_job", "there is no such job, or no longer"));
  return job;
}

void Connection::call_api() {
  WorkThread::Call call;
  switch (route_.place) {
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
      call = [body = body_](WorkThread::Bench& bench) {
        return answer_hint(body, bench.solver, bench.should_stop);
      };
      break;
    case Place::kImport:
      call = [body = body_](WorkThread::Bench& bench) {
        return answer_import(body, bench.solver, bench.should_stop);
      };
      break;
    case Place::kSolution:
      call = [body = body_](WorkThread::Bench& bench) {
        return answer_solution(body, bench.solver, bench.should_stop);
      };
      break;
    default:
      return send(error_answer(404, "not_found", "there is nothing here"));
  }
  // The work thread posts the answer to the server's thread. If the answer comes too late, the
  // server's thread drops the answer.
  const std::weak_ptr<Connection> weak = shared_from_this();
  const auto done = [weak, &io = hub_.io, number = ++call_number_](Answer answer) {
    asio::post(io, [weak, number, answer = std::move(answer)] {
      const std::shared_ptr<Connection> self = weak.lock();
      if (!self || self->is_closed_ || number != self->call_number_) return;
      self->ticket_.reset();
      self->end_deadline();
      self->guarded([&] { self->send(answer); })();
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

void Connection::send_continue(void (Connection::*next)()) {
  out_head_ = "HTTP/1.1 100 Continue\r\n\r\n";
  is_answering_ = true;
  asio::async_write(socket_, asio::buffer(out_head_),
                    guarded([this, next](error_code error, std::size_t) {
                      if (is_closed_) return;
                      if (error) return close();
                      is_answering_ = false;
                      (this->*next)();
                    }));
}

// If the upload is rejected, the server does not read its body. So it must close the connection.
void Connection::begin_upload() {
  const std::shared_ptr<MillJob> job = hub_.mill.find(route_job_);
  if (!job) return refuse(error_answer(404, "no_job", "there is no such job, or no longer"));
  if (!has_type(head_, "application/octet-stream"))
    return refuse(
        error_answer(415, "content_type", "expected Content-Type: application/octet-stream"));
  if (head_.count("content-length") == 0)
    return refuse(error_answer(411, "length_required", "expected a Content-Length"));
  if (job->state() != MillJob::State::kWaiting)
    return refuse(error_answer(409, "state", "the job has its input already"));
  const std::weak_ptr<Connection> weak = shared_from_this();
  error_code error;
  pipe_.assign(job->input_end(), error);
  if (error) return refuse(error_answer(503, "no_room", "no more files can be opened"));
  job->take_input_end();
  const Status started = job->start(body_bytes_, [weak, &io = hub_.io] {
    asio::post(io, [weak] {
      const std::shared_ptr<Connection> self = weak.lock();
      if (self) self->guarded([&] { self->on_job_end(); })();
    });
  });
  if (!started.ok()) return refuse(error_answer(503, "no_room", started.message()));
  job_ = job;
  is_input_refused_ = false;
  waits_since_.reset();
  end_deadline();
  if (body_bytes_ == 0 || !expects_continue(head_)) return pump();
  set_deadline(hub_.limits.write, &Connection::cut_off);
  send_continue(&Connection::pump);
}

// Waits for more of the upload. For each kPaceBytes bytes, the client has the time limits.request.
// The time in which a slow job makes the client wait does not count.
void Connection::await_input() {
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(job_->pace().waited());
  if (waited >= hub_.limits.request) return close();
  job_->pace().begin_wait();
  set_deadline(hub_.limits.request - waited, &Connection::close);
  receive(&Connection::pump);
}

// Passes the received bytes to the job, and then reads more.
void Connection::pump() {
  end_deadline();
  job_->touch();
  job_->pace().take(input_.size());
  if (body_bytes_ == 0) return end_input();
  if (input_.empty()) return await_input();
  const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(body_bytes_, input_.size()));
  const auto taken = guarded([this, here](error_code error, std::size_t) {
    if (is_closed_) return;
    // If the write failed, the job is over. The rest of the upload is read nevertheless, so that
    // the client gets its answer.
    if (error) refuse_input();
    job_->add_bytes(here);
    body_bytes_ -= here;
    input_.erase(0, here);
    pump();
  });
  if (is_input_refused_) return asio::post(hub_.io, [taken, here] { taken(error_code(), here); });
  asio::async_write(pipe_, asio::buffer(input_.data(), here), taken);
}

// From now on, no job reads the rest of the upload. So Server::make_room() may close this
// connection when the number of connections has reached its limit.
void Connection::refuse_input() {
  is_input_refused_ = true;
  if (!waits_since_) waits_since_ = Clock::now();
}

void Connection::end_input() {
  error_code ignored;
  pipe_.close(ignored);
  if (job_->is_over()) return on_job_end();
  watch_client();
  look_at_job();
}

void Connection::look_at_job() {
  if (job_->is_over()) return on_job_end();
  job_->touch();
  set_deadline(kLookAgain, &Connection::look_at_job);
}

// Waits until the client closes its side of the connection. If the client closes it before the
// answer, the connection is closed. If the client closes it during the answer, no further request
// is read. Such a read would wait in vain, because the system signals the end of a stream only once
// (edge-triggered epoll).
void Connection::watch_client() {
  const auto look = [this](error_code error, std::size_t) {
    if (!error || error == asio::error::operation_aborted || is_closed_) return;
    if (is_answering_) {
      closes_ = true;  // the client may still read the answer
    } else {
      close();
    }
  };
  socket_.async_receive(asio::buffer(&peeked_, 1), asio::socket_base::message_peek, guarded(look));
}

void Connection::on_job_end() {
  if (is_closed_ || !job_ || !job_->is_over()) return;
  if (body_bytes_ != 0) return refuse_input();
  error_code ignored;
  socket_.cancel(ignored);  // ends watch_client()
  const std::shared_ptr<MillJob> job = std::move(job_);
  job_.reset();
  end_deadline();
  send(job->answer());
}

void Connection::begin_download() {
  const std::shared_ptr<MillJob> job = find_job();
  if (!job) return;
  if (job->state() != MillJob::State::kDone)
    return send(error_answer(409, "state", "the job is not done"));
  const std::string more =
      fmt::format("Content-Disposition: attachment; {}\r\n", job->output_disposition());
  const std::string type = job->output_type();
  ResponseHead head{200, type, job->output().bytes(), "no-store", more, closes_};
  offset_ = 0;
  if (head_.method != "HEAD") job_ = job;
  write(to_text(head), {});
}

void Connection::send_piece() {
  job_->touch();
  const std::int64_t got = job_->output().read_at(offset_, piece_.data(), piece_.size());
  if (got < 0) return close();  // the body is shorter than announced, which the client notices
  if (got == 0) {
    job_.reset();
    return finish_write();
  }
  offset_ += static_cast<std::uint64_t>(got);
  write({}, {piece_.data(), static_cast<std::size_t>(got)});
}

void Connection::send_asset() {
  if (const std::optional<Entry> entry = entry_of(head_.target, hub_.access)) {
    if (!entry->is_right) return send(no_token());
    return send({303, ""}, entry->fields);
  }
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
  ++read_number_;
  send(answer);
}

void Connection::write(std::string head, std::string_view body) {
  out_head_ = std::move(head);
  waits_since_ = Clock::now();
  is_answering_ = true;
  set_deadline(hub_.limits.write, &Connection::cut_off);
  const std::array<asio::const_buffer, 2> buffers{asio::buffer(out_head_),
                                                  asio::buffer(body.data(), body.size())};
  asio::async_write(socket_, buffers, guarded([this](error_code error, std::size_t) {
                      if (is_closed_) return;
                      if (error) return close();
                      finish_write();
                    }));
}

void Connection::finish_write() {
  if (job_) return send_piece();
  if (closes_) return linger();
  read_request();
}

// If a socket with unread bytes is closed, the connection is reset, and the client may lose the
// answer. So the server first closes only its own direction, and discards the bytes that still
// arrive, until limits.linger is over.
void Connection::linger() {
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  waits_since_ = Clock::time_point();  // so make_room() closes this connection first
  set_deadline(hub_.limits.linger, &Connection::close);
  drain();
}

void Connection::drain() {
  constexpr std::uint64_t kMostDrained = std::uint64_t{1} << 20;
  drained_ += input_.size();
  if (drained_ > kMostDrained) return cut_off();
  input_.clear();
  receive(&Connection::drain);
}

}  // namespace dokumill::web
