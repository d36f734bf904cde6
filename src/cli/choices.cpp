#include "cli/choices.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "book/sheet.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/compression.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/rating.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/text_format.hpp"
#include "throughput/throughput.hpp"

namespace dokumill::cli {
namespace {

using Names = std::vector<std::string_view>;

Names with_formats(std::string_view first) {
  Names names{first};
  names.insert(names.end(), text_format_names().begin(), text_format_names().end());
  return names;
}

Names level_names() {
  Names names;
  for (const LevelInfo& info : levels()) names.push_back(info.name);
  return names;
}

Names engine_names() {
  Names names{"auto"};
  for (const EngineInfo& engine : engines()) names.push_back(engine.name);
  return names;
}

Names workloads() {
  static const std::vector<std::string> kWorkloads = throughput::workload_names();
  return {kWorkloads.begin(), kWorkloads.end()};
}

// The names of the techniques, with hyphens instead of spaces; --technique accepts both forms.
// "dynamic forcing chains (+)" is not in this list, because shells would need quotes for it.
Names technique_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const TechniqueInfo& info : techniques()) {
      if (info.name.find('(') != std::string_view::npos) continue;
      std::string& name = names.emplace_back(info.name);
      std::ranges::replace(name, ' ', '-');
    }
    return names;
  }();
  return {kNames.begin(), kNames.end()};
}

// The names of the rows of a table.
template <class Rows>
Names names_of(const Rows& rows) {
  Names names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

Names empty_cells() {
  Names names;
  for (std::size_t i = 0; i < kEmptyCells.size(); ++i) names.push_back(kEmptyCells.substr(i, 1));
  return names;
}

struct ChoiceRow {
  std::string_view key;
  unsigned commands;  // as in FlagRow; if several rows fit a flag, the first one counts
  Names (*names)();
  ValueKind kind = ValueKind::kOne;
};

constexpr unsigned kAnyCommand = ~0U;

// The parsers convert the index in a list to a value of an enumeration. So each list must have the
// order of its enumeration.
constexpr ChoiceRow kChoices[] = {
    {"--answers", kAnyCommand,
     [] { return Names(book::kAnswersNames.begin(), book::kAnswersNames.end()); }},
    {"--compress", kAnyCommand,
     [] {
       return Names{"none", name_of(Compression::kGzip), name_of(Compression::kZstd)};
     }},
    {"--delimiter", kAnyCommand,
     [] {
       return Names{",", ";", "|", ":", "tab"};
     }},
    {"--difficulty", kAnyCommand, level_names},
    {"--empty", kAnyCommand, empty_cells},
    {"--engine", kAnyCommand, engine_names},
    {"--family", kAnyCommand,
     [] {
       return Names{"classic", "wide", "random"};
     }},
    {"--from", kAnyCommand, [] { return with_formats("auto"); }},
    {"--lang", kAnyCommand,
     [] {
       return Names{"en", "zh"};
     }},
    {"--layout", kAnyCommand,
     [] {
       Names names;
       for (int i = 0; i < kExportLayouts; ++i) {
         names.push_back(name_of(static_cast<ExportLayout>(i)));
       }
       return names;
     }},
    {"--only", kAnyCommand, workloads, ValueKind::kList},
    {"--paper", kAnyCommand, [] { return names_of(book::kPapers); }},
    {"--per-page", kAnyCommand, [] { return names_of(book::kGroupings); }},
    {"--progress", kAnyCommand,
     [] {
       return Names{"auto", "always", "never"};
     }},
    {"--scale", kAnyCommand, [] { return Names{"se121"}; }},
    {"--sentences", kAnyCommand,
     [] {
       return Names{"en", "zh"};
     }},
    {"--symmetry", bit_of(Command::kGeneratePuzzles),
     [] { return Names{"none", "rotational", "horizontal", "vertical", "diagonal", "full"}; }},
    {"--technique", kAnyCommand, technique_names},
    {"--to", bit_of(Command::kRate),
     [] {
       return Names{"line", "csv", "jsonl", "parquet"};
     }},
    {"--to", bit_of(Command::kSteps),
     [] {
       return Names{"jsonl", "npy"};
     }},
    {"--to", bit_of(Command::kBook),
     [] {
       return Names{"pdf", "svg"};
     }},
    {"--to", bit_of(Command::kAugment),
     [] {
       return Names{"csv", "jsonl", "parquet"};
     }},
    {"--to", bit_of(Command::kGenerateBoards),
     [] {
       return Names{"grid", "line", "jsonl", "npy", "parquet"};
     }},
    {"--to", bit_of(Command::kGeneratePuzzles),
     [] { return Names{"line", "grid", "csv", "jsonl", "npy", "parquet"}; }},
    {"--to", kAnyCommand, [] { return with_formats("same"); }},
};

const ChoiceRow* find_row(Command command, std::string_view key) {
  for (const ChoiceRow& row : kChoices) {
    if (row.key == key && (row.commands & bit_of(command)) != 0) return &row;
  }
  return nullptr;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::vector<std::string_view> choices(Command command, std::string_view key) {
  const ChoiceRow* row = find_row(command, key);
  return row != nullptr ? row->names() : Names();
}

ValueKind kind_of_value(Command command, const FlagRow& flag) {
  if (flag.value.empty()) return ValueKind::kNone;
  if (is_one_of(flag.value, {"FILE", "LIST", "PATH"})) return ValueKind::kFile;
  if (flag.value == "DIR") return ValueKind::kFolder;
  if (is_one_of(flag.key(), {"--column", "--solution-column"})) return ValueKind::kColumn;
  const ChoiceRow* row = find_row(command, flag.key());
  return row != nullptr ? row->kind : ValueKind::kFree;
}

}  // namespace dokumill::cli
