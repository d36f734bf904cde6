#include "formats/parquet/column_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

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
constexpr std::int64_t kDeltaEncoding = 5;
constexpr std::int64_t kDeltaLengthEncoding = 6;
constexpr std::int64_t kDeltaTextEncoding = 7;
constexpr std::int64_t kDictionaryEncoding = 8;
constexpr std::int64_t kSplitEncoding = 9;

// The number of values in a page is a number of 31 bits.
constexpr std::int64_t kMostValues = (std::int64_t{1} << 31) - 1;

struct PageHeader {
  std::int64_t kind = -1;
  std::int64_t bytes = -1;         // decompressed
  std::int64_t stored_bytes = -1;  // in the file
  std::int64_t values = -1;
  std::int64_t encoding = 0;
  std::int64_t definition_encoding = kRunEncoding;
  std::int64_t repetition_encoding = kRunEncoding;
  std::int64_t definition_bytes = 0;
  std::int64_t repetition_bytes = 0;
  bool is_compressed = true;
};

PageHeader read_header(ThriftReader& thrift) {
  using Header = PageHeader;
  static constexpr std::int64_t Header::*kMembers[] = {nullptr, &Header::kind, &Header::bytes,
                                                       &Header::stored_bytes};
  static constexpr std::int64_t Header::*kData[] = {nullptr, &Header::values, &Header::encoding,
                                                    &Header::definition_encoding,
                                                    &Header::repetition_encoding};
  static constexpr std::int64_t Header::*kDictionary[] = {nullptr, &Header::values};
  static constexpr std::int64_t Header::*kData2[] = {nullptr,
                                                     &Header::values,
                                                     nullptr,
                                                     nullptr,
                                                     &Header::encoding,
                                                     &Header::definition_bytes,
                                                     &Header::repetition_bytes};
  Header page;
  thrift.structure([&](std::int64_t id) {
    if (thrift.number_into(kMembers, id, page)) return true;
    if (id != 5 && id != 7 && id != 8) return false;
    thrift.structure([&](std::int64_t member) {
      if (id == 5) return thrift.number_into(kData, member, page);
      if (id == 7) return thrift.number_into(kDictionary, member, page);
      if (member == 7) page.is_compressed = thrift.flag();
      return member == 7 || thrift.number_into(kData2, member, page);
    });
    return true;
  });
  return page;
}

RunReader levels(std::string_view bytes, unsigned most) {
  return RunReader(bytes, static_cast<unsigned>(std::bit_width(most)));
}

// The bytes of a value in the plain encoding, except for texts and booleans.
std::size_t value_bytes(const Column& column) {
  constexpr std::array<std::size_t, 6> kBytes = {1, 4, 8, 12, 4, 8};
  return column.type == Type::kFixedBytes ? column.fixed_bytes
                                          : kBytes[static_cast<std::size_t>(column.type)];
}

}  // namespace

void ColumnReader::begin(const Chunk& chunk) {
  pages_ = chunk.bytes;
  page_number_ = 0;
  codec_ = chunk.codec;
  chunk_values_ = chunk.values;
  page_values_ = 0;
  dictionary_.clear();
  has_levels_ = false;
}

bool ColumnReader::fail(std::string_view what) {
  failure_ = damaged(what);
  return false;
}

bool ColumnReader::look_ahead() {
  if (has_levels_) return true;
  while (page_values_ == 0) {
    if (chunk_values_ == 0) return true;
    if (!begin_page()) return false;
  }
  --page_values_;
  levels_ = {0, column_->most_definition};
  if ((column_->most_repetition != 0 && !repetitions_.next(levels_.repetition)) ||
      (column_->most_definition != 0 && !definitions_.next(levels_.definition))) {
    return fail("a page with too few levels");
  }
  has_levels_ = levels_.repetition <= column_->most_repetition &&
                levels_.definition <= column_->most_definition;
  return has_levels_ || fail("a level that the column does not have");
}

