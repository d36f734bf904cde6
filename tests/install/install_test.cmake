# Installs the build and uses the package. ctest runs this script; see CMakeLists.txt. Variables:
# BUILD, WORK, HERE, EXAMPLES, HAS_COMMAND and the variables of functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# Installs into a folder that is not the prefix, as package builds do. The prefix can be moved
# afterwards.
run(${CMAKE_COMMAND} -E env DESTDIR=${WORK}/staged ${CMAKE_COMMAND} --install ${BUILD} --prefix /prefix)
file(RENAME ${WORK}/staged/prefix ${WORK}/moved)
expect_files(${WORK}/moved/share/doc/dokumill/LICENSE)
set(include ${HERE}/../../include)
file(GLOB headers RELATIVE ${include} ${include}/dokumill/*.h*)
list(TRANSFORM headers PREPEND ${WORK}/moved/include/)
expect_files(${headers})
configure(${HERE}/consumer ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/moved -DEXAMPLES=${EXAMPLES})
# A program in C cannot use a shared library with sanitizers.
set(targets solve_file grade)
if(NOT FLAGS)
  list(APPEND targets all)
endif()
run(${CMAKE_COMMAND} --build ${WORK}/build --target ${targets})

# Puzzles whose answers are known: a very hard one, an easy one and its transposition, and a record
# that is no puzzle.
set(hard 98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6)
set(easy 530070000600195000098000060800060003400803001700020006060000280000419005000080079)
set(transposed 560847000309000600008000000010080040790602018050030090000000200006000807000316059)
set(programs ${WORK}/build/examples)
file(WRITE ${WORK}/puzzles.txt "${hard}\n${easy}\n53..7....\n${transposed}\n")
expect_output("line 3: found 9 cells, expected 81 (a row in the grid format?)\n3 of 4 puzzles have one solution\n"
  ${programs}/solve_file ${WORK}/puzzles.txt ${WORK}/solved.txt)
file(STRINGS ${WORK}/solved.txt solved)
list(GET solved 0 1 first_two)
if(NOT first_two STREQUAL "981752643752643819463198275514867932629431758837529164348976521296315487175284396;534678912672195348198342567859761423426853791713924856961537284287419635345286179")
  message(FATAL_ERROR "solve_file wrote: ${solved}")
endif()
expect_output("53..7....: found 9 bytes, expected 81 cells\n${transposed}: equivalent to ${easy}
${easy} 1.2 easy, hidden single in a box\n${transposed} 1.2 easy, hidden single in a box\n${hard} 11.1 extreme, nested forcing chains\n"
  sh -c "exec ${programs}/grade <${WORK}/puzzles.txt")
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
