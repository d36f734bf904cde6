#include "formats/npy/npy_header.hpp"

#include <limits>
#include <vector>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::records {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kVersionBytes = 2;

Status bad_header(std::string message) {
  return {ErrorCode::kInput, std::move(message)};
}

// Parses the text of a header. The whole text must be one Python literal.
class NpyText {
 public:
  // `begin`: the offset of the text in the file, for messages.
  NpyText(std::string_view text, std::size_t begin) : text_(text), begin_(begin) {}

  Status read();

  std::string_view type() const { return type_; }
  bool is_fortran() const { return is_fortran_; }
  const std::vector<std::uint64_t>& shape() const { return shape_; }

 private:
  // Skips blanks, and line ends, which Python allows between brackets.
  void skip_space() {
    while (at_ < text_.size() && " \t\r\n"sv.find(text_[at_]) != std::string_view::npos) ++at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  Status damaged() const {
    return bad_header(
        format_text("the header of the NumPy array is damaged at its byte {}", begin_ + at_ + 1));
  }
  Status read_string(std::string_view& text);
  Status read_entry();
  Status read_type();
  Status read_shape();
  Status read_size();

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_ = 0;
  std::string_view type_;
  bool is_fortran_ = false;
  std::vector<std::uint64_t> shape_;
  bool has_type_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

Status NpyText::read() {
  if (!take('{')) return damaged();
  while (peek() != '}') {
    if (Status status = read_entry(); !status.ok()) return status;
    if (!take(',') && peek() != '}') return damaged();
  }
  ++at_;
  if (peek() != '\0' || at_ != text_.size()) return damaged();
  if (has_type_ && has_order_ && has_shape_) return {};
  return bad_header("the header of the NumPy array has no 'descr', 'fortran_order' or 'shape'");
}

Status NpyText::read_string(std::string_view& text) {
  const char quote = peek();
  if (quote != '\'' && quote != '"') return damaged();
  const std::size_t end = text_.find(quote, at_ + 1);
  if (end == std::string_view::npos) return damaged();
  text = text_.substr(at_ + 1, end - at_ - 1);
  if (text.find('\\') != std::string_view::npos) return damaged();
  at_ = end + 1;
  return {};
}

Status NpyText::read_entry() {
  skip_space();
  const std::size_t begin = at_;
  std::string_view key;
  if (Status status = read_string(key); !status.ok()) return status;
  bool* const seen = key == "descr"           ? &has_type_
                     : key == "fortran_order" ? &has_order_
                     : key == "shape"         ? &has_shape_
                                              : nullptr;
  if (seen == nullptr || *seen) {
    at_ = begin;
    return damaged();
  }
  *seen = true;
  if (!take(':')) return damaged();
  if (seen == &has_type_) return read_type();
  if (seen == &has_shape_) return read_shape();
  is_fortran_ = take_word("True");
  return is_fortran_ || take_word("False") ? Status() : damaged();
}

Status NpyText::read_type() {
  if (peek() != '[') return read_string(type_);
  return bad_header(
      "the values of the NumPy array have several fields; expected whole numbers of 1 to 8 bytes");
}

Status NpyText::read_shape() {
  if (!take('(')) return damaged();
  while (peek() != ')') {
    if (Status status = read_size(); !status.ok()) return status;
    const bool has_comma = take(',');
    // (81) without a comma is a number, not a shape.
    if (!has_comma && (peek() != ')' || shape_.size() == 1)) return damaged();
  }
  ++at_;
  return {};
}

Status NpyText::read_size() {
  if (peek() == '-') return bad_header("the NumPy array has a negative size");
  const std::size_t begin = at_;
  std::uint64_t size = 0;
  while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    if (size > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
      return bad_header("the NumPy array has a size beyond 2^64");
    }
    size = 10 * size + digit;
    ++at_;
  }
  const bool has_leading_zero = at_ - begin > 1 && text_[begin] == '0';
  if (at_ == begin || has_leading_zero) {
    at_ = begin;
    return damaged();
  }
  // Python 2 wrote 81L.
  if (at_ < text_.size() && text_[at_] == 'L') ++at_;
  shape_.push_back(size);
  // An array of NumPy has at most 64 dimensions.
  constexpr std::size_t kMostSizes = 64;
  return shape_.size() <= kMostSizes ? Status() : damaged();
}

// Parses a type such as '<u2'. Returns nullopt if it is not a type of whole numbers.
std::optional<NpyValues> values_of(std::string_view type) {
  if (type.size() != 3) return std::nullopt;
  const char order = type[0];
  const char kind = type[1];
  const char bytes = type[2];
  if ((kind != 'u' && kind != 'i') || "1248"sv.find(bytes) == std::string_view::npos) {
    return std::nullopt;
  }
  if (order != '<' && order != '>' && !(order == '|' && bytes == '1')) return std::nullopt;
  NpyValues values;
  values.bytes = static_cast<std::uint8_t>(bytes - '0');
  values.is_signed = kind == 'i';
  values.is_big_endian = order == '>';
  return values;
}

// Returns the number of records in an array of this shape, whose boards have `size` rows; nullopt
// if it is not a shape of records.
std::optional<std::uint64_t> records_of(const std::vector<std::uint64_t>& shape,
                                        std::uint64_t size) {
  switch (shape.size()) {
    case 1:
      if (shape[0] == size * size) return 1;
      break;
    case 2:
      if (shape[1] == size * size) return shape[0];
      if (shape[0] == size && shape[1] == size) return 1;
      break;
    case 3:
      if (shape[1] == size && shape[2] == size) return shape[0];
      break;
    default:
      break;
  }
  return std::nullopt;
}

Result<NpyHeader> judge_header(const NpyText& text, std::uint64_t size) {
  NpyHeader header;
  const std::optional<NpyValues> values = values_of(text.type());
  if (!values) {
    return bad_header(format_text(
        "the NumPy array has values of the type '{}'; expected whole numbers of 1 to 8 bytes: save "
        "array.astype('uint8')",
        printable(text.type())));
  }
  if (text.is_fortran()) {
    return bad_header(
        "the NumPy array is in Fortran order, expected C order: save np.ascontiguousarray(array)");
  }
  const std::optional<std::uint64_t> records = records_of(text.shape(), size);
  if (!records) {
    return bad_header(format_text(
        "the NumPy array has the shape ({0}{1}), expected (N, {2}), (N, {3}, {3}), ({2},) or ({3}, "
        "{3})",
        joined(text.shape(), ", "), text.shape().size() == 1 ? "," : "", size * size, size));
  }
  header.values = *values;
  header.values.cells = static_cast<std::uint16_t>(size * size);
  header.records = *records;
  header.has_rows = text.shape().back() == size;
  // The number of bytes of all records may be at most half of the largest std::uint64_t. The rest
  // of the range is left for the header and for sums of sizes.
  if (*records > std::numeric_limits<std::uint64_t>::max() / 2 / header.values.record_bytes()) {
    return bad_header(format_text(
        "the NumPy array has {} records according to its header; no file is so long", *records));
  }
  return header;
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

Result<std::optional<NpyHeader>> parse_npy_header(std::string_view bytes, bool is_all, int size) {
  const auto more = [is_all]() -> Result<std::optional<NpyHeader>> {
    if (!is_all) return std::optional<NpyHeader>();
    return bad_header("the NumPy array ends inside its header");
  };
  if (bytes.size() < kMagic.size() + kVersionBytes) return more();
  const auto byte_at = [bytes](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
  const unsigned major = byte_at(kMagic.size());
  const unsigned minor = byte_at(kMagic.size() + 1);
  if (major < 1 || major > 3 || minor != 0) {
    return bad_header(format_text(
        "the NumPy array has the file version {}.{}, expected 1.0, 2.0 or 3.0", major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t text_begin = kMagic.size() + kVersionBytes + length_bytes;
  if (bytes.size() < text_begin) return more();
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= std::size_t{byte_at(text_begin - length_bytes + i)} << (8 * i);
  }
  if (length > kNpyTextLimit) {
    return bad_header(
        format_text("the header of the NumPy array has {} bytes, expected at most 65,536", length));
  }
  if (bytes.size() - text_begin < length) return more();
  NpyText text(bytes.substr(text_begin, length), text_begin);
  if (Status status = text.read(); !status.ok()) return status;
  Result<NpyHeader> header = judge_header(text, static_cast<std::uint64_t>(size));
  if (!header.ok()) return header.status();
  header->header_bytes = text_begin + length;
  return std::optional<NpyHeader>(*header);
}

std::string npy_header_of(std::string_view type, std::string_view shape) {
  constexpr std::size_t kHeaderBytes = 128;
  constexpr std::size_t kTextBegin = 10;
  std::string header(kMagic);
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(kHeaderBytes - kTextBegin);
  header += '\x00';
  header += format_text("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  header.resize(kHeaderBytes - 1, ' ');
  header += '\n';
  return header;
}

std::string npy_sizes(CellShape shape, int size) {
  return shape == CellShape::kRows ? format_text("{0}, {0}", size) : std::to_string(size * size);
}

std::string npy_header(std::uint64_t records, CellShape shape, int size) {
  return npy_header_of("|u1", format_text("({}, {})", records, npy_sizes(shape, size)));
}

}  // namespace dokumill::records
