// Starts another program of this project in place of this one.
#pragma once

namespace dokumill {

// Replaces this process by the program `name`, with these arguments. The function searches the
// folder of the running program, and then ../libexec/dokumill relative to that folder. It returns
// only if no such program could be started. The new program inherits the open descriptors, and the
// signals that are ignored or blocked. So call this function before you change descriptors or
// signals.
void become_sibling_program(const char* name, char** arguments);

}  // namespace dokumill
