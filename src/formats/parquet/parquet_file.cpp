#include "formats/parquet/parquet_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/format.hpp"
#include "formats/parquet/thrift_reader.hpp"

namespace dokumill::parquet {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::int64_t kOptional = 1;
constexpr std::int64_t kRepeated = 2;
// Of ConvertedType. The first two have the same numbers in LogicalType.
constexpr std::int64_t kList = 3;
constexpr std::int64_t kDecimal = 5;
constexpr std::int64_t kFirstUnsigned = 11;  // UINT_8 to UINT_64
constexpr std::int64_t kInterval = 21;
constexpr std::int64_t kUuid = 14;  // of LogicalType; the next one is FLOAT16
constexpr std::size_t kMostDepth = 64;
// An element of the footer can have one byte, and takes up to 100 bytes of memory.
constexpr std::size_t kMostFields = std::size_t{1} << 16;
constexpr std::size_t kMostChunks = std::size_t{1} << 20;
constexpr std::size_t kMostNameBytes = std::size_t{1} << 16;
constexpr std::int64_t kMostScale = 18;

// An element of the schema. The children of an element follow it.
struct Field {
  std::string_view name;
  std::int64_t type = 0;
  std::int64_t type_bytes = 0;
  std::int64_t repetition = 0;
  std::int64_t children = 0;
  std::int64_t converted = -1;
  std::int64_t scale = 0;
  std::int64_t logical = -1;
};

Field read_field(ThriftReader& thrift) {
  static constexpr std::int64_t Field::*kMembers[] = {
      nullptr, &Field::type,     &Field::type_bytes, &Field::repetition,
      nullptr, &Field::children, &Field::converted,  &Field::scale};
  Field field;
  thrift.structure([&](std::int64_t id) {
    if (id == 4) field.name = thrift.text();
    if (id == 10) {
      thrift.structure([&](std::int64_t logical) {
        field.logical = logical;
        return false;
      });
    }
    return id == 4 || id == 10 || thrift.number_into(kMembers, id, field);
  });
  if (field.converted < 0 && (field.logical == kList || field.logical == kDecimal)) {
    field.converted = field.logical;
  }
  return field;
}

// Sets what is known of the values of a column. Returns false if the field is damaged.
bool set_type(const Field& field, Column& column) {
  constexpr std::int64_t kTypes = 8;
  if (field.type < 0 || field.type >= kTypes) return false;
  column.type = static_cast<Type>(field.type);
  const bool is_fixed = column.type == Type::kFixedBytes;
  if (is_fixed && field.type_bytes <= 0) return false;
  column.fixed_bytes = is_fixed ? static_cast<std::size_t>(field.type_bytes) : 0;
  column.is_unsigned = field.converted >= kFirstUnsigned && field.converted < kFirstUnsigned + 4;
  column.is_read = column.type != Type::kInt96;
  if (column.type == Type::kBytes || is_fixed) {
    column.is_read = field.converted != kDecimal && field.converted != kInterval &&
                     field.logical != kUuid && field.logical != kUuid + 1;
  } else if (field.converted == kDecimal) {
    if (field.scale < 0 || field.scale > kMostScale) return false;
    column.scale = static_cast<unsigned>(field.scale);
  }
  return true;
}

struct ChunkPlace {
  std::int64_t codec = 0;
  std::int64_t values = 0;
  std::int64_t bytes = 0;
  std::int64_t data = 0;
  std::int64_t dictionary = 0;  // 0: there is none
  bool is_elsewhere = false;    // in another file, or encrypted
};

ChunkPlace read_chunk(ThriftReader& thrift) {
  using Place = ChunkPlace;
  static constexpr std::int64_t Place::*kMembers[] = {
      nullptr, nullptr,       nullptr, nullptr,      &Place::codec, &Place::values,
      nullptr, &Place::bytes, nullptr, &Place::data, nullptr,       &Place::dictionary};
  Place place;
  thrift.structure([&](std::int64_t id) {
    if (id == 1) place.is_elsewhere |= !thrift.text().empty();
    if (id == 3) {
      thrift.structure(
          [&](std::int64_t member) { return thrift.number_into(kMembers, member, place); });
    }
    if (id == 8 || id == 9) place.is_elsewhere = true;
    return id == 1 || id == 3;
  });
  return place;
}

// Turns the fields into columns: walks the tree from the outside to the leaves.
class ColumnMaker {
 public:
  ColumnMaker(const std::vector<Field>& fields, std::vector<Column>& columns)
      : fields_(fields), columns_(columns) {}

  bool make() {
    if (fields_.empty()) return false;
    next_ = 1;
    for (std::int64_t i = 0; i < fields_[0].children; ++i) {
      if (!add({}, false, 0)) return false;
    }
    return next_ == fields_.size();
  }

