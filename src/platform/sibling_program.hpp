// Starts another program of this project in place of this one.
#pragma once

namespace dokumill {

// Replaces this process by the program `name`, with these arguments. Returns if there is no such
// program: it is searched in the folder of this program, and in ../libexec/dokumill. The new
// program inherits the open descriptors and which signals are ignored or blocked, so call this
// function before you change them.
void become_sibling_program(const char* name, char** arguments);

}  // namespace dokumill
