#include "formats/parquet/column_reader.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <concepts>
#include <optional>
#include <utility>

#include "base/load64.hpp"
#include "base/text/format.hpp"
#include "base/text/json_escape.hpp"
#include "formats/parquet/page_bytes.hpp"
#include "formats/parquet/thrift_reader.hpp"

namespace dokumill::parquet {
namespace {

// Enumerators of parquet.thrift.
constexpr std::int64_t kDataPage = 0;
constexpr std::int64_t kDictionaryPage = 2;
constexpr std::int64_t kDataPage2 = 3;
constexpr std::int64_t kPlainEncoding = 0;
constexpr std::int64_t kOldDictionary = 2;
constexpr std::int64_t kRunEncoding = 3;
constexpr std::int64_t kOldLevels = 4;
constexpr std::int64_t kDeltas = 5;
constexpr std::int64_t kDeltaLengths = 6;
constexpr std::int64_t kDictionaryEncoding = 8;
constexpr std::int64_t kSplitBytes = 9;

template <std::integral Number>
Number number_at(std::string_view bytes) {
  std::make_unsigned_t<Number> number = 0;
  for (std::size_t i = 0; i < sizeof number && i < bytes.size(); ++i) {
    number |= static_cast<std::make_unsigned_t<Number>>(static_cast<unsigned char>(bytes[i]))
              << (8 * i);
  }
  return static_cast<Number>(number);
}

// Removes the first `count` bytes. nullopt if there are fewer.
std::optional<std::string_view> take(std::string_view& bytes, std::uint64_t count) {
  if (count > bytes.size()) return std::nullopt;
  const std::string_view taken = bytes.substr(0, static_cast<std::size_t>(count));
  bytes.remove_prefix(taken.size());
  return taken;
}
// Removes a length of four bytes, and then this number of bytes.
std::optional<std::string_view> take_counted(std::string_view& bytes) {
  const auto length = take(bytes, 4);
  return length ? take(bytes, number_at<std::uint32_t>(*length)) : std::nullopt;
}

struct PageHeader {
  std::int64_t kind = -1;
  std::int64_t bytes = -1;         // decompressed
  std::int64_t stored_bytes = -1;  // in the file
  std::int64_t values = -1;
  std::int64_t encoding = 0;
  std::int64_t level_encodings[2] = {kRunEncoding, kRunEncoding};
  std::int64_t definition_bytes = 0;
  std::int64_t repetition_bytes = 0;
  bool is_compressed = true;
};

PageHeader read_header(ThriftReader& thrift) {
  PageHeader page;
  const auto data = [&](std::int64_t id) {
    if (id < 1 || id > 4) return false;
    const std::int64_t number = thrift.number();
    if (id == 1) page.values = number;
    if (id == 2) page.encoding = number;
    if (id > 2) page.level_encodings[id - 3] = number;
    return true;
  };
  const auto dictionary = [&](std::int64_t id) {
    if (id == 1) page.values = thrift.number();
    return id == 1;
  };
  const auto data2 = [&](std::int64_t id) {
    if (id == 7) page.is_compressed = thrift.flag();
    if (id < 1 || id > 6) return id == 7;
    const std::int64_t number = thrift.number();
    if (id == 1) page.values = number;
    if (id == 4) page.encoding = number;
    if (id == 5) page.definition_bytes = number;
    if (id == 6) page.repetition_bytes = number;
    return true;
  };
  thrift.structure([&](std::int64_t id) {
    if (id == 1) page.kind = thrift.number();
    if (id == 2) page.bytes = thrift.number();
    if (id == 3) page.stored_bytes = thrift.number();
    if (id == 5) thrift.structure(data);
    if (id == 7) thrift.structure(dictionary);
    if (id == 8) thrift.structure(data2);
    return id == 1 || id == 2 || id == 3 || id == 5 || id == 7 || id == 8;
  });
  return page;
}

std::size_t value_bytes(Type type) {
  return type == Type::kInt32 || type == Type::kFloat ? 4 : type == Type::kInt96 ? 12 : 8;
}

}  // namespace

bool RunReader::begin_run() {
  std::uint64_t header = 0;
  for (int shift = 0;; shift += 7) {
    if (left_.empty() || shift > 56) return false;
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    header |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  is_packed_ = (header & 1) != 0;
  run_ = header >> 1;
  if (is_packed_) {
    // The last run may be cut off after its last number.
    const std::uint64_t bytes = std::min<std::uint64_t>(run_, left_.size()) * bits_;
    packed_ =
        left_.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes, left_.size())));
    run_ = bits_ == 0 ? 8 * run_ : std::min<std::uint64_t>(8 * run_, 8 * packed_.size() / bits_);
    at_ = 0;
    left_.remove_prefix(packed_.size());
  } else {
    const std::size_t bytes = (bits_ + 7) / 8;
    if (left_.size() < bytes) return false;
    same_ = number_at<std::uint32_t>(left_.substr(0, bytes));
    left_.remove_prefix(bytes);
  }
  return run_ != 0 || begin_run();
}