bool ColumnReader::begin_page() {
  ++page_number_;
  ThriftReader thrift(pages_);
  const PageHeader header = read_header(thrift);
  // A number below zero is too large as a size.
  ByteReader stored(thrift.take(static_cast<std::uint64_t>(header.stored_bytes)));
  if (!thrift.is_ok()) return fail("a page that is cut off");
  pages_ = thrift.left();
  const bool is_dictionary = header.kind == kDictionaryPage;
  if (!is_dictionary && header.kind != kDataPage && header.kind != kDataPage2) return true;
  if (header.values < 0 || header.values > kMostValues) return fail("a page header without values");
  const auto values = static_cast<std::uint64_t>(header.values);
  auto bytes = static_cast<std::uint64_t>(header.bytes);

  std::string_view repetitions;
  std::string_view definitions;
  if (header.kind == kDataPage2) {
    // The levels of a page of version 2 are not compressed.
    repetitions = stored.take(static_cast<std::uint64_t>(header.repetition_bytes));
    definitions = stored.take(static_cast<std::uint64_t>(header.definition_bytes));
    const std::uint64_t level_bytes = repetitions.size() + definitions.size();
    if (!stored.is_ok() || level_bytes > bytes) return fail("levels that are cut off");
    bytes -= level_bytes;
  }
  const bool is_compressed = codec_ != 0 && header.is_compressed;
  const std::uint64_t index_bytes = is_dictionary ? values * sizeof(std::string_view) : 0;
  std::string& storage = is_dictionary ? dictionary_page_ : page_;
  const std::uint64_t room = *room_ + (is_compressed ? storage.size() : 0);
  if (bytes > room || index_bytes > room - bytes) {
    return fail("pages of more than 1 GiB at a time");
  }
  ByteReader page = stored;
  if (is_compressed) {
    failure_ = decompress(codec_, stored.left(), static_cast<std::size_t>(bytes), storage);
    if (!failure_.ok()) return false;
    page = ByteReader(storage);
    *room_ = room - storage.size();
  } else if (stored.left().size() != bytes) {
    return fail("a page with another size than its header states");
  }
  if (is_dictionary) return set_dictionary(page.left(), values);

  if (header.kind == kDataPage) {
    const bool has_repetitions = column_->most_repetition != 0;
    const bool has_definitions = column_->most_definition != 0;
    if ((has_repetitions && header.repetition_encoding == kOldLevels) ||
        (has_definitions && header.definition_encoding == kOldLevels)) {
      failure_ = {ErrorCode::kUnsupported,
                  "its Parquet levels have an encoding that is no longer used"};
      return false;
    }
    if (has_repetitions) repetitions = page.take_counted();
    if (has_definitions) definitions = page.take_counted();
    if (!page.is_ok()) return fail("levels that are cut off");
  }
  repetitions_ = levels(repetitions, column_->most_repetition);
  definitions_ = levels(definitions, column_->most_definition);
  if (values > chunk_values_) return fail("a column with more values than its footer states");
  chunk_values_ -= values;
  page_values_ = values;
  return begin_values(header.encoding, page.left());
}

bool ColumnReader::set_dictionary(std::string_view page, std::uint64_t values) {
  if (page_number_ != 1) return fail("a second dictionary");
  ByteReader from(page);
  dictionary_.resize(static_cast<std::size_t>(values));
  for (std::string_view& raw : dictionary_) {
    if (!read_plain(from, raw)) return fail("a dictionary that is cut off");
  }
  return true;
}

bool ColumnReader::begin_values(std::int64_t encoding, std::string_view values) {
  const bool is_boolean = column_->type == Type::kBoolean;
  plain_ = ByteReader(values);
  if (encoding == kPlainEncoding) {
    coding_ = is_boolean ? Coding::kRuns : Coding::kPlain;
    runs_ = RunReader::bits(values);
    return true;
  }
  if (encoding == kRunEncoding && is_boolean) {
    coding_ = Coding::kRuns;
    runs_ = RunReader(plain_.take_counted(), 1);
    return plain_.is_ok() || fail("values that are cut off");
  }
  if (encoding == kSplitEncoding && !is_boolean && column_->type != Type::kBytes) {
    coding_ = Coding::kSplit;
    split_ = 0;
    return true;
  }
  if (encoding == kDictionaryEncoding || encoding == kOldDictionary) {
    coding_ = Coding::kDictionary;
    // A page without values may have no bytes.
    const unsigned bits = values.empty() ? 0 : plain_.byte();
    if (bits > 32) return fail("numbers of more than 32 bits");
    runs_ = RunReader(plain_.left(), bits);
    return true;
  }
  return begin_deltas(encoding, values);
}

bool ColumnReader::begin_deltas(std::int64_t encoding, std::string_view values) {
  const bool is_text = column_->type == Type::kBytes;
  const bool is_number = column_->type == Type::kInt32 || column_->type == Type::kInt64;
  const bool has_prefixes =
      encoding == kDeltaTextEncoding && (is_text || column_->type == Type::kFixedBytes);
  if (!has_prefixes && !(encoding == kDeltaEncoding && is_number) &&
      !(encoding == kDeltaLengthEncoding && is_text)) {
    failure_ = {ErrorCode::kUnsupported,
                format_text("the column has the Parquet encoding {}, which is not read; write the "
                            "file with plain or dictionary encoding",
                            encoding)};
    return false;
  }
  coding_ = has_prefixes ? Coding::kDeltaTexts
            : is_number  ? Coding::kDeltas
                         : Coding::kDeltaLengths;
  made_.clear();
  // The lengths of all prefixes come before the lengths of all texts, and these before the texts.
  bool is_right = true;
  if (has_prefixes) {
    DeltaReader prefixes;
    is_right = prefixes.begin(values, page_values_) && prefixes_.begin(values, page_values_) &&
               prefixes.pass(values);
  }
  is_right = is_right && deltas_.begin(values, page_values_);
  if (is_right && !is_number) {
    DeltaReader lengths = deltas_;
    std::string_view texts;
    is_right = lengths.pass(texts);
    plain_ = ByteReader(texts);
  }
  return is_right || fail("differences that cannot be read");
}