 private:
  // Adds the columns of the next field. `outer`: the column that it belongs to, with its name and
  // levels so far. `is_of_list`: the field is one of the two that only make a list.
  bool add(Column outer, bool is_of_list, std::size_t depth) {
    if (next_ == fields_.size() || depth == kMostDepth) return false;
    const Field& field = fields_[next_++];
    if (!is_of_list) {
      if (!outer.name.empty()) outer.name += '.';
      outer.name += field.name;
    }
    if (field.repetition == kOptional || field.repetition == kRepeated) ++outer.most_definition;
    if (field.repetition == kRepeated) {
      ++outer.most_repetition;
      outer.element_definition = outer.most_definition;
    }
    if (field.children < 0 || outer.name.size() > kMostNameBytes) return false;
    // The field `list` of a list, and the only child of that field, are not named.
    const bool makes_list =
        field.converted == kList || (is_of_list && field.repetition == kRepeated);
    for (std::int64_t i = 0; i < field.children; ++i) {
      if (!add(outer, makes_list && field.children == 1, depth + 1)) return false;
    }
    if (field.children != 0) return true;
    name_bytes_ += outer.name.size();
    if (!set_type(field, outer) || name_bytes_ > 16 * kMostNameBytes) return false;
    columns_.push_back(std::move(outer));
    return true;
  }

  const std::vector<Field>& fields_;
  std::vector<Column>& columns_;
  std::size_t next_ = 0;
  std::size_t name_bytes_ = 0;
};

// The bytes of a chunk. nullopt if they are not within the part of the file before the footer.
std::optional<Chunk> chunk_at(const ChunkPlace& place, std::string_view pages) {
  std::int64_t begin = place.data;
  if (place.dictionary > 0) begin = std::min(begin, place.dictionary);
  const auto size = static_cast<std::int64_t>(pages.size());
  if (begin < 0 || place.bytes < 0 || place.values < 0) return std::nullopt;
  if (begin > size || place.bytes > size - begin) return std::nullopt;
  return Chunk{pages.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(place.bytes)),
               place.codec, static_cast<std::uint64_t>(place.values)};
}

}  // namespace

Status damaged(std::string_view what) {
  return {ErrorCode::kInput, format_text("damaged Parquet data: {}", what)};
}

Result<ParquetFile> read_footer(std::string_view file) {
  constexpr std::size_t kEnd = kLengthBytes + kMagic.size();
  if (file.size() < kMagic.size() + kEnd || !file.starts_with(kMagic)) {
    return damaged("the file is too short");
  }
  if (!file.ends_with(kMagic)) return damaged("the footer is missing; the file may be truncated");
  const std::uint64_t length = number_of(file.substr(file.size() - kEnd, kLengthBytes));
  if (length > file.size() - kEnd) return damaged("the footer is longer than the file");
  const std::string_view pages =
      file.substr(0, file.size() - kEnd - static_cast<std::size_t>(length));

  ParquetFile result;
  std::vector<Field> fields;
  bool are_places_right = true;
  std::size_t chunks = 0;
  ThriftReader thrift(file.substr(pages.size(), file.size() - kEnd - pages.size()));
  thrift.structure([&](std::int64_t id) {
    if (id == 2) {
      thrift.list([&] {
        fields.push_back(read_field(thrift));
        if (fields.size() == kMostFields) thrift.fail();
      });
    }
    if (id != 4) return id == 2;
    thrift.list([&] {
      RowGroup group;
      thrift.structure([&](std::int64_t member) {
        if (member == 1) {
          thrift.list([&] {
            const ChunkPlace place = read_chunk(thrift);
            const std::optional<Chunk> chunk = chunk_at(place, pages);
            are_places_right = are_places_right && chunk && !place.is_elsewhere;
            group.chunks.push_back(chunk.value_or(Chunk()));
            if (++chunks == kMostChunks) thrift.fail();
          });
        }
        if (member == 3) {
          const std::int64_t rows = thrift.number();
          are_places_right = are_places_right && rows >= 0;
          group.rows = static_cast<std::uint64_t>(rows);
        }
        return member == 1 || member == 3;
      });
      result.groups.push_back(std::move(group));
      if (result.groups.size() == kMostChunks) thrift.fail();
    });
    return true;
  });
  if (!thrift.is_ok()) return damaged("the footer cannot be read");
  if (!ColumnMaker(fields, result.columns).make()) return damaged("the schema cannot be read");
  if (!are_places_right) return damaged("a column lies outside of the file, or is encrypted");
  for (const RowGroup& group : result.groups) {
    if (group.chunks.size() != result.columns.size()) return damaged("a column is missing");
  }
  return result;
}

}  // namespace dokumill::parquet
