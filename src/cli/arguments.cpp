#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "cli/command_texts.hpp"
#include "cli/words.hpp"
#include "core/printable.hpp"

namespace dokumill::cli {
namespace {

const CommandText& text_of(Command command) {
  return *std::ranges::find(all_commands(), command, &CommandText::command);
}

std::string key_of(std::string_view names) {
  return std::string(names.substr(names.rfind(',') + 1));
}

bool has_flag(const CommandText& command, const std::string& key) {
  return std::ranges::any_of(all_flags(), [&](const Flag& flag) {
    return (flag.commands & command.flags) != 0 && key_of(flag.names) == key;
  });
}

// One CLI11 app for each command, and where its words go.
struct ParsedApp {
  CLI::App* app = nullptr;
  std::vector<std::string> operands;
  std::map<std::string, std::vector<std::string>> values;  // by key; stable addresses
  std::vector<std::pair<std::string, CLI::Option*>> options;
  // App::count() looks options up in a noexcept function that takes memory; these do without.
  CLI::Option* help = nullptr;
  CLI::Option* version = nullptr;
};

void add_flags(const CommandText& command, ParsedApp& parsed) {
  CLI::App& app = *parsed.app;
  app.set_help_flag();
  app.allow_extras();
  if (!command.operand.empty()) {
    app.add_option(std::string(command.operand), parsed.operands,
                   "file of records; '-' or nothing: standard input")
        ->group("");
  }
  for (const Flag& flag : all_flags()) {
    if ((flag.commands & command.flags) == 0) continue;
    CLI::Option* option = nullptr;
    const std::string key = key_of(flag.names);
    if (flag.value.empty()) {
      option = app.add_flag(std::string(flag.names))->description(std::string(flag.help));
      option->disable_flag_override();
    } else {
      option = app.add_option(std::string(flag.names), parsed.values[key], std::string(flag.help));
      option->type_name(std::string(flag.value))->expected(1)->allow_extra_args(false);
    }
    // An empty group keeps the flag out of the help.
    option->group(std::string(flag.group))->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parsed.options.emplace_back(key, option);
  }
  parsed.help = app.add_flag("-h,--help");
  parsed.help->description("show this text")->group(std::string(kRunGroup));
}

// CLI11's help with our line on the usage.
class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string_view usage) : usage_(usage) { column_width(28); }
  std::string make_usage(const CLI::App*, std::string) const override {
    return fmt::format("Usage: dokumill {}\n", usage_);
  }

 private:
  std::string usage_;
};

Status usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

// The flag without its value: "--threads" of "--threads=4".
std::string flag_part(const std::string& word) {
  return word.substr(0, word.find('='));
}

Status unknown_word(const std::string& word, const CommandText& command) {
  std::vector<std::string> names{"--help", "--version"};
  if (word.starts_with('-') && word != "-") {
    for (const Flag& flag : all_flags()) {
      if ((flag.commands & command.flags) != 0) names.push_back(key_of(flag.names));
    }
    const auto near = nearest(flag_part(word), names);
    return usage(fmt::format("unknown flag {}{}", in_quotes(flag_part(word)),
                             near ? fmt::format("; did you mean {}?", *near) : ""));
  }
  if (command.command == Command::kRoot || command.command == Command::kGenerate) {
    names = command.command == Command::kRoot
                ? std::vector<std::string>{"solve",    "check", "rate", "canon", "dedupe", "split",
                                           "generate", "bench", "play", "help",  "version"}
                : std::vector<std::string>{"boards", "puzzles"};
    const auto near = nearest(word, names);
    const bool has_parent = command.command == Command::kGenerate;
    return usage(fmt::format("unknown command {}{}",
                             in_quotes(has_parent ? "generate " + word : word),
                             near ? fmt::format("; did you mean {}?", *near) : ""));
  }
  return usage(fmt::format("unexpected argument {}", in_quotes(word)));
}

// CLI11's words for a bad line, in ours: they begin with the name of the option, with its dashes or
// without.
Status translate(const CLI::ParseError& error, const std::map<Command, ParsedApp>& apps) {
  // A flag at the end of the line without its value.
  for (const auto& [command, parsed] : apps) {
    for (const auto& [key, option] : parsed.options) {
      const std::string what = error.what();
      const std::string name = key.substr(key.find_first_not_of('-'));
      if (what.starts_with(option->get_name() + ":") || what.starts_with(name + " ")) {
        const bool is_flag = option->get_items_expected_max() == 0;
        return usage(key + (is_flag ? " takes no value" : " needs a value"));
      }
    }
  }
  return usage(printable(error.what()));
}

