#include "cli/table/arguments.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/format.hpp"
#include "cli/table/command_table.hpp"
#include "cli/table/help.hpp"
#include "cli/table/words.hpp"

namespace dokumill::cli {
namespace {

// What the words give to one command. A line that begins with "generate boards" names three
// commands: the root, "generate" and "generate boards".
struct Named {
  const CommandRow* command;
  // The values of each flag that is given, by its key. A flag without a value has empty texts here,
  // one for each time it is given.
  std::map<std::string_view, std::vector<std::string>> values = {};
  std::vector<std::string> operands = {};
  std::vector<std::string> strays = {};  // what the command does not accept
};

// True for "-o...", also in "-ofile", and for "--output...". False for -5 and for "- 5 3", which
// can be the names of files, or puzzles.
bool is_flag(std::string_view word) {
  const std::size_t dashes = word.starts_with("--") ? 2 : 1;
  if (!word.starts_with('-') || word.size() == dashes) return false;
  const std::string_view others = dashes == 1 ? "- \n0123456789" : "- \n";
  return others.find(word[dashes]) == std::string_view::npos;
}

const FlagRow* flag_named(const CommandRow& command, std::string_view name) {
  std::vector<const FlagRow*> flags = flags_of(command);
  for (const FlagRow& flag : kHelpFlags) flags.push_back(&flag);
  for (const FlagRow* flag : flags) {
    for (const std::string_view each : names_of(*flag)) {
      if (each == name) return flag;
    }
  }
  return nullptr;
}

// Splits the words of a command line.
class Splitter {
 public:
  explicit Splitter(const std::vector<std::string>& words) : left_(words.rbegin(), words.rend()) {}

  // The commands that the line names, the root first. Failure: kUsage for a flag without its value,
  // or with a value that it does not take.
  Result<std::vector<Named>> split() {
    while (!left_.empty()) {
      const std::string word = take();
      Named& here = named_.back();
      const CommandRow* const below = below_named(*here.command, word);
      if (below != nullptr) {
        named_.push_back({below});
        has_ended_flags_ = false;
      } else if (has_ended_flags_ || (word != "--" && !is_flag(word))) {
        (here.command->operand.empty() ? here.strays : here.operands).push_back(word);
      } else if (word == "--") {
        has_ended_flags_ = true;
      } else if (Status status = split_flag(word, here); !status.ok()) {
        return status;
      }
    }
    return std::move(named_);
  }

 private:
  std::string take() {
    std::string word = std::move(left_.back());
    left_.pop_back();
    return word;
  }

  static const CommandRow* below_named(const CommandRow& command, std::string_view word) {
    // A command with operands has no commands below it. There may be thousands of operands.
    if (!command.operand.empty()) return nullptr;
    for (const Subcommand& sub : subcommands(command)) {
      if (sub.word == word) return sub.row;
    }
    return nullptr;
  }

  // Splits "--threads=4", "--threads 4", "-j4", "-j 4", "--quiet", "-q", or "-qj4", which is short
  // for "-q -j4".
  Status split_flag(const std::string& word, Named& here) {
    const bool is_long = word.starts_with("--");
    const std::size_t name_end = is_long ? std::min(word.find('='), word.size()) : 2;
    const FlagRow* const flag = flag_named(*here.command, word.substr(0, name_end));
    if (flag == nullptr) {
      here.strays.push_back(word);
      return {};
    }
    std::vector<std::string>& values = here.values[flag->key()];
    const bool has_rest = name_end < word.size();
    if (flag->value.empty()) {
      if (has_rest && is_long) return usage_error(format_text("{} takes no value", flag->key()));
      if (has_rest) left_.push_back("-" + word.substr(name_end));
      values.emplace_back();
      return {};
    }
    // After "--report=$NAME" with an empty NAME, the next word is no name of a report.
    const std::size_t value_begin = name_end + (is_long && has_rest ? 1 : 0);
    const bool has_value = has_rest ? value_begin < word.size() : !left_.empty();
    if (!has_value) return usage_error(format_text("{} needs a value", flag->key()));
    values.push_back(has_rest ? word.substr(value_begin) : take());
    return {};
  }

  std::vector<std::string> left_;  // the words that are not yet split, the next one at the end
  std::vector<Named> named_{{&root_command()}};
  bool has_ended_flags_ = false;  // by "--"
};

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

// `command_words`: the words after "help", which name a command. Returns the words of "COMMAND
// --help".
Result<std::vector<std::string>> words_of_help(std::vector<std::string> command_words) {
  const CommandRow& row = command_of(command_words);
  const auto blanks = static_cast<std::size_t>(std::ranges::count(row.name, ' '));
  const std::size_t name_words = row.is_root() ? 0 : blanks + 1;
  if (command_words.size() > name_words) return unknown_word(command_words[name_words], row);
  command_words.emplace_back("--help");
  return command_words;
}

// Rejects a word that is no flag, value or operand. Also rejects a flag before the name of the
// command, as in "--quiet solve".
Status find_stray_word(const std::vector<Named>& named) {
  const CommandRow& wanted = *named.back().command;
  for (const Named& each : named) {
    if (!each.strays.empty()) return unknown_word(each.strays.front(), *each.command);
    if (each.command == &wanted) break;
    for (const FlagRow* flag : flags_of(*each.command)) {
      if (!each.values.contains(flag->key())) continue;
      const std::string_view what =
          find_flag(wanted, flag->key()) != nullptr ? "must come after" : "cannot be used with";
      return usage_error(format_text("{} {} '{}'", flag->key(), what, wanted.name));
    }
  }
  return {};
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

Result<Arguments> parse_arguments(const std::vector<std::string>& typed_words) {
  std::vector<std::string> words = typed_words;
  if (!words.empty() && words.front() == "version") words.front() = "--version";
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    Result<std::vector<std::string>> help = words_of_help(std::move(words));
    if (!help.ok()) return help.status();
    words = *std::move(help);
  }
  Result<std::vector<Named>> named = Splitter(words).split();
  if (!named.ok()) return named.status();
  const auto is_given = [&named](std::string_view key) {
    return std::ranges::any_of(*named,
                               [key](const Named& each) { return each.values.contains(key); });
  };
  Named& last = named->back();
  Arguments arguments;
  arguments.command = last.command;
  if (is_given("--help")) {
    arguments.help = full_help(*last.command);
  } else if (is_given("-h")) {
    arguments.help = short_help(*last.command);
  }
  if (is_given("--version")) arguments.flags["--version"];
  if (!arguments.help.empty() || arguments.has("--version")) return arguments;
  if (Status status = find_stray_word(*named); !status.ok()) return status;
  for (const FlagRow* flag : flags_of(*last.command)) {
    const auto found = last.values.find(flag->key());
    if (found == last.values.end()) continue;
    if (const std::size_t times = found->second.size(); times > 1)
      return usage_error(format_text("{} was given {} times", flag->key(), times));
    arguments.flags.emplace(flag->key(), std::move(found->second.front()));
  }
  arguments.operands = std::move(last.operands);
  return arguments;
}

}  // namespace dokumill::cli
