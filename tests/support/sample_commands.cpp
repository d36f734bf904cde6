#include "support/sample_commands.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace dokumill::testing {

std::string line_of_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(word);
  return line;
}

const std::vector<SampleCommand>& sample_commands() {
  using Output = SampleCommand::Output;
  static const std::vector<SampleCommand> kCommands{
      {.name = "solve"},
      {.name = "check"},
      {.name = "rate"},
      {.name = "canon"},
      {.name = "dedupe", .has_pieces = false},
      {.name = "split", .output = Output::kTwoFiles},
      {.name = "convert"},
      {.name = "augment", .flags = {"--times", "2"}},
      {.name = "vary", .flags = {"--repeats"}},
      {.name = "sample", .flags = {"-n", "2"}, .has_pieces = false},
      {.name = "shuffle", .has_pieces = false},
      {.name = "sort", .flags = {"--by", "clues"}, .has_pieces = false},
      {.name = "steps"},
      {.name = "unavoidable", .flags = {"--size", "6"}},
      {.name = "export",
       .flags = {"--layout", "hrm"},
       .has_pieces = false,
       .output = Output::kFolder},
      {.name = "book", .has_pieces = false},
      {.name = "generate boards", .flags = {"-n", "2"}, .reads_records = false},
      {.name = "generate puzzles", .flags = {"-n", "2"}, .reads_records = false}};
  return kCommands;
}

std::vector<std::string> SampleCommand::words() const {
  std::istringstream names(name);
  std::vector<std::string> words(std::istream_iterator<std::string>(names), {});
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

std::vector<std::string> SampleCommand::to(const std::string& output_name) const {
  std::vector<std::string> all = words();
  if (output == Output::kTwoFiles) {
    all.insert(all.end(), {"--train", output_name, "--test", "test"});
  } else {
    all.insert(all.end(), {"-o", output_name});
  }
  return all;
}

std::vector<SampleCommand> record_commands() {
  std::vector<SampleCommand> commands;
  std::ranges::copy_if(sample_commands(), std::back_inserter(commands), [](const auto& command) {
#ifndef DOKUMILL_HAS_BOOK
    if (command.name == "book") return false;
#endif
    return command.reads_records && command.output != SampleCommand::Output::kFolder;
  });
  return commands;
}

std::vector<SampleCommand> piece_commands() {
  std::vector<SampleCommand> commands = record_commands();
  std::erase_if(commands, [](const SampleCommand& command) { return !command.has_pieces; });
  return commands;
}

}  // namespace dokumill::testing
