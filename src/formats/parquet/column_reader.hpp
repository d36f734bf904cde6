// ColumnReader: reads the values of a column of a Parquet file, row by row, as texts.
//
// Memory: a page and a dictionary, decompressed, with an index of the dictionary. Pages that are
// not compressed take none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dokumill/status.hpp"
#include "formats/parquet/number_readers.hpp"
#include "formats/parquet/parquet_file.hpp"

namespace dokumill::parquet {

class ColumnReader {
 public:
  // The most memory that the pages of all columns of a file may take together. Writers make pages
  // of about 1 MiB, but some do not divide a column chunk.
  static constexpr std::uint64_t kMostPageBytes = std::uint64_t{1} << 30;
  // The longest text of a list.
  static constexpr std::size_t kMostListBytes = std::size_t{1} << 20;

  // `room`: how many more bytes the pages of all columns of the file may take. REQUIRES: `column`
  // and `room` outlive this object.
  ColumnReader(const Column& column, std::uint64_t& room) : column_(&column), room_(&room) {}

  // Begins the chunk of another row group. REQUIRES: the bytes of the chunk outlive this object.
  void begin(const Chunk& chunk);
  // Sets `cell` to the value of the next row: a text as it is, a number in decimal digits, and
  // nothing for null. A list, or a list of lists, of digits or of single characters becomes their
  // sequence, in which a null is a dot; any other list becomes a JSON array. `cell` is valid until
  // the next call. Returns false after a failure.
  bool next(std::string_view& cell);
  // Call this after the last row of a row group. Returns false after a failure.
  bool end();
  // kInput if the data is damaged; kUnsupported for encodings that are not read.
  const Status& failure() const { return failure_; }
  // The number of the page in the chunk, from 1.
  std::uint64_t page_number() const { return page_number_; }

 private:
  enum class Coding : std::uint8_t {
    kPlain,
    kDictionary,
    kRuns,
    kDeltas,
    kDeltaLengths,
    kDeltaTexts,
    kSplit
  };
  struct Levels {
    std::uint32_t repetition = 0;
    std::uint32_t definition = 0;
  };

  bool fail(std::string_view what);
  // Makes levels_ those of the next value, if it is not yet known. Sets has_levels_ to false at the
  // end of the chunk.
  bool look_ahead();
  // Reads the values of a row whose column is a list.
  bool read_list(std::string_view& cell);
  bool begin_page();
  bool begin_values(std::int64_t encoding, std::string_view values);
  bool begin_deltas(std::int64_t encoding, std::string_view values);
  bool set_dictionary(std::string_view page, std::uint64_t values);
  // Reads the bytes of the next value.
  bool read_value(std::string_view& raw);
  bool read_plain(ByteReader& from, std::string_view& raw) const;
  bool read_delta(std::string_view& raw);
  // Returns the value as a text, which is valid until the next call.
  std::string_view text_of(std::string_view raw);
  void add_element(std::string_view text, bool is_null);

  const Column* column_;
  std::uint64_t* room_;
  Status failure_;
  std::string_view pages_;  // of the chunk, from the next one on
  std::uint64_t page_number_ = 0;
  std::int64_t codec_ = 0;
  std::uint64_t chunk_values_ = 0;  // that are in the pages after this one
  std::uint64_t page_values_ = 0;   // that are left in this page
  std::string page_;
  std::string dictionary_page_;
  std::vector<std::string_view> dictionary_;
  RunReader repetitions_;
  RunReader definitions_;
  Coding coding_ = Coding::kPlain;
  ByteReader plain_;
  RunReader runs_;
  DeltaReader deltas_;     // integers, or the lengths of texts
  DeltaReader prefixes_;   // how many bytes a text has in common with the one before
  std::string made_;       // a value that is not in one place of the page
  std::size_t split_ = 0;  // the number of the next value in a page of split bytes
  Levels levels_;
  bool has_levels_ = false;
  std::string number_;
  std::string sequence_;  // of a list
  std::string array_;     // the same as JSON
  bool is_sequence_ = false;
};

}  // namespace dokumill::parquet
