# Sets DOKUMILL_SOURCE_DATE to the date of the newest version in CHANGELOG.md. Manual pages and
# packages have this date and not the time of the build, so that every build of a source gives the
# same bytes.
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md versions REGEX "^## [0-9.]+ - [0-9-]+$" ENCODING UTF-8)
list(GET versions 0 newest)
string(REGEX REPLACE "^.* - " "" DOKUMILL_SOURCE_DATE "${newest}")
if(NOT DOKUMILL_SOURCE_DATE MATCHES "^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$")
  message(FATAL_ERROR "CHANGELOG.md: expected a heading like '## 0.1.0 - 2026-11-22'")
endif()