std::uint32_t RunReader::unpack() {
  const std::string_view bytes = packed_.substr(at_ / 8, 8);
  std::uint64_t bits = bytes.size() == 8 ? load64(bytes.data()) : number_at<std::uint64_t>(bytes);
  bits >>= at_ % 8;
  at_ += bits_;
  return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << bits_) - 1));
}

bool DeltaReader::varint(std::uint64_t& number) {
  number = 0;
  for (int shift = 0; shift < 64 && !left_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool DeltaReader::begin(std::string_view bytes) {
  constexpr std::uint64_t kMostValues = std::uint64_t{1} << 30;  // of a block
  *this = DeltaReader();
  left_ = bytes;
  std::uint64_t block = 0;
  if (!varint(block) || !varint(miniblocks_) || !varint(values_) || !varint(value_)) return false;
  value_ = value_ >> 1 ^ (~(value_ & 1) + 1);
  if (miniblocks_ == 0 || block > kMostValues || block % miniblocks_ != 0) return false;
  miniblock_values_ = block / miniblocks_;
  return miniblock_values_ != 0 && miniblock_values_ % 8 == 0;
}

bool DeltaReader::begin_miniblock() {
  if (widths_.empty()) {
    if (!varint(smallest_) || left_.size() < miniblocks_) return false;
    smallest_ = smallest_ >> 1 ^ (~(smallest_ & 1) + 1);
    widths_ = left_.substr(0, static_cast<std::size_t>(miniblocks_));
    left_.remove_prefix(widths_.size());
  }
  bits_ = static_cast<unsigned char>(widths_.front());
  widths_.remove_prefix(1);
  const std::uint64_t bytes = miniblock_values_ / 8 * bits_;
  if (bits_ > 64 || bytes > left_.size()) return false;
  packed_ = left_.substr(0, static_cast<std::size_t>(bytes));
  left_.remove_prefix(packed_.size());
  in_miniblock_ = miniblock_values_;
  at_ = 0;
  return true;
}

bool DeltaReader::next(std::int64_t& number) {
  if (values_ == 0) return false;
  if (!std::exchange(is_first_, false)) {
    if (in_miniblock_ == 0 && !begin_miniblock()) return false;
    --in_miniblock_;
    std::uint64_t more = 0;
    for (unsigned got = 0; got < bits_;) {
      const unsigned bit = at_ % 8;
      const unsigned taken = std::min(8 - bit, bits_ - got);
      const auto byte = static_cast<unsigned char>(packed_[at_ / 8]);
      more |= std::uint64_t{byte >> bit & ((1U << taken) - 1)} << got;
      got += taken;
      at_ += taken;
    }
    value_ += smallest_ + more;
  }
  --values_;
  number = static_cast<std::int64_t>(value_);
  return true;
}

void ColumnReader::begin(const Chunk& chunk) {
  pages_ = chunk.bytes;
  codec_ = chunk.codec;
  chunk_values_ = chunk.values;
  page_values_ = 0;
  dictionary_.clear();
  has_levels_ = false;
}

Status ColumnReader::look_ahead() {
  if (has_levels_) return {};
  while (page_values_ == 0) {
    if (chunk_values_ == 0) return {};
    if (Status status = begin_page(); !status.ok()) return status;
  }
  --page_values_;
  levels_ = {0, column_->most_definition};
  if (column_->most_repetition != 0 && !repetitions_.next(levels_.repetition)) {
    return damaged("a page with too few levels");
  }
  if (column_->most_definition != 0 && !definitions_.next(levels_.definition)) {
    return damaged("a page with too few levels");
  }
  has_levels_ = true;
  return {};
}

Status ColumnReader::begin_page() {
  ThriftReader thrift(pages_);
  const PageHeader header = read_header(thrift);
  if (!thrift.is_ok() || header.bytes < 0 || header.stored_bytes < 0) {
    return damaged("a page header that cannot be read");
  }
  pages_ = thrift.left();
  const auto found = take(pages_, static_cast<std::uint64_t>(header.stored_bytes));
  if (!found) return damaged("a page that is longer than its column");
  std::string_view stored = *found;
  const bool is_dictionary = header.kind == kDictionaryPage;
  if (!is_dictionary && header.kind != kDataPage && header.kind != kDataPage2) return {};
  if (header.values < 0) return damaged("a page header that cannot be read");
  const auto values = static_cast<std::uint64_t>(header.values);
  auto bytes = static_cast<std::uint64_t>(header.bytes);
  if (bytes > kMostPageBytes) return damaged("a page of more than 1 GiB");

  // The levels of a page of version 2 are not compressed.
  std::string_view repetitions;
  std::string_view definitions;
  if (header.kind == kDataPage2) {
    const auto first = take(stored, static_cast<std::uint64_t>(header.repetition_bytes));
    const auto second = take(stored, static_cast<std::uint64_t>(header.definition_bytes));
    if (!first || !second || first->size() + second->size() > bytes) {
      return damaged("levels that are longer than their page");
    }
    repetitions = *first;
    definitions = *second;
    bytes -= first->size() + second->size();
  }
  std::string_view page = stored;
  std::string& storage = is_dictionary ? dictionary_page_ : page_;
  if (codec_ != 0 && header.is_compressed) {
    Status status = decompress(codec_, stored, static_cast<std::size_t>(bytes), storage);
    if (!status.ok()) return status;
    page = storage;
  } else if (page.size() != bytes) {
    return damaged("a page with another size than its header states");
  }
  if (is_dictionary) return set_dictionary(page, values);

  if (header.kind == kDataPage) {
    const auto take_levels = [&](unsigned most, std::int64_t encoding, std::string_view& levels) {
      if (most == 0) return Status();
      if (encoding == kOldLevels) {
        return Status(ErrorCode::kUnsupported,
                      "its Parquet levels have an encoding that is no longer used");
      }
      const auto counted = take_counted(page);
      if (!counted) return damaged("levels that are longer than their page");
      levels = *counted;
      return Status();
    };
    Status status = take_levels(column_->most_repetition, header.level_encodings[1], repetitions);
    if (!status.ok()) return status;
    status = take_levels(column_->most_definition, header.level_encodings[0], definitions);
    if (!status.ok()) return status;
  }
  repetitions_ =
      RunReader(repetitions, static_cast<unsigned>(std::bit_width(column_->most_repetition)));
  definitions_ =
      RunReader(definitions, static_cast<unsigned>(std::bit_width(column_->most_definition)));
  if (values > chunk_values_) return damaged("a column with more values than its footer states");
  chunk_values_ -= values;
  page_values_ = values;
  return begin_values(header.encoding, page);
}

Status ColumnReader::begin_values(std::int64_t encoding, std::string_view values) {
  plain_ = values;
  plain_bit_ = 0;
  if (encoding == kPlainEncoding) {
    coding_ = Coding::kPlain;
    return {};
  }
  if (encoding == kRunEncoding && column_->type == Type::kBoolean) {
    const auto counted = take_counted(values);
    if (!counted) return damaged("values that are longer than their page");
    coding_ = Coding::kRuns;
    runs_ = RunReader(*counted, 1);
    return {};
  }
  if (encoding == kSplitBytes &&
      (column_->type == Type::kFloat || column_->type == Type::kDouble)) {
    coding_ = Coding::kSplit;
    split_ = 0;
    return {};
  }
  const bool is_integer = column_->type == Type::kInt32 || column_->type == Type::kInt64;
  if (encoding == kDeltas && is_integer) {
    coding_ = Coding::kDeltas;
    return deltas_.begin(values) ? Status() : damaged("differences that cannot be read");
  }
  if (encoding == kDeltaLengths && column_->type == Type::kBytes) {
    coding_ = Coding::kDeltaLengths;
    // The texts follow the lengths of all of them.
    DeltaReader lengths;
    std::int64_t length = 0;
    bool is_right = lengths.begin(values);
    while (is_right && lengths.left() != 0) is_right = lengths.next(length);
    if (!is_right || !deltas_.begin(values)) return damaged("lengths that cannot be read");
    plain_ = lengths.rest();
    return {};
  }
  if (encoding != kDictionaryEncoding && encoding != kOldDictionary) {
    return {ErrorCode::kUnsupported,
            format_text("the column '{}' has the Parquet encoding {}, which is not read; write the "
                        "file with plain or dictionary encoding",
                        column_->name, encoding)};
  }
  coding_ = Coding::kDictionary;
  // A page without values may have no bytes.
  const unsigned bits = values.empty() ? 0 : static_cast<unsigned char>(values.front());
  if (bits > 32) return damaged("numbers of more than 32 bits");
  runs_ = RunReader(values.substr(values.empty() ? 0 : 1), bits);
  return {};
}

Status ColumnReader::set_dictionary(std::string_view page, std::uint64_t values) {
  dictionary_.clear();
  std::string_view raw;
  for (std::uint64_t i = 0; i < values; ++i) {
    if (page.empty() || !read_plain(page, raw)) return damaged("a dictionary that is cut off");
    dictionary_.push_back(raw);
  }
  return {};
}

bool ColumnReader::read_plain(std::string_view& left, std::string_view& raw) const {
  std::uint64_t bytes = 0;
  if (column_->type == Type::kBytes) {
    const auto length = take(left, 4);
    if (!length) return false;
    bytes = number_at<std::uint32_t>(*length);
  } else {
    bytes = column_->type == Type::kFixedBytes ? column_->fixed_bytes : value_bytes(column_->type);
  }
  const auto taken = take(left, bytes);
  if (taken) raw = *taken;
  return taken.has_value();
}

Status ColumnReader::read_value(std::string_view& raw) {
  static constexpr char kBooleans[] = {0, 1};
  if (coding_ == Coding::kPlain && column_->type != Type::kBoolean) {
    return read_plain(plain_, raw) ? Status() : damaged("a page with too few values");
  }
  if (coding_ == Coding::kDeltas || coding_ == Coding::kDeltaLengths) {
    std::int64_t value = 0;
    if (!deltas_.next(value)) return damaged("a page with too few values");
    if (coding_ == Coding::kDeltas) {
      for (int i = 0; i < 8; ++i) bytes_[i] = static_cast<char>(value >> (8 * i));
      raw = {bytes_, sizeof bytes_};
      return {};
    }
    const auto text = value < 0 ? std::nullopt : take(plain_, static_cast<std::uint64_t>(value));
    if (!text) return damaged("a page with too few values");
    raw = *text;
    return {};
  }
  if (coding_ == Coding::kSplit) {
    // The first bytes of all values, then the second bytes, and so on.
    const std::size_t width = value_bytes(column_->type);
    const std::size_t count = plain_.size() / width;
    if (split_ == count) return damaged("a page with too few values");
    for (std::size_t i = 0; i < width; ++i) bytes_[i] = plain_[i * count + split_];
    ++split_;
    raw = {bytes_, width};
    return {};
  }
  std::uint32_t number = 0;
  if (coding_ == Coding::kPlain) {
    if (plain_bit_ / 8 >= plain_.size()) return damaged("a page with too few values");
    number = static_cast<unsigned char>(plain_[plain_bit_ / 8]) >> (plain_bit_ % 8) & 1;
    ++plain_bit_;
  } else if (!runs_.next(number)) {
    return damaged("a page with too few values");
  }
  if (coding_ == Coding::kDictionary) {
    if (number >= dictionary_.size()) return damaged("a value that is not in the dictionary");
    raw = dictionary_[number];
    return {};
  }
  raw = {&kBooleans[number & 1], 1};
  return {};
}

std::string_view ColumnReader::text_of(std::string_view raw) {
  constexpr std::size_t kMostDigits = 32;
  number_.resize(kMostDigits);
  const auto print = [this](auto number) {
    const auto end = std::to_chars(number_.data(), number_.data() + number_.size(), number).ptr;
    return std::string_view(number_.data(), static_cast<std::size_t>(end - number_.data()));
  };
  switch (column_->type) {
    case Type::kBytes:
    case Type::kFixedBytes:
      return raw;
    case Type::kBoolean:
      return raw[0] != 0 ? "true" : "false";
    case Type::kInt32:
      return column_->is_unsigned ? print(number_at<std::uint32_t>(raw))
                                  : print(number_at<std::int32_t>(raw));
    case Type::kInt64:
      return column_->is_unsigned ? print(number_at<std::uint64_t>(raw))
                                  : print(number_at<std::int64_t>(raw));
    case Type::kFloat:
      return print(std::bit_cast<float>(number_at<std::uint32_t>(raw)));
    case Type::kDouble:
      return print(std::bit_cast<double>(number_at<std::uint64_t>(raw)));
    case Type::kInt96:
      break;
  }
  return {};
}

void ColumnReader::add_element(std::string_view text, bool is_null) {
  if (is_null) text = ".";
  is_sequence_ = is_sequence_ && text.size() == 1;
  if (is_sequence_) sequence_ += text;
  if (array_.size() > 1) array_ += ',';
  const bool is_text = column_->type == Type::kBytes || column_->type == Type::kFixedBytes;
  if (is_null) {
    array_ += "null";
  } else if (is_text) {
    array_ += '"';
    append_json_escaped(text, array_);
    array_ += '"';
  } else {
    array_ += text;
  }
}

Status ColumnReader::next(std::string_view& cell) {
  cell = {};
  if (Status status = look_ahead(); !status.ok()) return status;
  if (!has_levels_ || levels_.repetition != 0) return damaged("a column with too few rows");
  const bool is_list = column_->most_repetition != 0;
  sequence_.clear();
  array_ = "[";
  is_sequence_ = true;
  do {
    std::string_view raw;
    const bool exists = levels_.definition == column_->most_definition;
    if (exists) {
      if (Status status = read_value(raw); !status.ok()) return status;
    }
    has_levels_ = false;
    if (!is_list) {
      if (exists) cell = text_of(raw);
      return {};
    }
    if (exists || levels_.definition >= column_->element_definition) {
      add_element(exists ? text_of(raw) : "", !exists);
    }
    if (Status status = look_ahead(); !status.ok()) return status;
  } while (has_levels_ && levels_.repetition != 0);
  if (array_.size() == 1) return {};
  array_ += ']';
  cell = is_sequence_ ? sequence_ : array_;
  return {};
}

}  // namespace dokumill::parquet
