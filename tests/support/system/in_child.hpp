// Runs code in a separate process, for tests of signals and exits.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <string>

namespace dokumill::testing {

struct Ending {
  int status = -1;
  int signal = 0;
  std::string words;  // standard error
};

// Runs `work` in a child process. The result of `work` is the exit status. SIGALRM ends a child
// that hangs.
template <class Work>
Ending in_child(const Work& work) {
  int words[2];
  if (::pipe2(words, O_CLOEXEC) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(words[1], 2);
    ::alarm(60);
    ::_exit(work());
  }
  ::close(words[1]);
  Ending ending;
  char buffer[256];
  for (ssize_t got; (got = ::read(words[0], buffer, sizeof buffer)) > 0;) {
    ending.words.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(words[0]);
  int state = 0;
  ::waitpid(child, &state, 0);
  if (WIFEXITED(state)) ending.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) ending.signal = WTERMSIG(state);
  return ending;
}

}  // namespace dokumill::testing
