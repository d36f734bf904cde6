#include "web/http_head.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>

#include "core/lower_case.hpp"

namespace dokumill::web {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

// True if a request line ends in an HTTP version, supported or not.
bool names_version(std::string_view text) {
  constexpr std::string_view kBefore = " HTTP/";
  const std::string_view line = text.substr(0, text.find('\r'));
  if (line.size() < kBefore.size() + 3) return false;
  const std::string_view number = line.substr(line.size() - 3);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return line.substr(0, line.size() - 3).ends_with(kBefore) && is_digit(number[0]) &&
         number[1] == '.' && is_digit(number[2]);
}

}  // namespace

class HeadParser::Impl final : public http::basic_parser<true> {
 public:
  Impl() {
    header_limit(kMostHeadBytes);
    body_limit(UINT64_MAX);  // Connection checks the length
  }

  State read(std::string_view bytes, std::size_t& used) {
    used = 0;
    error_code error;
    while (!is_header_done() && used < bytes.size()) {
      const std::string_view rest = bytes.substr(used);
      used += put(boost::asio::const_buffer(rest.data(), rest.size()), error);
      if (error == http::error::need_more) break;
      if (error) {
        status_ = status_of(error, rest);
        return State::kBad;
      }
    }
    return is_header_done() ? State::kDone : State::kMore;
  }

  bool is_empty() const { return head_.method.empty(); }
  int status() const { return status_; }
  RequestHead& head() { return head_; }

 private:
  int status_of(error_code error, std::string_view rest) const {
    // header_limit: the head is too long, or it has more than kMostFields fields. If the method is
    // not known yet, the request line alone is too long.
    if (error == http::error::header_limit) return head_.method.empty() ? 414 : 431;
    if (error == http::error::bad_version && names_version(rest)) return 505;
    return 400;
  }

  void on_request_impl(http::verb, string_view method, string_view target, int version,
                       error_code&) override {
    head_.method.assign(method.data(), method.size());
    head_.target.assign(target.data(), target.size());
    head_.minor_version = version % 10;
  }
  void on_field_impl(http::field, string_view name, string_view value, error_code& error) override {
    if (head_.fields.size() == kMostFields) {
      error = http::error::header_limit;
      return;
    }
    head_.fields.emplace_back(lower_case({name.data(), name.size()}), std::string(value));
  }

  void on_response_impl(int, string_view, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(string_view body, error_code&) override { return body.size(); }
  void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, string_view body, error_code&) override {
    return body.size();
  }
  void on_finish_impl(error_code&) override {}

  RequestHead head_;
  int status_ = 400;
};

std::size_t RequestHead::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; }));
}

std::string_view RequestHead::value(std::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (key == name) return value;
  }
  return {};
}

HeadParser::HeadParser() : impl_(std::make_unique<Impl>()) {}
HeadParser::HeadParser(HeadParser&&) noexcept = default;
HeadParser& HeadParser::operator=(HeadParser&&) noexcept = default;
HeadParser::~HeadParser() = default;

HeadParser::State HeadParser::read(std::string_view bytes, std::size_t& used) {
  return impl_->read(bytes, used);
}

bool HeadParser::is_empty() const {
  return impl_->is_empty();
}

int HeadParser::status() const {
  return impl_->status();
}

RequestHead& HeadParser::head() {
  return impl_->head();
}

}  // namespace dokumill::web
