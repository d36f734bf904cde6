# Shared functions of the scripts in this folder. Variables: COMPILER, LAUNCHER, GENERATOR, FLAGS.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  set(output "${out}" PARENT_SCOPE)
endfunction()

function(configure source build)
  run(${CMAKE_COMMAND} -S ${source} -B ${build} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_CXX_FLAGS=${FLAGS} ${ARGN})
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_files)
  foreach(file ${ARGN})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "${file} is missing")
    endif()
  endforeach()
endfunction()

# Runs a command and compares what it prints, on both streams, with `text`.
function(expect_output text)
  run(${ARGN})
  if(NOT output STREQUAL text)
    message(FATAL_ERROR "${ARGN}\nprinted:\n${output}\nexpected:\n${text}")
  endif()
endfunction()

function(expect_version command)
  run(${command} --version)
  if(NOT output MATCHES "^dokumill [0-9]+\\.[0-9]+\\.[0-9]+ ")
    message(FATAL_ERROR "${command} --version printed: ${output}")
  endif()
endfunction()
