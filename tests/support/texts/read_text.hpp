// Collects what a reader finds in a text, in a form that can be compared. The reader gets the text
// as a whole or in chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "formats/chunk_boundary.hpp"
#include "formats/reader.hpp"
#include "support/texts/guarded_bytes.hpp"

namespace dokumill::testing {

// Records and lines are counted from 0 in the whole text.
struct ReadText {
  std::vector<Grid> grids;                // of 9x9
  std::vector<std::uint8_t> sized_cells;  // of another size than 9x9, with ReadOptions::sized
  std::vector<std::uint64_t> record_lines;
  std::vector<std::string> rows;  // line, csv and JSON Lines with keep_rows
  std::vector<records::RecordError> faults;
  std::vector<Grid> solutions;  // csv with a solution column
  std::vector<records::RecordError> solution_faults;
  std::uint64_t lines = 0;
  std::uint64_t end_marks = 0;
  std::uint64_t first_end_mark_line = 0;
  std::string first_end_mark;
};

// True for the kinds of faults whose `byte` has a meaning.
inline bool tells_byte(records::RecordErrorKind kind) {
  using records::RecordErrorKind;
  return kind == RecordErrorKind::kNotACell || kind == RecordErrorKind::kAfterCells ||
         kind == RecordErrorKind::kAfterQuote;
}

// All results as text, one line per record.
inline std::string to_string(const ReadText& text) {
  std::ostringstream out;
  out << "lines " << text.lines << " end marks " << text.end_marks << " first "
      << text.first_end_mark_line << " [" << text.first_end_mark << "]\n";
  for (std::size_t i = 0; i < text.grids.size(); ++i) {
    out << i << " line " << text.record_lines[i] << ' ' << to_line(text.grids[i]);
    if (i < text.rows.size()) out << " row [" << text.rows[i] << ']';
    if (i < text.solutions.size()) out << " solution " << to_line(text.solutions[i]);
    out << '\n';
  }
  const auto add_fault = [&](std::string_view name, const records::RecordError& fault) {
    out << name << " record " << fault.record << " line " << fault.line << " column "
        << fault.column << " kind " << static_cast<int>(fault.kind) << " byte "
        << (tells_byte(fault.kind) ? fault.byte : 0) << " row " << fault.row << " found "
        << fault.found << " of " << fault.expected << '\n';
  };
  for (const records::RecordError& fault : text.faults) add_fault("fault", fault);
  for (const records::RecordError& fault : text.solution_faults)
    add_fault("solution's fault", fault);
  return out.str();
}

inline bool operator==(const ReadText& a, const ReadText& b) {
  const auto equal_faults = [](const records::RecordError& x, const records::RecordError& y) {
    return x.record == y.record && x.line == y.line && x.column == y.column && x.kind == y.kind &&
           (x.byte == y.byte || !tells_byte(x.kind)) && x.row == y.row && x.found == y.found &&
           x.expected == y.expected;
  };
  return a.grids == b.grids && a.sized_cells == b.sized_cells && a.record_lines == b.record_lines &&
         a.rows == b.rows && a.lines == b.lines && a.end_marks == b.end_marks &&
         a.first_end_mark_line == b.first_end_mark_line && a.first_end_mark == b.first_end_mark &&
         std::equal(a.faults.begin(), a.faults.end(), b.faults.begin(), b.faults.end(),
                    equal_faults) &&
         a.solutions == b.solutions &&
         std::equal(a.solution_faults.begin(), a.solution_faults.end(), b.solution_faults.begin(),
                    b.solution_faults.end(), equal_faults);
}

// Reads texts with one reader and one batch. Each chunk is placed before (or after) a page without
// access.
class TextReader {
 public:
  using Edge = GuardedBytes::Edge;
  TextReader(const records::ReadOptions& options, std::size_t capacity, Edge edge = Edge::kEnd)
      : options_(options),
        reader_(records::RecordReader::make(options)),
        batch_(capacity),
        edge_(edge) {}

  ReadText read_whole(std::string_view text) {
    ReadText out;
    read_chunk(text, {}, out);
    return out;
  }

