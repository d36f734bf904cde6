# Finds a python3 that has the given modules. The first python3 in PATH may differ from Debian's
# python3, so Debian's python3 is tried, too. If neither has the modules, the result is Debian's
# python3, and the tests that use it fail.
#   find_python(RESULT "numpy, pip")
function(find_python result modules)
  find_program(PYTHON3 python3)
  set(${result} /usr/bin/python3 PARENT_SCOPE)
  foreach(python ${PYTHON3} /usr/bin/python3)
    if(EXISTS ${python})
      execute_process(COMMAND ${python} -c "import ${modules}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(NOT failed)
        set(${result} ${python} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()
