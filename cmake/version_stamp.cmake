# Writes generated/version_stamp.hpp with the commit of the checkout. It runs at every build and
# changes the file only if the commit has changed.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR NOT commit)
    set(commit "unknown")
  endif()
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define DOKUMILL_COMMIT \"@commit@\"\n" @ONLY)
  return()
endif()

add_custom_target(dokumill_version_stamp
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${PROJECT_BINARY_DIR}/generated/version_stamp.hpp
          -P ${CMAKE_CURRENT_LIST_FILE}
  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/version_stamp.hpp
  COMMENT "Reading the commit" VERBATIM)
