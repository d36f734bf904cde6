// Manual pages and completions for shells, written from the tables of commands and flags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/table/arguments.hpp"
#include "cli/table/command_table.hpp"

namespace dokumill::cli {

// The name of the manual page of a command: "dokumill-generate-boards".
std::string page_name(const CommandRow& command);
// The manual page in the language of man(7), for groff and mandoc. `date` is YYYY-MM-DD.
std::string man_page(const CommandRow& command, std::string_view date);

// A script for bash 4.2 or later. It does not need the package bash-completion.
std::string bash_completion();
// A function for the completion system of zsh.
std::string zsh_completion();
// A script for fish 3.
std::string fish_completion();

// What the writers of manual pages and completions share.

// The beginning of a help text that fits on a line of a menu: up to the first "; " or " (".
std::string_view brief(std::string_view help);
// The word in quotes for bash and zsh: 'it'\''s'.
std::string shell_quoted(std::string_view word);
// The pattern of `case` in bash and zsh for one of these words, and for the name of any command.
std::string shell_pattern(const std::vector<std::string>& words);
std::string command_pattern();
// The comment at the beginning of each written file. `mark` is what begins a comment in this file.
std::string origin(std::string_view mark);

}  // namespace dokumill::cli
