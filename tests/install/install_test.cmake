# Installs the build and uses the package. ctest runs this script; see CMakeLists.txt. Variables:
# BUILD, WORK, CONSUMER, HAS_COMMAND and the variables of functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# Installs into a folder that is not the prefix, as package builds do. The prefix can be moved
# afterwards.
run(${CMAKE_COMMAND} -E env DESTDIR=${WORK}/staged ${CMAKE_COMMAND} --install ${BUILD} --prefix /prefix)
file(RENAME ${WORK}/staged/prefix ${WORK}/moved)
expect_files(${WORK}/moved/share/doc/dokumill/LICENSE)
configure(${CONSUMER} ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/moved)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
if(NOT output MATCHES "^981752643752643819463198275514867932629431758837529164348976521296315487175284396\n$")
  message(FATAL_ERROR "the program printed: ${output}")
endif()
if(HAS_COMMAND)
  expect_version(${WORK}/moved/bin/dokumill)
  # bin/sudoku, the name of the original program, is not installed, because other packages have a
  # `sudoku`.
  if(EXISTS ${WORK}/moved/bin/sudoku)
    message(FATAL_ERROR "bin/sudoku is installed")
  endif()
  expect_files(${WORK}/moved/share/man/man1/dokumill.1 ${WORK}/moved/share/man/man1/dokumill-solve.1
    ${WORK}/moved/share/bash-completion/completions/dokumill ${WORK}/moved/share/zsh/site-functions/_dokumill
    ${WORK}/moved/share/fish/vendor_completions.d/dokumill.fish)
endif()