// The words of "help COMMAND" as those of "COMMAND --help".
Result<std::vector<std::string>> words_of_help(std::vector<std::string> command_words) {
  const CommandText& text = text_of(command_of(command_words));
  std::size_t name_words = 0;
  for (std::string_view rest = text.name; !rest.empty(); ++name_words) {
    rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
  }
  if (command_words.size() > name_words) return unknown_word(command_words[name_words], text);
  command_words.emplace_back("--help");
  return command_words;
}

}  // namespace

Command command_of(const std::vector<std::string>& words) {
  Command command = Command::kRoot;
  std::string name;
  for (const std::string& word : words) {
    name += (name.empty() ? "" : " ") + word;
    const auto text = std::ranges::find(all_commands(), name, &CommandText::name);
    if (text == all_commands().end()) break;
    command = text->command;
  }
  return command;
}

std::string command_words(Command command) {
  return std::string(text_of(command).name);
}

std::string command_name(Command command) {
  const std::string_view name = text_of(command).name;
  return name.empty() ? "dokumill" : fmt::format("dokumill {}", name);
}

std::string short_help(Command command) {
  const CommandText& text = text_of(command);
  const std::string name = command_name(command);
  return fmt::format("{}\n\n{}Try '{} --help'.\n", text.about, text.examples, name);
}

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
  std::map<Command, ParsedApp> apps;
  root.require_subcommand(0, 1);
  for (const CommandText& text : all_commands()) {
    ParsedApp& parsed = apps[text.command];
    const std::string name(text.name.substr(text.name.rfind(' ') + 1));
    if (text.command == Command::kRoot) {
      parsed.app = &root;
    } else if (text.command == Command::kGenerateBoards ||
               text.command == Command::kGeneratePuzzles) {
      parsed.app = apps[Command::kGenerate].app->add_subcommand(name, "");
    } else {
      parsed.app = root.add_subcommand(name, "");
    }
    parsed.app->require_subcommand(0, 1)->group("");
    parsed.app->description(std::string(text.about))
        ->footer(std::string(text.examples) + std::string(kFooter));
    parsed.app->formatter(std::make_shared<HelpFormatter>(text.usage));
    add_flags(text, parsed);
    parsed.version = parsed.app->add_flag("-V,--version");
    parsed.version->description("show the version and the engines of this build")
        ->group(text.command == Command::kRoot ? std::string(kRunGroup) : "");
  }

  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    root.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return translate(error, apps);
  }

  Arguments arguments;
  for (const CommandText& text : all_commands()) {
    if (text.command != Command::kRoot && apps[text.command].app->parsed())
      arguments.command = text.command;
  }
  ParsedApp& parsed = apps[arguments.command];
  const CommandText& text = text_of(arguments.command);
  for (const auto& [command, other] : apps) {
    if (!other.app->parsed() && other.app != &root) continue;
    if (other.help->count() != 0) {
      arguments.help = parsed.app->help("", CLI::AppFormatMode::Normal);
      return arguments;
    }
    if (other.version->count() != 0) arguments.flags["--version"];
  }
  if (arguments.has("--version")) return arguments;
  for (const auto& [command, other] : apps) {
    for (const std::string& word : other.app->remaining()) {
      if (word == "--") continue;
      if (&other != &parsed || text.operand.empty() || word.starts_with('-')) {
        return unknown_word(word, text_of(command));
      }
    }
    // A flag of the outer command before the inner one's name.
    if (&other == &parsed) continue;
    for (const auto& [key, option] : other.options) {
      if (option->count() == 0) continue;
      const std::string_view what = has_flag(text, key) ? "must come after" : "cannot be used with";
      return usage(fmt::format("{} {} '{}'", key, what, text.name));
    }
  }
  for (const auto& [key, option] : parsed.options) {
    if (option->count() == 0) continue;
    const std::vector<std::string>& values = parsed.values[key];
    if (option->count() > 1)
      return usage(fmt::format("{} was given {} times", key, option->count()));
    arguments.flags[key] = values.empty() ? "" : values.front();
  }
  arguments.operands = std::move(parsed.operands);
  return arguments;
}

}  // namespace dokumill::cli