  // Cuts the text as a source does: searches a window of `window` bytes for a cut. If the window
  // has no cut, it becomes twice as long (kDouble) or one byte longer (kByOne).
  enum class Growth { kDouble, kByOne };
  ReadText read_cut(std::string_view text, std::size_t window, Growth growth) {
    ReadText out;
    records::Entry entry;
    entry.is_sized = options_.sized.has_value();
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view rest = text.substr(at);
      records::ChunkBoundary cut;
      for (std::size_t size = window; cut.bytes == 0;
           size = growth == Growth::kDouble ? size * 2 : size + 1) {
        const std::string_view seen = rest.substr(0, size);
        const bool is_last = seen.size() == rest.size();
        cut = find_chunk_boundary(seen, entry, is_last);
        if (cut.bytes == 0 && (is_last || seen.size() >= records::kEnoughForACut))
          throw std::logic_error("no cut in a long window");
      }
      read_chunk(rest.substr(0, cut.bytes), entry, out);
      entry = cut.next;
      at += cut.bytes;
    }
    return out;
  }

  records::ChunkBoundary find_chunk_boundary(std::string_view window, records::Entry entry,
                                             bool is_last) const {
    const records::ChunkBoundary cut = records::find_chunk_boundary(
        options_.format, guarded_.place(window, edge_), entry, is_last, options_.csv.separator);
    if (cut.bytes > window.size()) throw std::logic_error("a cut after its window");
    return cut;
  }

  // Reads a chunk that follows the chunks in `out`, and adds its results to `out`.
  void read_chunk(std::string_view bytes, records::Entry entry, ReadText& out) {
    reader_->start(guarded_.place(bytes, edge_), entry);
    std::uint64_t lines_before = reader_->lines();
    while (reader_->read(batch_)) {
      if (batch_.size > batch_.capacity()) throw std::logic_error("a batch beyond its capacity");
      const std::size_t first = out.record_lines.size();
      for (std::size_t i = 0; i < batch_.size; ++i) {
        if (!options_.sized) out.grids.push_back(batch_.grids[i]);
        out.record_lines.push_back(out.lines + batch_.lines[i]);
        if (batch_.lines[i] < lines_before) throw std::logic_error("a record of a line before");
      }
      out.sized_cells.insert(out.sized_cells.end(), batch_.cells_of(0),
                             batch_.cells_of(batch_.size));
      if (options_.keep_rows && batch_.rows.size() != batch_.size)
        throw std::logic_error("rows and records differ in number");
      for (const std::string_view row : batch_.rows) out.rows.emplace_back(row);
      if (options_.format == TextFormat::kCsv &&
          options_.csv.solution_column != records::kNoColumn) {
        for (std::size_t i = 0; i < batch_.size; ++i) out.solutions.push_back(batch_.solutions[i]);
      } else if (!batch_.solutions.empty()) {
        throw std::logic_error("solutions that were not asked for");
      }
      const auto add_faults = [&](const std::vector<records::RecordError>& from,
                                  std::vector<records::RecordError>& to) {
        for (records::RecordError fault : from) {
          fault.record += first;
          fault.line += out.lines;
          to.push_back(fault);
        }
      };
      add_faults(batch_.faults, out.faults);
      add_faults(batch_.solution_faults, out.solution_faults);
      lines_before = reader_->lines();
    }
    if (batch_.size != 0 || !reader_->is_at_end()) throw std::logic_error("not read to the end");
    if (reader_->end_marks() != 0 && out.end_marks == 0) {
      out.first_end_mark_line = out.lines + reader_->first_end_mark_line();
      out.first_end_mark = reader_->first_end_mark();
    }
    out.end_marks += reader_->end_marks();
    out.lines += reader_->lines();
  }

 private:
  records::ReadOptions options_;
  std::unique_ptr<records::RecordReader> reader_;
  records::RecordBatch batch_;
  Edge edge_;
  inline static GuardedBytes guarded_;  // shared, because mapping pages takes longer than reading
};

}  // namespace dokumill::testing
