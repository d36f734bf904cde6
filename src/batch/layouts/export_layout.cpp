#include "batch/layouts/export_layout.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "base/text/json_text.hpp"
#include "formats/npy/npy_header.hpp"

namespace dokumill {
namespace batch {
namespace {

constexpr std::array<StreamTable, kExportLayouts> kStreamTables{{
    {2,
     2,
     TextFormat::kNpy,
     {"train/all__inputs.npy", "train/all__labels.npy", "test/all__inputs.npy",
      "test/all__labels.npy"},
     {"train", "test"}},
    {3, 1, TextFormat::kLine, {"train.csv", "test.csv", "valid.csv", ""}, {"", ""}},
    {2,
     1,
     TextFormat::kNpy,
     {"train_sudoku_puzzles.npy", "test_sudoku_puzzles.npy", "", ""},
     {"", ""}},
    {2, 1, TextFormat::kJsonl, {"train.jsonl", "test.jsonl", "", ""}, {"", ""}},
    {2, 1, TextFormat::kJsonl, {"train.jsonl", "test.jsonl", "", ""}, {"", ""}},
}};

constexpr std::array<std::string_view, kExportLayouts> kLayoutNames{"hrm", "rrn", "moves",
                                                                    "trajectory", "chat"};

// The numbers of strategies in the layout kMoves. 0 to 8 are those of the data set of Shah et al.
// (2024), which has no other strategies; 1 does not occur in it. The others are ours, and never
// change. docs/datasets.md has this table.
constexpr int kNoStrategy = 31;  // the trace ended before the cell was filled
constexpr int strategy_of(Technique technique) {
  using enum Technique;
  switch (technique) {
    case kFullHouse:
    case kNakedSingle:
      return 2;
    case kHiddenSingleInBox:
    case kHiddenSingleInLine:
      return 3;
    case kNakedPair:
      return 4;
    case kNakedTriplet:
      return 5;
    case kDirectPointing:
    case kDirectClaiming:
    case kPointing:
    case kClaiming:
      return 6;
    case kXyWing:
      return 7;
    case kUniqueRectangle:
      return 8;
    case kDirectHiddenPair:
    case kHiddenPair:
      return 9;
    case kDirectHiddenTriplet:
    case kHiddenTriplet:
      return 10;
    case kNakedQuad:
      return 11;
    case kHiddenQuad:
      return 12;
    case kXWing:
      return 13;
    case kSwordfish:
      return 14;
    case kJellyfish:
      return 15;
    case kXyzWing:
      return 16;
    case kUniqueLoop:
      return 17;
    case kBugType1:
    case kBugType2:
    case kBugType3:
    case kBugType4:
      return 18;
    case kAlignedPairExclusion:
      return 19;
    case kAlignedTripletExclusion:
      return 20;
    case kXCycle:
      return 21;
    case kYCycle:
      return 22;
    case kForcingXChain:
      return 23;
    case kXyCycle:
      return 24;
    case kForcingChain:
      return 25;
    case kNishio:
      return 26;
    case kMultipleForcingChains:
      return 27;
    case kDynamicForcingChains:
      return 28;
    case kDynamicForcingChainsPlus:
      return 29;
    case kNestedForcingChains:
      return 30;
  }
  return kNoStrategy;
}

void print_moves(const ExportItem& item, std::string& row) {
  const auto add = [&row](int value) {
    row += static_cast<char>(value);
    row += '\0';
  };
  const auto add_cell = [&](int cell, int strategy) {
    add(cell / 9);
    add(cell % 9);
    add(item.solution[Cell(cell)]);
    add(strategy);
  };
  add(count_clues(item.puzzle));
  for (int cell = 0; cell < kCells; ++cell) {
    if (item.puzzle[Cell(cell)] != 0) add_cell(cell, 0);
  }
  for (const FilledCell& filled : filled_cells(item)) {
    add_cell(filled.cell, filled.technique ? strategy_of(*filled.technique) : kNoStrategy);
  }
}

void print_trajectory(const ExportItem& item, std::string& row) {
  const std::vector<FilledCell> filled = filled_cells(item);
  const int score = hardest_step(item).score;
  append_text(row, "{{\"id\":{},\"image\":{},\"er\":{}.{},\"boards\":[", item.record, item.image,
              score / 10, score % 10);
  std::string board = to_line(item.puzzle);
  append_text(row, "\"{}\"", board);
  for (const FilledCell& one : filled) {
    board[one.cell] = static_cast<char>('0' + item.solution[Cell(one.cell)]);
    append_text(row, ",\"{}\"", board);
  }
  row += "],\"cells\":[";
  std::string_view mark;
  for (const FilledCell& one : filled) {
    append_text(row, "{}{}", std::exchange(mark, ","), one.cell);
  }
  row += "],\"strategies\":[";
  mark = "";
  for (const FilledCell& one : filled) {
    row += std::exchange(mark, ",");
    if (one.technique) {
      append_text(row, "\"{}\"", info_of(*one.technique).name);
    } else {
      row += "null";
    }
  }
  row += "]}\n";
}

// Writes an array of `count` numbers of four bytes: 0, step, 2 * step, ...
Status write_steps(const WritePiece& write, std::uint64_t count, std::uint64_t step) {
  constexpr std::size_t kStepsPieceBytes = std::size_t{1} << 16;
  std::string piece = records::npy_header_of("<i4", format_text("({},)", count));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t value = i * step;
    for (int byte = 0; byte < 4; ++byte) piece += static_cast<char>(value >> (8 * byte));
    if (piece.size() < kStepsPieceBytes) continue;
    if (Status status = write(piece); !status.ok()) return status;
    piece.clear();
  }
  return write(piece);
}

std::string dataset_json(const SetSize& size) {
  JsonText json("{}");
  json.add("seq_len", kCells);
  json.add("vocab_size", 11);
  json.add("pad_id", 0);
  json.add("ignore_label_id", 0);
  json.add("blank_identifier_id", 0);
  json.add("num_puzzle_identifiers", 1);
  json.add("total_groups", size.puzzles);
  json.add("mean_puzzle_examples", 1);
  json.add("total_puzzles", size.puzzles);
  json.add_text("sets", "[\"all\"]");
  return json.text();
}

}  // namespace

const StreamTable& stream_table(ExportLayout layout) {
  return kStreamTables[static_cast<std::size_t>(layout)];
}

void print_trace_row(ExportLayout layout, const ChatTemplate& chat, const ExportItem& item,
                     std::string& row) {
  if (layout == ExportLayout::kMoves) return print_moves(item, row);
  if (layout == ExportLayout::kTrajectory) return print_trajectory(item, row);
  chat.print(item, row);
}

std::string stream_header(ExportLayout layout, std::uint64_t rows) {
  if (layout != ExportLayout::kMoves) return {};
  return records::npy_header_of("<i2", format_text("({}, {})", rows, 1 + 4 * kCells));
}

std::vector<SmallFile> small_files(ExportLayout layout, const std::vector<SetSize>& sizes) {
  std::vector<SmallFile> files;
  if (layout != ExportLayout::kHrm) return files;
  const auto add = [&files](std::string name, auto write) {
    files.push_back({std::move(name), std::move(write)});
  };
  for (std::size_t set = 0; set < sizes.size(); ++set) {
    const SetSize size = sizes[set];
    const std::string folder = std::string(stream_table(layout).folders[set]) + "/";
    add(folder + "all__puzzle_indices.npy",
        [size](const WritePiece& write) { return write_steps(write, size.rows() + 1, 1); });
    add(folder + "all__group_indices.npy", [size](const WritePiece& write) {
      return write_steps(write, size.puzzles + 1, size.rows_per_puzzle);
    });
    add(folder + "all__puzzle_identifiers.npy",
        [size](const WritePiece& write) { return write_steps(write, size.rows(), 0); });
    add(folder + "dataset.json",
        [size](const WritePiece& write) { return write(dataset_json(size)); });
  }
  add("identifiers.json", [](const WritePiece& write) { return write("[\"<blank>\"]"); });
  return files;
}

}  // namespace batch

std::string_view name_of(ExportLayout layout) {
  return batch::kLayoutNames[static_cast<std::size_t>(layout)];
}

}  // namespace dokumill
