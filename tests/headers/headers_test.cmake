# ctest runs this script; see CMakeLists.txt. Variables: COMPILER, INCLUDE, HEADERS, WORK.
set(flags -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Wextra-semi -Werror)
set(failures "")
foreach(header ${HEADERS})
  cmake_path(GET header FILENAME name)
  # Included twice: the second inclusion must add nothing.
  file(WRITE ${WORK}/${name}.cpp "#include \"dokumill/${name}\"\n#include \"dokumill/${name}\"\n")
  execute_process(COMMAND ${COMPILER} ${flags} -I${INCLUDE} ${WORK}/${name}.cpp RESULT_VARIABLE failed ERROR_VARIABLE messages)
  if(failed)
    string(APPEND failures "${messages}\n")
  endif()
endforeach()
if(failures)
  message(FATAL_ERROR "${failures}")
endif()
