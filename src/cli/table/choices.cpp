#include "cli/table/choices.hpp"

#include <algorithm>

#include "dokumill/batch.hpp"
#include "dokumill/solver.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::cli {
namespace {

Names with_formats(Names names) {
  names.insert(names.end(), text_format_names().begin(), text_format_names().end());
  return names;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

Names formats_or_auto() {
  return with_formats({"auto", "any"});
}

Names formats() {
  return with_formats({});
}

Names formats_or_same() {
  return with_formats({"same"});
}

Names delimiters() {
  return {",", ";", "|", ":", "tab", "space"};
}

Names compressions() {
  return {"none", name_of(Compression::kGzip), name_of(Compression::kZstd)};
}

Names empty_cells() {
  Names names;
  for (std::size_t i = 0; i < kEmptyCells.size(); ++i) names.push_back(kEmptyCells.substr(i, 1));
  return names;
}

Names cell_shapes() {
  return {cell_shape_names().begin(), cell_shape_names().end()};
}

Names engine_names() {
  Names names = names_of_rows(engines());
  names.insert(names.begin(), "auto");
  return names;
}

Names progress_modes() {
  return {"auto", "always", "never"};
}

Names choices_of(const FlagRow& flag) {
  return flag.choices != nullptr ? flag.choices() : Names();
}

Names choices(const CommandRow& command, std::string_view key) {
  const FlagRow* flag = find_flag(command, key);
  return flag != nullptr ? choices_of(*flag) : Names();
}

ValueKind kind_of_value(const FlagRow& flag) {
  if (flag.value.empty()) return ValueKind::kNone;
  if (is_one_of(flag.value, {"FILE", "LIST", "PATH"})) return ValueKind::kFile;
  if (flag.value == "DIR") return ValueKind::kFolder;
  if (is_one_of(flag.key(), {"--column", "--solution-column", "--sections"}))
    return ValueKind::kColumn;
  if (flag.choices == nullptr) return ValueKind::kFree;
  return flag.value == "NAMES" ? ValueKind::kList : ValueKind::kOne;
}

}  // namespace dokumill::cli
