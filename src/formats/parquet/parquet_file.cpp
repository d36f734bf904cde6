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
constexpr std::int64_t kList = 3;  // of ConvertedType
constexpr std::size_t kMostDepth = 64;
// An element of the footer can have one byte, and takes up to 60 bytes of memory.
constexpr std::size_t kMostFields = std::size_t{1} << 16;
constexpr std::size_t kMostChunks = std::size_t{1} << 20;

// An element of the schema. The children of an element follow it.
struct Field {
  std::string_view name;
  std::int64_t type = 0;
  std::int64_t type_bytes = 0;
  std::int64_t repetition = 0;
  std::int64_t children = 0;
  std::int64_t converted = -1;
};

Field read_field(ThriftReader& thrift) {
  Field field;
  thrift.structure([&](std::int64_t id) {
    switch (id) {
      case 1:
        field.type = thrift.number();
        return true;
      case 2:
        field.type_bytes = thrift.number();
        return true;
      case 3:
        field.repetition = thrift.number();
        return true;
      case 4:
        field.name = thrift.text();
        return true;
      case 5:
        field.children = thrift.number();
        return true;
      case 6:
        field.converted = thrift.number();
        return true;
      default:
        return false;
    }
  });
  return field;
}

struct ChunkPlace {
  std::int64_t codec = 0;
  std::int64_t values = 0;
  std::int64_t bytes = 0;
  std::int64_t data = 0;
  std::optional<std::int64_t> dictionary;
  bool is_elsewhere = false;  // in another file
};

void read_place(ThriftReader& thrift, ChunkPlace& place) {
  thrift.structure([&](std::int64_t id) {
    switch (id) {
      case 4:
        place.codec = thrift.number();
        return true;
      case 5:
        place.values = thrift.number();
        return true;
      case 7:
        place.bytes = thrift.number();
        return true;
      case 9:
        place.data = thrift.number();
        return true;
      case 11:
        place.dictionary = thrift.number();
        return true;
      default:
        return false;
    }
  });
}

ChunkPlace read_chunk(ThriftReader& thrift) {
  ChunkPlace place;
  thrift.structure([&](std::int64_t id) {
    if (id == 1) place.is_elsewhere = !thrift.text().empty();
    if (id == 3) read_place(thrift, place);
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
    if (field.children < 0) return false;
    // The field `list` of a list, and the only child of that field, are not named.
    const bool makes_list =
        field.converted == kList || (is_of_list && field.repetition == kRepeated);
    for (std::int64_t i = 0; i < field.children; ++i) {
      if (!add(outer, makes_list && field.children == 1, depth + 1)) return false;
    }
    if (field.children != 0) return true;
    constexpr std::int64_t kTypes = 8;
    constexpr std::int64_t kFirstUnsigned = 11;  // UINT_8 to UINT_64 of ConvertedType
    if (field.type < 0 || field.type >= kTypes || field.type_bytes < 0) return false;
    outer.type = static_cast<Type>(field.type);
    outer.fixed_bytes = static_cast<std::size_t>(field.type_bytes);
    outer.is_unsigned = field.converted >= kFirstUnsigned && field.converted < kFirstUnsigned + 4;
    columns_.push_back(std::move(outer));
    return true;
  }

  const std::vector<Field>& fields_;
  std::vector<Column>& columns_;
  std::size_t next_ = 0;
};

// The bytes of a chunk. nullopt if they are not within the part of the file before the footer.
std::optional<Chunk> chunk_at(const ChunkPlace& place, std::string_view pages) {
  std::int64_t begin = place.data;
  // Some writers state the offset 0 if there is no dictionary.
  if (place.dictionary.value_or(0) > 0) begin = std::min(begin, *place.dictionary);
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
  if (file.ends_with("PARE")) {
    return Status(ErrorCode::kUnsupported, "its Parquet footer is encrypted, which is not read");
  }
  if (!file.ends_with(kMagic)) return damaged("the footer is missing; the file may be truncated");
  std::size_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    length |= std::size_t{static_cast<unsigned char>(file[file.size() - kEnd + i])} << (8 * i);
  }
  if (length > file.size() - kEnd) return damaged("the footer is longer than the file");
  const std::string_view pages = file.substr(0, file.size() - kEnd - length);

  ParquetFile result;
  std::vector<Field> fields;
  bool are_places_right = true;
  std::size_t chunks = 0;
  ThriftReader thrift(file.substr(pages.size(), length));
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
    });
    return true;
  });
  if (!thrift.is_ok()) return damaged("the footer cannot be read");
  if (!ColumnMaker(fields, result.columns).make()) return damaged("the schema cannot be read");
  if (!are_places_right) return damaged("a column lies outside of the file");
  for (const RowGroup& group : result.groups) {
    if (group.chunks.size() != result.columns.size()) return damaged("a column is missing");
  }
  return result;
}

}  // namespace dokumill::parquet
