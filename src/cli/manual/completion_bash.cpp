
#include "base/text/format.hpp"
#include "cli/manual/manual.hpp"
#include "cli/table/choices.hpp"

namespace dokumill::cli {
namespace {

// The names of columns come from the header of a file, so they are untrusted. bash inserts a
// completion into the command line as it is. So only plain names are offered: a `$(...)` in a
// header must not get into the command line.
constexpr std::string_view kBashFunctions = R"(
# WORD...: offers the words that begin with $current. Uses the variables of _dokumill.
_dokumill_words() {
  local word quoted
  for word; do
    [[ $word == "$current"* ]] || continue
    printf -v quoted %q "$word"
    COMPREPLY+=("$quoted")
  done
}

# WORD...: the same for the last part of a list with commas.
_dokumill_list() {
  local last=${current##*,} word
  local before=${current%"$last"}
  for word; do
    [[ $word == "$last"* ]] && COMPREPLY+=("$before$word")
  done
  compopt -o nospace
}

_dokumill_files() { compopt -o default; }
_dokumill_folders() { compopt -o dirnames; }

# Offers the names in the headers of the tables on the command line.
_dokumill_columns() {
  local word header name
  local -a names
  for word in "${COMP_WORDS[@]:1}"; do
    [[ $word == *.@(csv|tsv|tab) && -f $word && -r $word ]] || continue
    IFS= read -r -n 4096 header 2>/dev/null <"$word"
    IFS=$',;\t\r' read -r -a names <<<"${header#$'\xEF\xBB\xBF'}"
    for name in "${names[@]}"; do
      name=${name//\"/}
      [[ $name =~ ^[[:alnum:]_][[:alnum:]_.-]*$ && $name == "$current"* ]] && COMPREPLY+=("$name")
    done
  done
}

_dokumill() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command='' i=1
  COMPREPLY=()
  # bash makes three words of --flag=value.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  [[ ${COMP_WORDS[1]} == help ]] && ((COMP_CWORD > 1)) && i=2
  while ((i < COMP_CWORD)); do
    case "${command:+$command }${COMP_WORDS[i]}" in
)";

constexpr std::string_view kAfterCommands =
    R"(        command="${command:+$command }${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
    ((++i))
  done
  if ((i == COMP_CWORD)) && [[ $current != -* ]]; then
    case $command in
)";

constexpr std::string_view kAfterSubcommands = R"(    esac
  fi
  [[ ${COMP_WORDS[1]} == help ]] && return
  for ((; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -- ]] && { _dokumill_files; return; }
  done
  case "$command:$previous" in
)";

constexpr std::string_view kAfterValues = R"(  esac
  if [[ $current == -* ]]; then
    case $command in
)";

constexpr std::string_view kAfterFlags = R"(    esac
    return
  fi
  case $command in
)";

constexpr std::string_view kBashEnd = R"( _dokumill_files ;;
  esac
}

complete -F _dokumill dokumill
)";

std::string joined_words(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) out += ' ' + shell_quoted(word);
  return out;
}

// The shell command that offers the values of a flag; "return" if the flag accepts any text.
std::string bash_values(const FlagRow& flag) {
  const std::string words = joined_words(choices_of(flag));
  switch (kind_of_value(flag)) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kFree:
      return "return";
    case ValueKind::kFile:
      return "_dokumill_files; return";
    case ValueKind::kFolder:
      return "_dokumill_folders; return";
    case ValueKind::kColumn:
      return "_dokumill_columns; return";
    case ValueKind::kOne:
      return "_dokumill_words" + words + "; return";
    case ValueKind::kList:
      return "_dokumill_list" + words + "; return";
  }
  return "";
}

}  // namespace

std::string bash_completion() {
  std::string out = origin("#");
  out += kBashFunctions;
  out += format_text("      {})\n", command_pattern());
  out += kAfterCommands;
  for (const CommandRow* row : all_commands()) {
    std::vector<std::string_view> words;
    for (const Subcommand& sub : subcommands(*row)) words.push_back(sub.word);
    if (words.empty()) continue;
    out += format_text("      {}) _dokumill_words{}", shell_quoted(row->name), joined_words(words));
    if (row->is_root()) out += "; ((i == 1)) && _dokumill_words help version";
    out += "; return ;;\n";
  }
  out += kAfterSubcommands;
  for (const CommandRow* row : all_commands()) {
    for (const FlagRow* flag : shown_flags(*row)) {
      std::vector<std::string> flag_names;
      for (const std::string_view name : names_of(*flag)) {
        flag_names.push_back(format_text("{}:{}", row->name, name));
      }
      const std::string values = bash_values(*flag);
      if (!values.empty()) out += format_text("    {}) {} ;;\n", shell_pattern(flag_names), values);
    }
  }
  out += kAfterValues;
  for (const CommandRow* row : all_commands()) {
    std::vector<std::string_view> names;
    for (const FlagRow* flag : shown_flags(*row)) {
      for (const std::string_view name : names_of(*flag)) names.push_back(name);
    }
    names.insert(names.end(), {"-h", "--help", "-V", "--version"});
    out += format_text("      {}) _dokumill_words{} ;;\n", shell_quoted(row->name),
                       joined_words(names));
  }
  out += kAfterFlags;
  std::vector<std::string> readers;
  for (const CommandRow* row : all_commands()) {
    if (!row->operand.empty()) readers.emplace_back(row->name);
  }
  out += format_text("    {})", shell_pattern(readers));
  out += kBashEnd;
  return out;
}

}  // namespace dokumill::cli
