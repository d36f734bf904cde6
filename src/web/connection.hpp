// Connection: serves one client. It reads requests one after the other and answers them.
//
//   reading --head, body--> guard, route --> working (API) --> writing --> reading ...
//                                       `--> upload, download (mill) --'
//
// Thread safety: the server's thread only. Memory: a head, a small body and a piece of 64 KiB.
//
// A connection is owned by its pending operations and by the server's list. close() ends the
// operations, removes the connection from the list, and cannot fail. Failure: if memory runs out,
// the connection answers with 503 if it still can, and is closed. Other connections are not
// affected.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "web/answer.hpp"
#include "web/http_head.hpp"
#include "web/hub.hpp"
#include "web/response.hpp"
#include "web/routes.hpp"

namespace dokumill::web {

// The largest body, except for the input of a mill job.
inline constexpr std::size_t kMostBodyBytes = std::size_t{16} << 10;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  Connection(boost::asio::ip::tcp::socket socket, Hub& hub);

  // After start(), the connection works only in the handlers of its operations.
  void start();
  // Call this instead of start() if there are too many connections. Sends as much of a 503 answer
  // as is possible without waiting, and closes the connection.
  void turn_away();
  // Throws nothing: Mill::open() has reserved the memory for cancelling a job.
  void close() noexcept;  // NOLINT(bugprone-exception-escape)

  // The time at which the connection began to wait. A connection waits for a request, or until the
  // client has received an answer (or the current piece of a large answer). Empty while the server
  // works on a request. Also empty while a job reads an upload, because an upload has a minimum
  // rate of its own (pace.hpp).
  std::optional<Clock::time_point> waits_since() const { return waits_since_; }
  // True during an upload for a job that was cancelled, even if the job has not reported its end to
  // the connection yet.
  bool uploads_for_nothing() const;
  // True if the client has sent more bytes while an API call still works on its request. Browsers
  // do not do this: they wait for the answer.
  bool asks_ahead() const;

 private:
  void cut_off();
  // Wraps the handler of an operation of this connection. The wrapper keeps the connection alive,
  // and calls fail() if the handler throws std::bad_alloc.
  template <class Handler>
  auto guarded(Handler handler);
  void fail();

  // Reading.
  void read_request();
  void take_head();
  void read_body();
  void receive(void (Connection::*next)());
  void send_continue(void (Connection::*next)());

  // Answering.
  void dispatch();
  void call_api();
  void send_asset();
  void send(const Answer& answer, std::string_view more = {});
  void refuse(const Answer& answer);
  // The mill.
  void begin_upload();
  void await_input();
  void pump();
  void refuse_input();
  void end_input();
  void watch_client();
  void look_at_job();
  void on_job_end();
  void begin_download();
  void send_piece();
  void write(std::string head, std::string_view body);
  void finish_write();
  void linger();
  void drain();

  void set_deadline(std::chrono::milliseconds time, void (Connection::*on_deadline)());
  void end_deadline();
  void on_late_request();
  void on_late_answer();
  std::shared_ptr<MillJob> find_job();

  Hub& hub_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer timer_;
  std::uint64_t timer_number_ = 0;  // the current deadline; handlers of earlier ones do nothing
  std::uint64_t read_number_ = 0;   // the current read; the bytes of earlier reads are ignored
  std::string input_;               // received bytes that are not used yet
  std::array<char, 65536> piece_;
  char peeked_ = 0;
  HeadParser parser_;
  RequestHead head_;
  Route route_;
  std::string route_job_;
  std::uint64_t body_bytes_ = 0;
  std::string body_;
  std::string out_head_;
  std::string out_body_;
  bool closes_ = false;
  bool is_answering_ = false;  // a part of the answer, or of "100 Continue", may have been sent
  bool is_closed_ = false;
  std::optional<Clock::time_point> waits_since_;
  std::shared_ptr<WorkThread::Ticket> ticket_;
  std::shared_ptr<MillJob> job_;  // the job whose input or output is being transferred
  boost::asio::posix::stream_descriptor pipe_;
  bool is_input_refused_ = false;  // the job ended before its input was complete
  std::uint64_t drained_ = 0;      // bytes discarded after the last answer
  std::uint64_t offset_ = 0;       // where the next piece begins in the output of the job
  std::uint64_t call_number_ = 0;  // the current API call; answers to earlier calls are dropped
};

}  // namespace dokumill::web