bool ColumnReader::read_plain(ByteReader& from, std::string_view& raw) const {
  raw = column_->type == Type::kBytes ? from.take_counted() : from.take(value_bytes(*column_));
  return from.is_ok();
}

bool ColumnReader::read_delta(std::string_view& raw) {
  std::int64_t value = 0;
  if (!deltas_.next(value)) return false;
  if (coding_ == Coding::kDeltas) {
    made_.resize(sizeof value);
    for (std::size_t i = 0; i < made_.size(); ++i) made_[i] = static_cast<char>(value >> (8 * i));
    raw = made_;
    return true;
  }
  // A length below zero is too large.
  raw = plain_.take(static_cast<std::uint64_t>(value));
  if (coding_ == Coding::kDeltaTexts) {
    std::int64_t prefix = 0;
    if (!prefixes_.next(prefix) || static_cast<std::uint64_t>(prefix) > made_.size()) return false;
    made_.resize(static_cast<std::size_t>(prefix));
    made_ += raw;
    raw = made_;
  }
  return plain_.is_ok() && (column_->type == Type::kBytes || raw.size() == column_->fixed_bytes);
}

bool ColumnReader::read_value(std::string_view& raw) {
  static constexpr char kBooleans[] = {0, 1};
  std::uint32_t number = 0;
  bool is_right = true;
  switch (coding_) {
    case Coding::kPlain:
      is_right = read_plain(plain_, raw);
      break;
    case Coding::kDictionary:
      is_right = runs_.next(number) && number < dictionary_.size();
      if (is_right) raw = dictionary_[number];
      break;
    case Coding::kRuns:
      is_right = runs_.next(number);
      raw = {&kBooleans[number & 1], 1};
      break;
    case Coding::kSplit: {
      // The first bytes of all values, then the second bytes, and so on.
      const std::size_t width = value_bytes(*column_);
      const std::size_t count = plain_.left().size() / width;
      is_right = split_ < count;
      made_.resize(width);
      for (std::size_t i = 0; i < width && is_right; ++i) {
        made_[i] = plain_.left()[i * count + split_];
      }
      ++split_;
      raw = made_;
      break;
    }
    case Coding::kDeltas:
    case Coding::kDeltaLengths:
    case Coding::kDeltaTexts:
      is_right = read_delta(raw);
      break;
  }
  return is_right || fail("a page with too few values");
}

std::string_view ColumnReader::text_of(std::string_view raw) {
  const auto print = [this](auto number) {
    constexpr std::size_t kMostDigits = 32;
    number_.resize(kMostDigits);
    number_.resize(static_cast<std::size_t>(
        std::to_chars(number_.data(), number_.data() + kMostDigits, number).ptr - number_.data()));
    if (column_->scale != 0) {
      // The digits after the point, and at least one before it.
      const std::size_t sign = number_[0] == '-' ? 1 : 0;
      const std::size_t digits = std::max<std::size_t>(number_.size() - sign, column_->scale + 1);
      number_.insert(sign, digits + sign - number_.size(), '0');
      number_.insert(number_.size() - column_->scale, 1, '.');
    }
    return std::string_view(number_);
  };
  if (column_->type == Type::kBytes || column_->type == Type::kFixedBytes) return raw;
  const std::uint64_t bits = number_of(raw);
  switch (column_->type) {
    case Type::kBoolean:
      return bits != 0 ? "true" : "false";
    case Type::kInt32:
      return column_->is_unsigned ? print(static_cast<std::uint32_t>(bits))
                                  : print(static_cast<std::int32_t>(bits));
    case Type::kInt64:
      return column_->is_unsigned ? print(bits) : print(static_cast<std::int64_t>(bits));
    case Type::kFloat:
      return print(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Type::kDouble:
      return print(std::bit_cast<double>(bits));
    default:
      return {};
  }
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

bool ColumnReader::next(std::string_view& cell) {
  cell = {};
  if (!look_ahead()) return false;
  if (!has_levels_ || levels_.repetition != 0) return fail("a column with too few rows");
  if (column_->most_repetition != 0) return read_list(cell);
  has_levels_ = false;
  if (levels_.definition != column_->most_definition) return true;
  std::string_view raw;
  if (!read_value(raw)) return false;
  cell = text_of(raw);
  return true;
}

bool ColumnReader::read_list(std::string_view& cell) {
  sequence_.clear();
  array_ = "[";
  is_sequence_ = true;
  do {
    std::string_view raw;
    const bool exists = levels_.definition == column_->most_definition;
    if (exists && !read_value(raw)) return false;
    if (exists || levels_.definition >= column_->element_definition) {
      add_element(exists ? text_of(raw) : "", !exists);
    }
    if (array_.size() > kMostListBytes) return fail("a list of more than 1 MiB");
    has_levels_ = false;
    if (!look_ahead()) return false;
  } while (has_levels_ && levels_.repetition != 0);
  if (array_.size() == 1) return true;
  array_ += ']';
  cell = is_sequence_ ? sequence_ : array_;
  return true;
}

bool ColumnReader::end() {
  return look_ahead() && (!has_levels_ || fail("a column with too many rows"));
}

}  // namespace dokumill::parquet
