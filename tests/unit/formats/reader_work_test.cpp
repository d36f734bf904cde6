// Tests that the work of the readers, measured as bytes scanned, is a small multiple of the input
// for any text.
//
// This program compiles the sources of core and records itself, so that they count their work
// (core/work_count.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/work_count.hpp"
#include "formats/chunk_boundary.hpp"
#include "formats/detect/detect.hpp"
#include "formats/line/lines.hpp"
#include "formats/reader.hpp"
#include "formats/row_cells.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/formats.hpp"
#include "support/texts/texts.hpp"

namespace dokumill::records {
namespace {

using testing::TestRandom;

constexpr std::size_t kTextBytes = std::size_t{1} << 19;

struct NamedText {
  std::string name;
  std::string text;
};

std::string repeated(std::string_view unit, std::size_t bytes = kTextBytes) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text;
}

std::vector<NamedText> hostile_texts() {
  std::vector<NamedText> texts;
  const std::string cells(81, '.');
  for (const std::string& unit :
       testing::texts("x\",\"\n", "x\",\"\r", "\"\n", "\"a\n", "\"\"\"\n", "\"\"\"\"\n", "x,\"\n",
                      ",\"\n", "x,\"y\",\"\n", "a,\"b\nc\",\"d\n", "a,\"b\nc\"d\n", "\"\n\"x\n",
                      "\"\n\"\n\"x\n", "\"\r\n", "x\",\"\r\n", "\n", "\r", ",", ",\n", " \n", "#\n",
                      "1", "1\n", "1 ", " ", "\"", "\"\"", "\",\"", "123456789\n",
                      "1 2 3 4 5 6 7 8 9\n", "1 2 3 4 5 6 7 8 9\r\n\r\n")) {
    texts.push_back({"repeated " + std::string(unit), repeated(unit)});
  }
  texts.push_back({"puzzles and quotes", repeated(cells + ",\"\n")});
  texts.push_back({"quoted puzzles", repeated("\"" + cells + "\n\"," + cells + "\n")});
  texts.push_back({"comments", repeated("#" + std::string(5000, ' ') + "\n")});
  texts.push_back({"blanks beyond the limits", repeated(std::string(70'000, ' ') + "\n")});
  texts.push_back({"eight rows", repeated(repeated("123456789\n", 80) + "x\n")});
  texts.push_back({"rows and frames", repeated("12345678\n12345678\n+---+\n")});
  texts.push_back({"end marks", repeated("end\n\x1A\x1A \n" + std::string(4090, '\x1A') + "\n")});
  // These quoted fields end around the limit of a row. Some of them are followed by a byte that is
  // not a separator.
  for (const std::size_t bytes : {60'000, 65'500, 65'535, 65'536, 65'537, 66'000, 130'000}) {
    for (const std::string_view last : {"\"\n", "\"x\n", "\"\",\"\n"}) {
      for (const std::string_view line : {"\n", "x\",\"\n", "ab\n"}) {
        const std::string unit = "x,\"" + repeated(line, bytes) + std::string(last);
        texts.push_back(
            {std::to_string(bytes) + " bytes of " + std::string(line) + " and " + std::string(last),
             repeated(unit)});
      }
    }
  }
  TestRandom random(14);
  constexpr std::string_view kBytes = "x,\"\"\"\n\n\r 1#";
  for (int i = 0; i < testing::test_rounds(30); ++i) {
    std::string unit;
    for (int size = 1 + random.below(12); size > 0; --size) unit += random.of(kBytes);
    texts.push_back({"random " + unit, repeated(unit, kTextBytes / 4)});
  }
  return texts;
}

std::vector<ReadOptions> all_options() {
  ReadOptions line;
  ReadOptions grid;
  grid.format = TextFormat::kGrid;
  ReadOptions csv;
  csv.format = TextFormat::kCsv;
  csv.csv = {2, 0};
  ReadOptions kept = csv;
  kept.csv = {3, 1, 2};
  kept.keep_rows = true;
  ReadOptions kept_line;
  kept_line.keep_rows = true;
  return {line, grid, csv, kept, kept_line};
}

// Returns the work of one call.
template <class Call>
std::uint64_t work_of(Call call) {
  const std::uint64_t before = counted_work;
  call();
  return counted_work - before;
}

// Returns the most work that counts as linear. Each byte is scanned by several searches (blanks,
// plain rows, rows), in blocks of 16 that overlap where fields are short. In addition, a line may
// cost several reads of 81 bytes, which check whether the line begins with a board. (If each line
// were scanned up to the limit of a csv row, a line would cost 65,536.)
std::uint64_t most_work(std::string_view text) {
  constexpr std::uint64_t kWorkPerByte = 30;
  constexpr std::uint64_t kWorkPerLine = 600;
  const auto lines =
      static_cast<std::uint64_t>(std::count_if(text.begin(), text.end(), is_line_end));
  return kWorkPerByte * text.size() + kWorkPerLine * (lines + 1);
}

TEST(ReaderWork, EveryReaderIsLinear) {
  for (const NamedText& named : hostile_texts()) {
    for (const ReadOptions& options : all_options()) {
      const std::unique_ptr<RecordReader> reader = RecordReader::make(options);
      RecordBatch batch(1024);
      const std::uint64_t work = work_of([&] {
        reader->start(named.text, {});
        while (reader->read(batch)) {
        }
      });
      EXPECT_LE(work, most_work(named.text))
          << "format " << static_cast<int>(options.format) << ", " << named.name;
      EXPECT_GE(work, named.text.size() / 2) << named.name;
    }
  }
}

// `canon` searches each object for every known name of a solution, in upper and lower case.
TEST(ReaderWork, AnObjectIsReadOnceWhateverTheNumberOfNames) {
  std::vector<std::string> names{"puzzle"};
  for (unsigned letters = 0; letters < 512; ++letters) {
    names.emplace_back("solutions");
    for (unsigned i = 0; i < 9; ++i) {
      if ((letters >> i & 1U) != 0) names.back()[i] -= 'a' - 'A';
    }
  }
  const std::string last = "\",\"sOLUTIONs\":\"" + std::string(81, '1') + "\"}";
  for (const std::string_view unit : {"\\u0061", "\":1,\"\\u0061", "\":1,\"a"}) {
    const std::string text =
        "{\"puzzle\":0,\"" + repeated(unit, kCsvRowLimit - 200) + "\":1" + last.substr(1);
    RowCells row(names);
    std::string out;
    const std::uint64_t work = work_of([&] {
      row.start(text);
      const std::vector<const Grid*> cells(names.size(), nullptr);
      out.resize(row.max_bytes(text));
      out.resize(static_cast<std::size_t>(row.print(cells, out.data()) - out.data()));
    });
    EXPECT_LE(work, most_work(text)) << unit;
    EXPECT_EQ(out, text + '\n');
    EXPECT_EQ(row.fields().size(), 2U);
    EXPECT_EQ(row.text(row.fields().back()), std::string(81, '1'));
  }
}

TEST(ReaderWork, EveryCutIsLinear) {
  for (const NamedText& named : hostile_texts()) {
    for (const TextFormat format : testing::kFormats) {
      // The chunks that jobs request have 42,000 to 170,000 bytes.
      for (const std::size_t chunk_bytes : {41'984, 65'600, 66'000, 83'000, 167'936}) {
        const std::uint64_t work = work_of([&] {
          Entry entry;
          for (std::string_view rest = named.text; !rest.empty();) {
            // This loop is the same as in TextSource.
            ChunkBoundary cut;
            for (std::size_t size = chunk_bytes;; size *= 2) {
              const std::string_view window = rest.substr(0, size);
              cut = find_chunk_boundary(format, window, entry, window.size() == rest.size());
              if (!is_poor(cut, window.size())) break;
            }
            rest.remove_prefix(cut.bytes);
            entry = cut.next;
          }
        });
        EXPECT_LE(work, most_work(named.text))
            << "format " << static_cast<int>(format) << ", chunks of " << chunk_bytes << ", "
            << named.name;
      }
    }
  }
}

TEST(ReaderWork, EveryDetectionIsLinear) {
  for (const NamedText& named : hostile_texts()) {
    for (const bool asks_for_csv : {false, true}) {
      DetectOptions options;
      if (asks_for_csv) options.format = TextFormat::kCsv;
      const std::string_view bytes = std::string_view(named.text).substr(0, kDetectBytes);
      const std::uint64_t work = work_of([&] {
        for (std::size_t size = 4096;; size *= 4) {
          const std::string_view window = bytes.substr(0, size);
          const auto found = detect(window, window.size() == named.text.size(), options);
          if (!found.ok() || *found || window.size() == bytes.size()) break;
        }
      });
      EXPECT_LE(work, most_work(bytes)) << named.name;
    }
  }
}

}  // namespace
}  // namespace dokumill::records
