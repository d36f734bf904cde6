#include "batch/rows/export_layout.hpp"

#include <algorithm>

#include "core/text/format.hpp"
#include "core/text/json_text.hpp"
#include "records/npy/npy_header.hpp"

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
}};

constexpr std::array<std::string_view, kExportLayouts> kLayoutNames{"hrm", "rrn"};

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
