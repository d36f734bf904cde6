#include "apps/book/file/grey.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "apps/book/file/pdf_tokens.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"

namespace dokumill::book {
namespace {

// A book takes a tenth less time than with the usual level 6, and has a tenth more bytes.
constexpr int kCompressionLevel = 3;

Status unknown_structure() {
  return {ErrorCode::kInput, "the PDF of this version of Cairo has an unknown structure"};
}

std::optional<std::size_t> number_of(std::string_view token) {
  const bool is_number =
      !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
  const std::optional<double> value = is_number ? read_number(token) : std::nullopt;
  if (!value) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

std::size_t place_of(std::string_view token, std::string_view text) {
  return static_cast<std::size_t>(token.data() - text.data());
}

// The operators of a page, with "0 g" instead of "0 0 0 rg", and "0 G" instead of "0 0 0 RG".
std::string grey_content(std::string_view content) {
  std::string grey;
  grey.reserve(content.size());
  std::size_t copied = 0;
  std::array<std::string_view, 3> last;
  PdfTokens tokens(content);
  for (std::string_view token; !(token = tokens.next()).empty();) {
    if ((token == "rg" || token == "RG") && last[0] == last[1] && last[1] == last[2]) {
      grey += content.substr(copied, place_of(last[1], content) - copied);
      grey += token == "rg" ? 'g' : 'G';
      copied = tokens.position();
    }
    last = {last[1], last[2], token};
  }
  grey += content.substr(copied);
  return grey;
}

// Runs a function of zlib until all of `in` is processed. False if it fails.
bool run_zlib(z_stream& stream, int (*step)(z_stream*, int), std::string_view in,
              std::string& out) {
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  for (int state = Z_OK; state != Z_STREAM_END;) {
    const std::size_t begin = out.size();
    out.resize(begin + std::max<std::size_t>(in.size(), 4096));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
    stream.avail_out = static_cast<uInt>(out.size() - begin);
    state = step(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    const bool goes_on =
        state == Z_STREAM_END || state == Z_OK || (state == Z_BUF_ERROR && stream.avail_out == 0);
    if (!goes_on) return false;
  }
  return true;
}

Status inflate_to(std::string_view in, std::string& out) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return {ErrorCode::kOutOfMemory, "not enough memory"};
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  return run_zlib(stream, inflate, in, out) ? Status() : unknown_structure();
}

Status deflate_to(std::string_view in, std::string& out) {
  z_stream stream{};
  if (deflateInit(&stream, kCompressionLevel) != Z_OK) {
    return {ErrorCode::kOutOfMemory, "not enough memory"};
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
  return run_zlib(stream, deflate, in, out) ? Status() : unknown_structure();
}

class GreyWriter {
 public:
  GreyWriter(std::string_view pdf, double bleed, const std::function<Status()>& check_stop)
      : pdf_(pdf), bleed_(bleed), check_stop_(check_stop) {}

  Result<std::string> write() {
    if (Status status = read_table(); !status.ok()) return status;
    // The objects in the order of the file.
    std::vector<std::size_t> order;
    for (std::size_t object = 0; object < places_.size(); ++object) {
      if (places_[object] != 0) order.push_back(object);
    }
    std::ranges::sort(order, {}, [&](std::size_t object) { return places_[object]; });
    if (order.empty()) return unknown_structure();
    out_ = pdf_.substr(0, places_[order.front()]);
    std::vector<std::size_t> places(places_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t begin = places_[order[i]];
      const std::size_t end = i + 1 < order.size() ? places_[order[i + 1]] : table_;
      places[order[i]] = out_.size();
      if (check_stop_) {
        if (Status status = check_stop_(); !status.ok()) return status;
      }
      Status status = write_object(order[i], pdf_.substr(begin, end - begin));
      if (!status.ok()) return status;
    }
    write_table(places);
    return std::move(out_);
  }

 private:
  Status read_table() {
    const std::size_t start = pdf_.rfind("startxref");
    if (start == std::string_view::npos) return unknown_structure();
    PdfTokens last(pdf_, start);
    last.next();
    table_ = number_of(last.next()).value_or(pdf_.size());
    if (table_ >= start) return unknown_structure();
    PdfTokens tokens(pdf_, table_);
    if (tokens.next() != "xref" || tokens.next() != "0") return unknown_structure();
    const std::optional<std::size_t> objects = number_of(tokens.next());
    if (!objects || *objects > pdf_.size()) return unknown_structure();
    for (std::size_t i = 0; i < *objects; ++i) {
      const std::optional<std::size_t> place = number_of(tokens.next());
      tokens.next();
      const bool is_used = tokens.next() == "n";
      if (!place || *place >= table_) return unknown_structure();
      places_.push_back(is_used ? *place : 0);
    }
    trailer_ = pdf_.substr(tokens.position(), start - tokens.position());
    return {};
  }

  void write_table(const std::vector<std::size_t>& places) {
    const std::size_t table = out_.size();
    out_ += format_text("xref\n0 {}\n", places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      out_ += places[i] == 0 ? format_text("0000000000 {} f \n", i == 0 ? "65535" : "00000")
                             : format_text("{:010} 00000 n \n", places[i]);
    }
    out_ += trailer_.substr(std::min(trailer_.find("trailer"), trailer_.size()));
    out_ += format_text("startxref\n{}\n%%EOF\n", table);
  }

  // What an object says about its stream.
  struct Stream {
    std::optional<std::size_t> length;
    std::size_t length_object = 0;  // the object that has the length; 0: there is none
    std::string_view subtype;
    std::string_view filter;
    bool is_font = false;

    // Contents of pages and of groups, and also maps of characters, which have no colours.
    bool has_operators() const { return !is_font && (subtype.empty() || subtype == "/Form"); }
  };

  Status write_object(std::size_t number, std::string_view text) {
    if (const auto length = lengths_.find(number); length != lengths_.end()) {
      out_ += format_text("{} 0 obj\n{}\nendobj\n", number, length->second);
      return {};
    }
    Stream stream;
    PdfTokens tokens(text);
    std::size_t copied = 0;
    const auto copy_to = [&](std::size_t end) {
      out_ += text.substr(copied, end - copied);
      copied = end;
    };
    std::string_view token, before;
    while (!(token = tokens.next()).empty() && token != "stream" && token != "endobj") {
      if (token == "/DeviceRGB") {
        copy_to(place_of(token, text));
        out_ += "/DeviceGray";
        copied = tokens.position();
      } else if (token == "/Page" && before == "/Type" && bleed_ != 0) {
        copy_to(tokens.position());
        trim_next_ = true;
      } else if (token == "/MediaBox" && trim_next_) {
        copy_to(place_of(token, text));
        if (Status status = write_boxes(tokens); !status.ok()) return status;
        trim_next_ = false;
      } else if (before == "/Length") {
        read_length(token, tokens, stream);
      } else if (before == "/Subtype") {
        stream.subtype = token;
      } else if (before == "/Filter") {
        stream.filter = token;
      } else if (token == "/Length1") {
        stream.is_font = true;
      }
      before = token;
    }
    if (token == "stream" && stream.has_operators()) {
      std::size_t begin = tokens.position();
      if (begin < text.size() && text[begin] == '\r') ++begin;
      ++begin;
      copy_to(begin);
      const std::size_t length = stream.length.value_or(text.size());
      if (begin + length > text.size() || stream.length_object == 0) return unknown_structure();
      if (Status status = write_content(text.substr(begin, length), stream); !status.ok()) {
        return status;
      }
      copied = begin + length;
    }
    copy_to(text.size());
    return {};
  }

  // The value of /Length: a number, or a reference to an object that has the number.
  void read_length(std::string_view token, PdfTokens tokens, Stream& stream) const {
    stream.length = number_of(token);
    tokens.next();
    if (tokens.next() != "R" || !stream.length || *stream.length >= places_.size()) return;
    stream.length_object = *stream.length;
    PdfTokens object(pdf_, places_[stream.length_object]);
    for (int i = 0; i < 3; ++i) object.next();  // "5 0 obj"
    stream.length = number_of(object.next());
  }

  // Boxes of a page, before its media box: [ 0 0 WIDTH HEIGHT ].
  Status write_boxes(PdfTokens tokens) {
    std::array<std::optional<double>, 4> box;
    tokens.next();
    for (std::optional<double>& side : box) {
      side = read_number(tokens.next());
      if (!side) return unknown_structure();
    }
    out_ += format_text("/BleedBox [ {} {} {} {} ]\n   ", to_text(*box[0]), to_text(*box[1]),
                        to_text(*box[2]), to_text(*box[3]));
    out_ += format_text("/TrimBox [ {} {} {} {} ]\n   ", to_text(*box[0] + bleed_),
                        to_text(*box[1] + bleed_), to_text(*box[2] - bleed_),
                        to_text(*box[3] - bleed_));
    return {};
  }

  Status write_content(std::string_view bytes, const Stream& stream) {
    const bool is_compressed = stream.filter == "/FlateDecode";
    if (!is_compressed && !stream.filter.empty()) return unknown_structure();
    content_.clear();
    if (is_compressed) {
      if (Status status = inflate_to(bytes, content_); !status.ok()) return status;
    }
    const std::string grey = grey_content(is_compressed ? std::string_view(content_) : bytes);
    const std::size_t begin = out_.size();
    if (is_compressed) {
      if (Status status = deflate_to(grey, out_); !status.ok()) return status;
    } else {
      out_ += grey;
    }
    lengths_[stream.length_object] = out_.size() - begin;
    return {};
  }

  std::string_view pdf_;
  double bleed_;
  const std::function<Status()>& check_stop_;
  std::string out_;
  std::string content_;                         // of the current page
  std::size_t table_ = 0;                       // the place of the table of objects
  std::vector<std::size_t> places_;             // of the objects; 0: there is none
  std::string_view trailer_;                    // what follows the table
  std::map<std::size_t, std::size_t> lengths_;  // by the number of the object that has the length
  bool trim_next_ = false;
};

}  // namespace

Result<std::string> in_grey(std::string_view pdf, double bleed,
                            const std::function<Status()>& check_stop) {
  return GreyWriter(pdf, bleed, check_stop).write();
}

}  // namespace dokumill::book
