#include "cli/job/flag_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "cli/table/choices.hpp"
#include "cli/table/help.hpp"

namespace dokumill::cli {

void FlagReader::reject(Status status) {
  if (status_.ok()) status_ = std::move(status);
}

void FlagReader::reject_if(bool is_wrong, std::string_view message) {
  if (is_wrong) reject(usage_error(std::string(message)));
}

void FlagReader::no_operand() {
  if (arguments_.operands.empty()) return;
  reject(
      usage_error(format_text("unexpected argument {}", in_quotes(arguments_.operands.front()))));
}

void FlagReader::exclude(const std::string& one, const std::string& other) {
  reject_if(has(one) && has(other), format_text("{} and {} cannot be used together", one, other));
}

std::optional<std::size_t> FlagReader::choice(const std::string& flag) {
  std::optional<std::size_t> index;
  read(flag, index, parse_choice, choices(*arguments_.command, flag));
  return index;
}

void FlagReader::format(const std::string& flag, std::optional<TextFormat>& format) {
  if (choice(flag)) format = text_format_of(*value(flag));
}

void FlagReader::empty_cell(char& empty_cell, const std::optional<Size>& size) {
  const auto word = value("--empty");
  if (!word) return;
  const bool is_known = word->size() == 1 && kEmptyCells.find(*word) != std::string_view::npos;
  if (is_known) empty_cell = word->front();
  reject_if(!is_known, format_text("--empty: expected one of the characters {}, got {}",
                                   kEmptyCells, in_quotes(*word)));
  reject_if(word == "0" && size && size->symbols == Symbols::kFromZero,
            "--empty: 0 is a number in the symbols that --symbols names");
}

void FlagReader::size(std::optional<Size>& size) {
  read("--size", size, parse_board_size);
  const auto symbols = wanted("--symbols");
  if (!symbols) return;
  reject_if(!size, "--symbols needs --size, with another size than 9");
  if (status().ok()) read("--symbols", size->symbols, parse_symbols, size->shape);
}

namespace {

// A delimiter is one character, or `tab`, `\t` or `space`, which are easier to type.
Result<char> parse_delimiter(std::string_view flag, std::string_view word) {
  if (word == "tab" || word == "\\t") return '\t';
  if (word == "space") return ' ';
  if (word.size() == 1 && kDelimiters.find(word.front()) != std::string_view::npos) {
    return word.front();
  }
  return usage_error(
      format_text("{}: expected one of , ; | : tab or space, got {}", flag, in_quotes(word)));
}

}  // namespace

void JobFlags::paths(InputOptions& input) {
  if (status().ok())
    reject(set_input_paths(session.platform, arguments_, arguments_.operands, input));
}

void JobFlags::input(InputOptions& input) {
  this->input(input, arguments_.operands);
}

void JobFlags::input(InputOptions& input, const std::vector<std::string>& operands) {
  if (!status().ok()) return;
  reject(set_input_paths(session.platform, arguments_, operands, input));
  constexpr std::string_view kReading = "any:";
  const std::string from = value("--from").value_or("");
  const bool names_reading = from.starts_with(kReading);
  if (names_reading) input.layout = from.substr(kReading.size());
  input.any_layout = from == "any" || names_reading;
  if (!input.any_layout) format("--from", input.format);
  reject_if(value("--column") == "", "--column: expected a name, got ''");
  input.column = value("--column").value_or(input.column);
  reject_if(value("--where") == "", "--where: expected an expression such as 'clues <= 22'");
  input.where = value("--where").value_or(input.where);
  reject_if(!input.column.empty() && input.format == TextFormat::kGrid,
            "--column is for tables and lines, and --from grid has neither");
  // Only `unavoidable` has another flag --size.
  const auto is_symbols = [](const FlagRow& flag) { return flag.key() == "--symbols"; };
  if (std::ranges::any_of(arguments_.command->flags, is_symbols)) {
    size(input.size);
    reject_if(has("--size") && status().ok() && !input.size,
              "--size: 9 is the usual size; without the flag, --from line reads lines as 9x9 in "
              "any case");
  }
  read("--delimiter", input.delimiter, parse_delimiter);
  input.has_header = !has("--no-header");
  input.allow_mapping = !has("--no-mmap");
  const bool is_named = !operands.empty() || has("--files-from");
  if (!is_named && session.platform.is_terminal(0)) {
    reject(usage_error("no INPUT, and standard input is a terminal\n\n" +
                       short_help(*arguments_.command)));
  }
}

}  // namespace dokumill::cli
