#include "cli/table/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "cli/table/command_table.hpp"
#include "cli/table/help.hpp"
#include "cli/table/words.hpp"
#include "core/text/format.hpp"
#include "core/text/printable.hpp"

namespace dokumill::cli {
namespace {

// The CLI11 app of a command, and the variables that CLI11 fills.
struct ParsedApp {
  CLI::App* app = nullptr;
  std::vector<std::string> operands;
  // The values of each flag, by the flag's key. CLI11 keeps references to the values, so their
  // addresses must not change.
  std::map<std::string, std::vector<std::string>> values;
  std::vector<std::pair<std::string, CLI::Option*>> options;
  // To find an option, App::count() allocates memory in a noexcept function. These pointers make
  // the call unnecessary.
  CLI::Option* short_help = nullptr;
  CLI::Option* full_help = nullptr;
  CLI::Option* version = nullptr;
};

using Apps = std::map<const CommandRow*, ParsedApp>;

void add_flags(const CommandRow& command, ParsedApp& parsed) {
  CLI::App& app = *parsed.app;
  app.set_help_flag();
  app.allow_extras();
  if (!command.operand.empty()) app.add_option(std::string(command.operand), parsed.operands);
  for (const FlagRow* flag : flags_of(command)) {
    CLI::Option* option = nullptr;
    const std::string key(flag->key());
    if (flag->value.empty()) {
      option = app.add_flag(std::string(flag->names));
      option->disable_flag_override();
    } else {
      option = app.add_option(std::string(flag->names), parsed.values[key]);
      option->expected(1)->allow_extra_args(false);
    }
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parsed.options.emplace_back(key, option);
  }
  parsed.short_help = app.add_flag("-h");
  parsed.full_help = app.add_flag("--help");
  parsed.version = app.add_flag("-V,--version");
}

// The flag without its value: "--threads" of "--threads=4".
std::string flag_part(const std::string& word) {
  return word.substr(0, word.find('='));
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  const auto near = nearest(word, names);
  return near ? format_text("; did you mean {}?", *near) : "";
}

Status unknown_word(const std::string& word, const CommandRow& command) {
  if (word.starts_with('-') && word != "-") {
    std::vector<std::string> names{"--help", "--version"};
    for (const FlagRow* flag : flags_of(command)) names.emplace_back(flag->key());
    const std::string flag = flag_part(word);
    return usage_error(format_text("unknown flag {}{}", in_quotes(flag), suggestion(flag, names)));
  }
  std::vector<std::string> names;
  for (const Subcommand& sub : subcommands(command)) names.emplace_back(sub.word);
  if (names.empty()) return usage_error(format_text("unexpected argument {}", in_quotes(word)));
  std::string typed = word;
  if (command.is_root()) {
    names.insert(names.end(), {"help", "version"});
  } else {
    typed = format_text("{} {}", command.name, word);
  }
  return usage_error(
      format_text("unknown command {}{}", in_quotes(typed), suggestion(word, names)));
}

// Translates the error of CLI11 for a bad command line. The text of such an error may begin with
// the name of the option, with or without dashes.
Status translate(const CLI::ParseError& error, const Apps& apps) {
  // Finds the flag that lacks its value, or that has a value although it takes none.
  for (const CommandRow* row : all_commands()) {
    for (const auto& [key, option] : apps.at(row).options) {
      const std::string what = error.what();
      const std::string name = key.substr(key.find_first_not_of('-'));
      if (what.starts_with(option->get_name() + ":") || what.starts_with(name + " ")) {
        const bool is_flag = option->get_items_expected_max() == 0;
        return usage_error(key + (is_flag ? " takes no value" : " needs a value"));
      }
    }
  }
  return usage_error(printable(error.what()));
}

// `command_words`: the words after "help", which name a command. Returns the words of "COMMAND
// --help".
Result<std::vector<std::string>> words_of_help(std::vector<std::string> command_words) {
  const CommandRow& row = command_of(command_words);
  std::size_t name_words = 0;
  for (std::string_view rest = row.name; !rest.empty(); ++name_words) {
    rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
  }
  if (command_words.size() > name_words) return unknown_word(command_words[name_words], row);
  command_words.emplace_back("--help");
  return command_words;
}

}  // namespace

const CommandRow& command_of(const std::vector<std::string>& words) {
  const CommandRow* command = &root_command();
  std::string name;
  for (const std::string& word : words) {
    name += (name.empty() ? "" : " ") + word;
    const CommandRow* row = command_named(name);
    if (row == nullptr) break;
    command = row;
  }
  return *command;
}

std::string command_name(const CommandRow& command) {
  return command.is_root() ? "dokumill" : format_text("dokumill {}", command.name);
}

namespace {

// Adds all commands, but adds flags only to the commands whose last word is among `words`. The
// flags of all commands would take 1.6 ms, because CLI11 compares each new flag with all earlier
// flags.
void add_commands(CLI::App& root, Apps& apps, const std::vector<std::string>& words) {
  for (const CommandRow* row : all_commands()) {
    ParsedApp& parsed = apps[row];
    const std::size_t last_blank = row->name.rfind(' ');
    const std::string_view last_word = row->name.substr(last_blank + 1);  // npos + 1 is 0
    if (row->is_root()) {
      parsed.app = &root;
    } else {
      const bool is_below_root = last_blank == std::string_view::npos;
      const CommandRow* above = command_named(is_below_root ? "" : row->name.substr(0, last_blank));
      parsed.app = apps[above].app->add_subcommand(std::string(last_word), "");
    }
    parsed.app->require_subcommand(0, 1);
    if (row->is_root() || std::ranges::find(words, last_word) != words.end())
      add_flags(*row, parsed);
  }
}

// True if the command line names the command.
bool is_named(const CommandRow* row, Apps& apps) {
  return row->is_root() || apps[row].app->parsed();
}

// Rejects a word that is no flag, value or operand. Also rejects a flag before the name of the
// command, as in "--quiet solve".
Status find_stray_word(const CommandRow* wanted, Apps& apps) {
  for (const CommandRow* row : all_commands()) {
    const ParsedApp& parsed = apps[row];
    const bool is_wanted = row == wanted;
    for (const std::string& word : parsed.app->remaining()) {
      if (word == "--") continue;
      if (!is_wanted || row->operand.empty() || word.starts_with('-'))
        return unknown_word(word, *row);
    }
    if (is_wanted) continue;
    for (const auto& [key, option] : parsed.options) {
      if (option->count() == 0) continue;
      const std::string_view what =
          find_flag(*wanted, key) != nullptr ? "must come after" : "cannot be used with";
      return usage_error(format_text("{} {} '{}'", key, what, wanted->name));
    }
  }
  return {};
}

}  // namespace

Result<Arguments> parse_arguments(const std::vector<std::string>& typed_words) {
  std::vector<std::string> words = typed_words;
  if (!words.empty() && words.front() == "version") words.front() = "--version";
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    Result<std::vector<std::string>> help = words_of_help(std::move(words));
    if (!help.ok()) return help.status();
    words = *std::move(help);
  }
  CLI::App root("", "dokumill");
  Apps apps;
  add_commands(root, apps, words);
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    root.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return translate(error, apps);
  }

  Arguments arguments;
  for (const CommandRow* row : all_commands()) {
    if (is_named(row, apps)) arguments.command = row;
  }
  for (const CommandRow* row : all_commands()) {
    if (!is_named(row, apps)) continue;
    const ParsedApp& parsed = apps[row];
    if (parsed.full_help->count() != 0) arguments.help = full_help(*arguments.command);
    if (parsed.short_help->count() != 0 && arguments.help.empty())
      arguments.help = short_help(*arguments.command);
    if (parsed.version->count() != 0) arguments.flags["--version"];
  }
  if (!arguments.help.empty() || arguments.has("--version")) return arguments;
  if (Status status = find_stray_word(arguments.command, apps); !status.ok()) return status;
  ParsedApp& parsed = apps[arguments.command];
  for (const auto& [key, option] : parsed.options) {
    if (option->count() == 0) continue;
    const std::vector<std::string>& values = parsed.values[key];
    if (option->count() > 1)
      return usage_error(format_text("{} was given {} times", key, option->count()));
    arguments.flags[key] = values.empty() ? "" : values.front();
  }
  arguments.operands = std::move(parsed.operands);
  return arguments;
}

}  // namespace dokumill::cli
