# Installs the build and uses the C interface: with the CMake package and with pkg-config, from C
# and C++, with each compiler that is installed. ctest runs this script; see CMakeLists.txt.
# Variables: BUILD, WORK, HERE, EXAMPLES and the variables of functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} -E env DESTDIR=${WORK}/staged ${CMAKE_COMMAND} --install ${BUILD} --prefix /prefix)
file(RENAME ${WORK}/staged/prefix ${WORK}/moved)
file(GLOB_RECURSE package_file ${WORK}/moved/*/dokumill.pc)
cmake_path(GET package_file PARENT_PATH pc_folder)
cmake_path(GET pc_folder PARENT_PATH libraries)
expect_files(${libraries}/libdokumill.so ${libraries}/libdokumill.so.1 ${libraries}/libdokumill.a ${pc_folder}/dokumill-cpp.pc)
set(ENV{LD_LIBRARY_PATH} ${libraries})
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
set(program ${HERE}/../capi/c99_test.c)

find_program(pkg_config pkg-config REQUIRED)
function(flags_of package result)
  run(${pkg_config} --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  set(${result} ${flags} PARENT_SCOPE)
endfunction()
flags_of(dokumill c_flags)
flags_of(dokumill-cpp cpp_flags)

# What the example prints: puzzle 0 of seed 7, and its solution.
set(first_puzzle ..12...6..6.14....3...5...4.3...5.....9....8317...4...........859...36.2...62....)
set(solve_many "${first_puzzle}\n941237865765148329382956174234865791659712483178394256426571938597483612813629547\n1000 of 1000 have one solution\n")
set(tried 0)
foreach(name gcc clang)
  find_program(compiler_${name} ${name})
  if(NOT compiler_${name})
    continue()
  endif()
  math(EXPR tried "${tried} + 1")
  run(${CMAKE_COMMAND} -S ${HERE}/c_consumer -B ${WORK}/${name} -G ${GENERATOR} -DCMAKE_C_COMPILER=${compiler_${name}}
    -DCMAKE_PREFIX_PATH=${WORK}/moved -DSOURCE=${program})
  run(${CMAKE_COMMAND} --build ${WORK}/${name})
  run(${WORK}/${name}/c_consumer)
  run(${compiler_${name}} -std=c99 -pedantic -Werror ${program} -o ${WORK}/${name}/with_pkg_config ${c_flags})
  run(${WORK}/${name}/with_pkg_config)
  run(${compiler_${name}} -std=c99 -pedantic -Wall -Werror ${EXAMPLES}/solve_many.c -o ${WORK}/${name}/solve_many ${c_flags})
  expect_output("${solve_many}" ${WORK}/${name}/solve_many)
  # The same program as C++.
  run(${compiler_${name}} -x c++ -std=c++20 -Wall -Werror ${program} -x none -o ${WORK}/${name}/as_cpp ${c_flags})
  run(${WORK}/${name}/as_cpp)
endforeach()
if(tried EQUAL 0)
  message(FATAL_ERROR "there is no C compiler")
endif()
# The static library, with the compiler that built it.
run(${COMPILER} -std=c++20 ${EXAMPLES}/solve_file.cpp -o ${WORK}/static ${cpp_flags})
file(WRITE ${WORK}/puzzle.txt "${first_puzzle}\n")
expect_output("1 of 1 puzzles have one solution\n" ${WORK}/static ${WORK}/puzzle.txt ${WORK}/solved.txt)
