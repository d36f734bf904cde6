
#include <algorithm>
#include <utility>

#include "base/text/format.hpp"
#include "cli/manual/manual.hpp"
#include "cli/table/choices.hpp"

namespace dokumill::cli {
namespace {

constexpr std::string_view kFishFunctions = R"(
# Prints the command of the line before the cursor, and after it "-" if other words follow.
function __dokumill_command
    set -l words (commandline -opc)
    set -e words[1]
    set -l found
    if test "$words[1]" = help
        set -e words[1]
    end
    while set -q words[1]
        switch (string join ' ' -- $found $words[1])
)";

constexpr std::string_view kFishAfterCommands = R"(                set -a found $words[1]
                set -e words[1]
            case '*'
                echo (string join ' ' -- $found)
                echo -
                return
        end
    end
    echo (string join ' ' -- $found)
end

# COMMAND...: true if the line has one of these commands and asks for no help.
function __dokumill_is
    set -l line (__dokumill_command)
    contains -- "$line[1]" $argv; and not contains -- help (commandline -opc)[2]
end

# COMMAND: true if the next word can continue the name of this command.
function __dokumill_ends_with
    set -l line (__dokumill_command)
    test (count $line) -le 1; and test "$line[1]" = "$argv[1]"
end

# Prints the names in the headers of the tables on the command line. They come from outside, so only
# plain names are printed.
function __dokumill_columns
    for word in (commandline -opc)
        string match -qr '\.(csv|tsv|tab)$' -- $word; and test -f $word -a -r $word; or continue
        head -c 4096 -- $word | head -n 1 | string split -n , | string split -n ';' |
            string split -n \t | string replace -ar '[\r"\x{FEFF}]' '' |
            string match -r '^[\w][\w.-]*$'
    end
end

complete -c dokumill -f
complete -c dokumill -s h -d 'print a short help'
complete -c dokumill -l help -d 'print the complete help'
complete -c dokumill -n __fish_is_first_token -a help -d 'Print the help of a command'
complete -c dokumill -n __fish_is_first_token -a version -d 'Print the version'
complete -c dokumill -s V -l version -d 'print the version and the engines'
)";

std::string fish_quoted(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// The part of a `complete` command that describes the values of a flag.
std::string fish_values(const FlagRow& flag) {
  // fish expands the words after -a as it expands a command line, so special characters get a
  // backslash.
  std::string words;
  for (const std::string_view word : choices_of(flag)) {
    words += words.empty() ? "" : " ";
    const bool is_special = word.find_first_of("*;|") != std::string_view::npos;
    words += is_special ? format_text("\\{}", word) : std::string(word);
  }
  switch (kind_of_value(flag)) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kFree:
      return " -x";
    case ValueKind::kFile:
      return " -rF";
    case ValueKind::kFolder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::kColumn:
      return " -x -a '(__dokumill_columns)'";
    case ValueKind::kOne:
      return format_text(" -x -a {}", fish_quoted(words));
    case ValueKind::kList:
      return format_text(" -x -a {}", fish_quoted(format_text("(__fish_append , {})", words)));
  }
  return "";
}

// Appends one `complete` command for the commands that have this flag.
void append_fish_flag(std::string& out, const FlagRow& flag, const std::string& commands) {
  std::string names;
  for (const std::string_view name : names_of(flag)) {
    names += name.starts_with("--") ? format_text(" -l {}", name.substr(2))
                                    : format_text(" -s {}", name.substr(1));
  }
  out +=
      format_text("complete -c dokumill -n {}{}{} -d {}\n", fish_quoted("__dokumill_is" + commands),
                  names, fish_values(flag), fish_quoted(brief(flag.help)));
}

}  // namespace

std::string fish_completion() {
  std::string out = origin("#");
  out += kFishFunctions;
  std::string patterns;
  for (const CommandRow* row : all_commands()) {
    if (!row->is_root()) patterns += ' ' + fish_quoted(row->name);
  }
  out += format_text("            case{}\n", patterns);
  out += kFishAfterCommands;
  for (const CommandRow* row : all_commands()) {
    for (const Subcommand& sub : subcommands(*row)) {
      out += format_text("complete -c dokumill -n {} -a {} -d {}\n",
                         fish_quoted("__dokumill_ends_with " + fish_quoted(row->name)),
                         fish_quoted(sub.word), fish_quoted(sub.row->summary));
    }
  }
  std::string readers;
  for (const CommandRow* row : all_commands()) {
    if (!row->operand.empty()) readers += ' ' + fish_quoted(row->name);
  }
  out += format_text("complete -c dokumill -n {} -F\n", fish_quoted("__dokumill_is" + readers));
  for (const std::string_view section : kSections) {
    std::vector<std::pair<const FlagRow*, std::string>> flags;  // each flag with its commands
    for (const CommandRow* row : all_commands()) {
      for (const FlagRow* flag : shown_flags(*row)) {
        if (flag->section != section) continue;
        auto same =
            std::ranges::find_if(flags, [&](const auto& seen) { return *seen.first == *flag; });
        if (same == flags.end()) same = flags.insert(same, {flag, ""});
        same->second += ' ' + fish_quoted(row->name);
      }
    }
    for (const auto& [flag, commands] : flags) append_fish_flag(out, *flag, commands);
  }
  return out;
}

}  // namespace dokumill::cli
