#include "cli/table/help.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/format.hpp"
#include "cli/table/arguments.hpp"
#include "cli/table/command_table.hpp"

namespace dokumill::cli {
namespace {

constexpr std::size_t kColumns = 79;
constexpr std::size_t kHelpColumn = 24;  // where the texts of flags begin

// Appends `text`, wrapped at blanks. The first line continues at column `at`, and the following
// lines begin at column `indent`. '\n' begins a new line.
void append_wrapped(std::string& out, std::string_view text, std::size_t at, std::size_t indent) {
  bool is_line_empty = true;
  const auto begin_line = [&] {
    out += '\n';
    out.append(indent, ' ');
    at = indent;
    is_line_empty = true;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (!is_line_empty && at + 1 + word.size() > kColumns) begin_line();
    if (!is_line_empty) out += ' ';
    at += word.size() + (is_line_empty ? 0 : 1);
    out += word;
    is_line_empty = false;
    if (end == text.size()) break;
    if (text[end] == '\n') begin_line();
    text.remove_prefix(end + 1);
  }
  out += '\n';
}

void append_row(std::string& out, std::string_view spec, std::string_view help) {
  out += "  ";
  out += spec;
  std::size_t at = 2 + spec.size();
  if (at + 2 > kHelpColumn) {
    out += '\n';
    at = 0;
  }
  out.append(kHelpColumn - at, ' ');
  append_wrapped(out, help, kHelpColumn, kHelpColumn);
}

// "-o, --output FILE"
std::string spec_of(const FlagRow& flag) {
  std::string spec(flag.names);
  if (const std::size_t comma = spec.find(','); comma != std::string::npos) {
    spec.replace(comma, 1, ", ");
  }
  return flag.value.empty() ? spec : format_text("{} {}", spec, flag.value);
}

void append_heading(std::string& out, std::string_view heading) {
  out += format_text("\n{}:\n", heading);
}

void append_commands(std::string& out) {
  append_heading(out, "Commands");
  for (const CommandRow* row : all_commands()) {
    if (!row->is_root() && !row->is_group()) append_row(out, row->name, row->summary);
  }
}

// Appends the first `limit` lines of `examples`, with two blanks before each line.
void append_examples(std::string& out, std::string_view examples, std::size_t limit) {
  append_heading(out, "Examples");
  for (std::size_t lines = 0; lines < limit && !examples.empty(); ++lines) {
    const std::size_t end = std::min(examples.find('\n'), examples.size());
    out += format_text("  {}\n", examples.substr(0, end));
    examples.remove_prefix(std::min(end + 1, examples.size()));
  }
}

// Appends the flags of the short help, in the order of `main_flags`.
void append_main_flags(std::string& out, const CommandRow& row) {
  for (std::string_view keys = row.main_flags; !keys.empty();) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    const FlagRow* flag = find_flag(row, keys.substr(0, end));
    append_row(out, spec_of(*flag), flag->help);
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
}

// Appends the flags of a section; returns false if the command has no flag in it.
bool append_section(std::string& out, const CommandRow& row, std::string_view section) {
  bool is_empty = true;
  for (const FlagRow* flag : shown_flags(row)) {
    if (flag->section != section) continue;
    if (is_empty) append_heading(out, section);
    is_empty = false;
    append_row(out, spec_of(*flag), flag->help);
  }
  return !is_empty;
}

}  // namespace

std::string short_help(const CommandRow& row) {
  std::string out = format_text("Usage: dokumill {}\n{}.\n", row.usage, row.summary);
  if (row.is_root()) append_commands(out);
  if (!row.main_flags.empty()) {
    append_heading(out, "Flags");
    append_main_flags(out, row);
  }
  // Without a command, the list of commands and the usage already fill the screen.
  if (!row.is_root()) append_examples(out, row.examples, 2);
  out += format_text("\nTry '{} --help' for {}.\n", command_name(row),
                     row.is_root() ? "everything" : "all flags");
  return out;
}

std::string full_help(const CommandRow& row) {
  std::string out = format_text("Usage: dokumill {}\n\n", row.usage);
  append_wrapped(out, row.about, 0, 0);
  if (row.is_root()) append_commands(out);
  for (const std::string_view section : {kWhatSection, kInputSection, kOutputSection}) {
    append_section(out, row, section);
  }
  if (!append_section(out, row, kRunSection)) append_heading(out, kRunSection);
  for (const FlagRow& flag : kHelpFlags) append_row(out, spec_of(flag), flag.help);
  append_examples(out, row.examples, row.examples.size());
  append_heading(out, "Exit status");
  for (const auto& [status, meaning] : kExitStatuses) append_row(out, status, meaning);
  out += '\n';
  append_wrapped(out, footer_of(row), 0, 0);
  return out;
}

}  // namespace dokumill::cli
