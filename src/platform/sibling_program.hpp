// Starts another program of this project in place of this one.
#pragma once

namespace dokumill {

// Replaces this process by the program `name`, with these arguments. Returns if there is no such
// program: it is searched in the folder of this program, and in ../libexec/dokumill. The open
// descriptors and the way of the signals are kept, so call it before they are changed.
void become_sibling_program(const char* name, char** arguments);

}  // namespace dokumill
