
#include <algorithm>

#include "base/text/format.hpp"
#include "cli/manual/manual.hpp"
#include "cli/table/help.hpp"
#include "dokumill/version.hpp"

namespace dokumill::cli {
namespace {

constexpr std::size_t kManColumns = 78;  // mandoc warns about lines of more than 80 bytes

// Escapes the characters that groff would replace by typographic characters, so that a reader can
// copy flags and examples from the page. `keeps_hyphens`: the hyphens of a word stay hyphens,
// unless the word begins with '-' or '.', as flags do.
std::string escaped(std::string_view text, bool keeps_hyphens) {
  std::string out;
  bool is_in_flag = !keeps_hyphens;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins_word =
        i == 0 || std::string_view(" \n'(|[").find(text[i - 1]) != std::string_view::npos;
    if (keeps_hyphens && begins_word) is_in_flag = c == '-' || c == '.';
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += is_in_flag ? "\\-" : "-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string prose(std::string_view text) {
  return escaped(text, true);
}

std::string literal(std::string_view text) {
  return escaped(text, false);
}

// Appends lines of at most kManColumns. groff would read a line that begins with . or ' as a
// request, so such a line gets a mark that prints nothing. '\n' in `text` begins a paragraph with
// `break_request`.
void append_lines(std::string& out, std::string_view text, std::string_view break_request) {
  std::string line;
  const auto end_line = [&] {
    if (line.empty()) return;
    if (line.front() == '.' || line.front() == '\'') out += "\\&";
    out += line;
    out += '\n';
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string word = prose(text.substr(0, end));
    if (!line.empty() && line.size() + 1 + word.size() > kManColumns) end_line();
    if (!line.empty()) line += ' ';
    line += word;
    if (end == text.size()) break;
    // A line ends after each sentence, so that formatters recognize the end of the sentence.
    const bool ends_sentence = word.ends_with('.') && text[end] == ' ';
    if (ends_sentence || text[end] == '\n') end_line();
    if (text[end] == '\n') {
      out += break_request;
      out += '\n';
    }
    text.remove_prefix(end + 1);
  }
  end_line();
}

void append_heading_of(std::string& out, std::string_view request, std::string_view heading) {
  out += format_text(".{} {}\n", request, heading);
}

// Appends a term in bold, its value in italics, and its indented text.
void append_term(std::string& out, std::string_view term, std::string_view value,
                 std::string_view text) {
  out += format_text(".TP\n\\fB{}\\fR", literal(term));
  if (!value.empty()) out += format_text(" \\fI{}\\fR", literal(value));
  out += '\n';
  append_lines(out, text, ".IP");
}

std::string spaced_names(const FlagRow& flag) {
  const std::vector<std::string_view> names = names_of(flag);
  return names.size() == 1 ? std::string(names[0]) : format_text("{}, {}", names[0], names[1]);
}

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string with_small_first(std::string_view text) {
  std::string small(text);
  if (!small.empty() && small[0] >= 'A' && small[0] <= 'Z') {
    small[0] = static_cast<char>(small[0] - 'A' + 'a');
  }
  return small;
}

void append_options(std::string& out, const CommandRow& row) {
  append_heading_of(out, "SH", "OPTIONS");
  std::string_view section;
  for (const FlagRow* flag : shown_flags(row)) {
    if (flag->section != section) append_heading_of(out, "SS", flag->section);
    section = flag->section;
    append_term(out, spaced_names(*flag), flag->value, flag->help);
  }
  if (section != kRunSection) append_heading_of(out, "SS", kRunSection);
  for (const FlagRow& flag : kHelpFlags) {
    const bool is_help = flag.key() == "--help";
    append_term(out, spaced_names(flag), "", is_help ? "print the complete help" : flag.help);
  }
}

void append_commands_of(std::string& out, const CommandRow& row) {
  const std::vector<Subcommand> below = subcommands(row);
  if (below.empty()) return;
  append_heading_of(out, "SH", "COMMANDS");
  for (const Subcommand& sub : below) {
    out += format_text(".TP\n\\fB{}\\fR\n", literal(sub.row->name));
    append_lines(out, format_text("{}.", sub.row->summary), ".IP");
    out += format_text("See \\fB{}\\fR(1).\n", literal(page_name(*sub.row)));
  }
}

void append_environment(std::string& out, const CommandRow& row) {
  std::string terms;
  for (const EnvironmentRow& variable : kEnvironment) {
    const auto flags = shown_flags(row);
    const bool has_flag = std::ranges::any_of(
        flags, [&](const FlagRow* flag) { return flag->key() == variable.flag; });
    const bool is_named = !row.is_root() && variable.command == row.name;
    if (has_flag || is_named) append_term(terms, variable.name, "", variable.help);
  }
  if (terms.empty()) return;
  append_heading_of(out, "SH", "ENVIRONMENT");
  out += terms;
}

void append_files(std::string& out, const CommandRow& row) {
  const auto flags = shown_flags(row);
  const bool writes = std::ranges::any_of(flags, [](const FlagRow* flag) {
    return flag->section == kOutputSection && flag->value == "FILE";
  });
  if (!row.is_root() && !writes) return;
  append_heading_of(out, "SH", "FILES");
  if (row.is_root()) {
    append_term(out, "sudoku.txt", "",
                "the output of -c, -s and -n, in the current folder; it replaces an earlier one");
  }
  append_term(out, ".NAME.*.tmp", "", footer_of(row));
}

void append_see_also(std::string& out, const CommandRow& row) {
  append_heading_of(out, "SH", "SEE ALSO");
  std::vector<std::string> pages;
  const std::string own = page_name(row);
  for (const CommandRow* other : all_commands()) {
    const std::string page = page_name(*other);
    const bool is_near =
        row.is_root() || other->is_root() || page.starts_with(own) || own.starts_with(page);
    if (is_near && page != own) pages.push_back(page);
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    out += format_text(".BR {} (1){}\n", literal(pages[i]), i + 1 < pages.size() ? "," : "");
  }
}

}  // namespace

std::string page_name(const CommandRow& command) {
  std::string name = command_name(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const CommandRow& row, std::string_view date) {
  const std::string name = page_name(row);
  std::string out = origin(".\\\"");
  out += format_text(".TH {} 1 {} \"dokumill {}\" \"User Commands\"\n", literal(upper(name)), date,
                     build_info().version);
  out += ".nh\n.ad l\n";  // names with hyphens stay whole, so that a reader can copy them
  append_heading_of(out, "SH", "NAME");
  out += format_text("{} \\- {}\n", literal(name), prose(with_small_first(row.summary)));
  append_heading_of(out, "SH", "SYNOPSIS");
  const std::size_t words = row.name.empty() ? 0 : row.name.size() + 1;
  out +=
      format_text("\\fB{}\\fR {}\n", literal(command_name(row)), literal(row.usage.substr(words)));
  append_heading_of(out, "SH", "DESCRIPTION");
  append_lines(out, row.about, ".PP");
  append_commands_of(out, row);
  append_options(out, row);
  append_heading_of(out, "SH", "EXAMPLES");
  out += format_text(".EX\n{}\n.EE\n", literal(row.examples));
  append_heading_of(out, "SH", "EXIT STATUS");
  for (const auto& [status, meaning] : kExitStatuses) append_term(out, status, "", meaning);
  append_environment(out, row);
  append_files(out, row);
  append_see_also(out, row);
  return out;
}

}  // namespace dokumill::cli
