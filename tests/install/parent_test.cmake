# Uses the source as a folder of another project. ctest runs this script; see CMakeLists.txt.
# Variables: SOURCE, HERE, WORK and the variables of functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# The static library alone, file by file: it needs only a compiler, CMake and OpenMP, and the parent's
# library can be exported. The parent has no build type.
set(disabled "")
foreach(package Boost PkgConfig GTest benchmark nlohmann_json fmt MPI)
  list(APPEND disabled -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
set(flags ${FLAGS})
set(FLAGS "")
configure(${HERE}/parent ${WORK}/static -DDOKUMILL=${SOURCE} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ${disabled})
if(NOT output MATCHES "CMAKE_BUILD_TYPE is empty")
  message(FATAL_ERROR "a parent without a build type was not warned:\n${output}")
endif()
file(READ ${WORK}/static/compile_commands.json commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(optimized 0)
foreach(i RANGE ${last})
  string(JSON file GET "${commands}" ${i} file)
  string(JSON command GET "${commands}" ${i} command)
  if(file MATCHES "/parent\\.cpp$")
    continue()  # the parent's own file
  elseif(NOT command MATCHES " -O2 ")
    message(FATAL_ERROR "not optimized: ${command}")
  endif()
  math(EXPR optimized "${optimized} + 1")
endforeach()
if(optimized LESS 10)
  message(FATAL_ERROR "only ${optimized} files of dokumill")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/static --parallel 2)
set(FLAGS ${flags})

# The shared library with the command.
configure(${HERE}/parent ${WORK}/shared -DDOKUMILL=${SOURCE} -DBUILD_SHARED_LIBS=ON -DDOKUMILL_SHARED=ON -DDOKUMILL_CLI=ON -DDOKUMILL_PAGE=OFF -DDOKUMILL_BOOK=OFF
  -DCMAKE_INSTALL_LIBDIR=lib/here)
run(${CMAKE_COMMAND} --build ${WORK}/shared)
run(${WORK}/shared/c_program)
run(${CMAKE_COMMAND} --install ${WORK}/shared --prefix ${WORK}/prefix)
file(RENAME ${WORK}/prefix ${WORK}/moved)
expect_files(${WORK}/moved/share/doc/dokumill/LICENSE)
expect_version(${WORK}/moved/bin/dokumill)
configure(${HERE}/user ${WORK}/user -DCMAKE_PREFIX_PATH=${WORK}/moved -DCMAKE_LIBRARY_PATH=${WORK}/moved/lib/here
  -Dparent_DIR=${WORK}/moved/lib/here/cmake/parent -Ddokumill_DIR=${WORK}/moved/lib/here/cmake/dokumill)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/user)
