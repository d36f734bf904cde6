# CPack runs this script after it has installed all components into a temporary folder, and before
# it makes the packages. The script adds the files that Debian's policy asks for: copyright,
# changelogs and compressed manual pages. All these files depend on the source alone.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed ERROR_VARIABLE error)
  if(failed)
    message(FATAL_ERROR "${ARGN}: ${failed} ${error}")
  endif()
endfunction()

# Converts "2026-11-22" to "Sun, 22 Nov 2026 00:0M:00 +0000". The minute M keeps the entries of one
# day in order.
function(debian_date day minute out)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -d ${day} "+%a, %d %b %Y 00:0${minute}:00 +0000"
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Debian's changelog has one entry for each version of CHANGELOG.md. If CHANGELOG.md has no heading
# for the version of this build yet, its entry gets the newest date of CHANGELOG.md.
file(STRINGS ${CPACK_DOKUMILL_SOURCE}/CHANGELOG.md headings REGEX "^## [0-9.]+ - [0-9-]+$" ENCODING UTF-8)
if(NOT "${headings}" MATCHES "## ${CPACK_PACKAGE_VERSION} - ")
  list(PREPEND headings "## ${CPACK_PACKAGE_VERSION} - ${CPACK_DOKUMILL_DATE}")
endif()
set(changelog "")
list(LENGTH headings older)
foreach(heading IN LISTS headings)
  string(REGEX MATCH "^## ([0-9.]+) - ([0-9-]+)$" matched "${heading}")
  set(version ${CMAKE_MATCH_1})
  math(EXPR older "${older} - 1")
  math(EXPR minute "${older} % 10")
  debian_date(${CMAKE_MATCH_2} ${minute} date)
  string(APPEND changelog "dokumill (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * New version; changelog.gz describes what it changes.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n\n")
endforeach()
string(REGEX REPLACE "\n\n$" "\n" changelog "${changelog}")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  set(folder ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(REMOVE_RECURSE ${folder}/doc)  # the licence is in `copyright`
  file(MAKE_DIRECTORY ${folder}/doc/${name})
  file(COPY ${CPACK_DOKUMILL_SOURCE}/cmake/debian/copyright DESTINATION ${folder}/doc/${name}
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  configure_file(${CPACK_DOKUMILL_SOURCE}/CHANGELOG.md ${folder}/doc/${name}/changelog COPYONLY)
  file(WRITE ${folder}/doc/${name}/changelog.Debian "${changelog}")
  file(GLOB pages ${folder}/man/man*/*)
  foreach(page ${folder}/doc/${name}/changelog ${folder}/doc/${name}/changelog.Debian ${pages})
    file(CHMOD ${page} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    run(gzip -9 -n ${page})
  endforeach()
endforeach()
