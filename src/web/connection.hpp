// Connection: one client: reads requests one after the other and answers them.
//
//   reading --head, body--> guard, route --> working (API) --> writing --> reading ...
//                                       `--> upload, download (mill) --'
//
// Thread safety: the server's thread only. Memory: a head, a small body and a piece of 64 KiB.
// Owned by its pending operations and by the server's list; close() ends them, and cannot fail.
// Failure: a connection that finds no memory for what it has to do answers with 503, where it can
// still do so, and is closed; the others never see that.
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

// The largest body but for the mill's input.
inline constexpr std::size_t kMostBodyBytes = std::size_t{16} << 10;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  Connection(boost::asio::ip::tcp::socket socket, Hub& hub);

  // Everything after start() happens in the handlers of its operations.
  void start();
  // Instead of start(): says that there is no room, as far as that can be said at once.
  void turn_away();
  void close() noexcept;

  // Since when the client keeps us waiting for a request; none while we work on one.
  std::optional<Clock::time_point> waits_since() const { return waits_since_; }

 private:
  void cut_off();
  // `handler`, as the handler of an operation of this connection, which it keeps alive.
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
  void pump();
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
  std::uint64_t timer_number_ = 0;  // of the deadline that counts
  std::uint64_t read_number_ = 0;   // of the read whose bytes count
  std::string input_;               // bytes that nothing has used yet
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
  bool is_answering_ = false;  // a part of the answer may be on its way
  bool is_closed_ = false;
  std::optional<Clock::time_point> waits_since_;
  std::shared_ptr<WorkThread::Ticket> ticket_;
  std::shared_ptr<MillJob> job_;  // whose input or output is on its way
  boost::asio::posix::stream_descriptor pipe_;
  bool is_input_refused_ = false;  // the job is over before its input is
  std::uint64_t drained_ = 0;      // bytes thrown away behind the last answer
  std::uint64_t offset_ = 0;       // of the output
  std::uint64_t call_number_ = 0;  // of the call whose answer is waited for
};

}  // namespace dokumill::web
