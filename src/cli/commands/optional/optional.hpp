// The commands that not every program can run. The program has one of two files for each of them:
// the command itself, or a message that says what is missing.
#pragma once

#include "cli/job/session.hpp"

namespace dokumill::cli {

int run_book(Session& session);
int run_play(Session& session);

}  // namespace dokumill::cli
