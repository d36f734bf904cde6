# Builds the library and the command as by hand, file by file, and runs the command. ctest runs this
# script; see CMakeLists.txt. Variables: SOURCE, WORK, COMPRESSION and the variables of
# functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# Compiling without optimization takes a third of the time.
configure(${SOURCE} ${WORK} -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_UNITY_BUILD=OFF -DDOKUMILL_COMPRESSION=${COMPRESSION}
  -DDOKUMILL_WERROR=ON -DDOKUMILL_TESTS=OFF -DDOKUMILL_BENCH=OFF)
run(${CMAKE_COMMAND} --build ${WORK} --parallel 2)
expect_version(${WORK}/dokumill)
run(${WORK}/dokumill generate puzzles -n 10)
