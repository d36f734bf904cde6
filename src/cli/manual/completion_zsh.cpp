
#include "base/text/format.hpp"
#include "cli/manual/manual.hpp"
#include "cli/table/choices.hpp"

namespace dokumill::cli {
namespace {

constexpr std::string_view kZshFunctions = R"(
# Offers the names in the headers of the tables on the command line. They come from outside, so only
# plain names are offered.
_dokumill_columns() {
  local word header name
  local -a names
  for word in $words; do
    [[ $word == *.(csv|tsv|tab) && -f $word && -r $word ]] || continue
    read -r -k 4096 -u 0 header 2>/dev/null <$word
    header=${${header%%$'\n'*}#$'\xEF\xBB\xBF'}
    for name in ${(s:,:)${header//[;$'\t\r']/,}}; do
      name=${name//\"/}
      [[ $name =~ '^[[:alnum:]_][[:alnum:]_.-]*$' ]] && names+=($name)
    done
  done
  _wanted columns expl column compadd -a names
}

_dokumill() {
  local command='' expl
  local -a found
  integer at=2
  [[ $words[2] == help ]] && (( CURRENT > 2 )) && at=3
  while (( at < CURRENT )); do
    case "${command:+$command }$words[at]" in
)";

constexpr std::string_view kZshAfterCommands =
    R"(        command="${command:+$command }$words[at]" ;;
      (*) break ;;
    esac
    (( ++at ))
  done
  if (( at == CURRENT )) && [[ $words[at] != -* ]]; then
    case $command in
)";

constexpr std::string_view kZshAfterSubcommands = R"(    esac
  fi
  [[ $words[2] == help ]] && return 1
  words=(dokumill "${(@)words[at,-1]}")
  (( CURRENT -= at - 2 ))
  case $command in
)";

// Escapes what _arguments and _describe read as the end of a description.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_word_list(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    for (const char c : word) {
      const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
      if (!is_plain) out += '\\';
      out += c;
    }
  }
  return out;
}

// What follows the description of a flag: ":FILE:_files".
std::string zsh_values(const FlagRow& flag) {
  const ValueKind kind = kind_of_value(flag);
  if (kind == ValueKind::kNone) return "";
  const std::string words = zsh_word_list(choices_of(flag));
  const auto action = [&]() -> std::string {
    switch (kind) {
      case ValueKind::kFile:
        return "_files";
      case ValueKind::kFolder:
        return "_files -/";
      case ValueKind::kColumn:
        return "_dokumill_columns";
      case ValueKind::kOne:
        return format_text("({})", words);
      case ValueKind::kList:
        return format_text("_values -s , name {}", words);
      case ValueKind::kNone:
      case ValueKind::kFree:
        break;
    }
    return " ";
  };
  return format_text(":{}:{}", zsh_text(flag.value), action());
}

std::string zsh_flag(const FlagRow& flag) {
  const std::vector<std::string_view> names = names_of(flag);
  const std::string tail = format_text("[{}]{}", zsh_text(brief(flag.help)), zsh_values(flag));
  std::string out;
  for (const std::string_view name : names) {
    std::string spec = names.size() == 2 ? format_text("({} {})", names[0], names[1]) : "";
    spec += name;
    if (!flag.value.empty()) spec += name.starts_with("--") ? "=" : "+";
    out += format_text(" \\\n        {}", shell_quoted(spec + tail));
  }
  return out;
}

}  // namespace

std::string zsh_completion() {
  std::string out = "#compdef dokumill\n" + origin("#");
  out += kZshFunctions;
  out += format_text("      ({})\n", command_pattern());
  out += kZshAfterCommands;
  for (const CommandRow* row : all_commands()) {
    const std::vector<Subcommand> below = subcommands(*row);
    if (below.empty()) continue;
    out += format_text("      ({})\n        found=(", shell_quoted(row->name));
    for (const Subcommand& sub : below) {
      out +=
          "\n          " + shell_quoted(format_text("{}:{}", sub.word, zsh_text(sub.row->summary)));
    }
    out += ")\n";
    if (row->is_root()) {
      out +=
          "        (( at == 2 )) && found+=('help:Print the help of a command' "
          "'version:Print the version')\n";
    }
    out += "        _describe command found; return ;;\n";
  }
  out += kZshAfterSubcommands;
  for (const CommandRow* row : all_commands()) {
    out += format_text("    ({})\n      _arguments -S :", shell_quoted(row->name));
    for (const FlagRow* flag : shown_flags(*row)) out += zsh_flag(*flag);
    out += " \\\n        '-h[print a short help]' \\\n        '--help[print the complete help]'";
    out += " \\\n        '(-V --version)'{-V,--version}'[print the version and the engines]'";
    if (!row->operand.empty()) out += format_text(" \\\n        '*:{}:_files'", row->operand);
    out += " ;;\n";
  }
  out += "  esac\n}\n\n_dokumill \"$@\"\n";
  return out;
}

}  // namespace dokumill::cli
