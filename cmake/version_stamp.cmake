# Writes generated/version_stamp.hpp with the commit of the checkout or of the source archive. It
# runs at every build, and changes the file only if the commit has changed.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  # A source archive has no repository. If it was unpacked inside a repository, the commits of this
  # repository are not the commit of the archive.
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --show-prefix
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND prefix STREQUAL "")
    # Tags are left out, so that a checkout and its archive have the same text.
    execute_process(COMMAND git -C "${SOURCE}" describe --always --exclude=* --dirty --abbrev=12
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT commit)
    # `git archive` replaces the line of commit.txt with the commit.
    file(STRINGS "${SOURCE}/cmake/commit.txt" commit REGEX "^[0-9a-f]+$")
    string(SUBSTRING "${commit}" 0 12 commit)
  endif()
  if(NOT commit)
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
