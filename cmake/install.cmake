# Installs the command and its link (if they are built), the headers, the licence, and the library
# with its CMake package.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/dokumill)
install(TARGETS dokumill EXPORT dokumillTargets)
if(TARGET dokumill_cli)
  install(TARGETS dokumill_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/sudoku DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# CMAKE_INSTALL_DOCDIR would contain the name of the project that adds this one.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/dokumill)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dokumill DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT dokumillTargets NAMESPACE dokumill:: DESTINATION ${package_folder})
# A program that links the static library must also link the OpenMP runtime
get_target_property(library_type dokumill TYPE)
set(needs_openmp FALSE)
if(DOKUMILL_OPENMP AND library_type STREQUAL STATIC_LIBRARY)
  set(needs_openmp TRUE)
endif()
# and the libraries that compress.
set(needs_codecs FALSE)
if(DOKUMILL_COMPRESSION AND library_type STREQUAL STATIC_LIBRARY)
  set(needs_codecs TRUE)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dokumillConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dokumillConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0, each minor version may change the API.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dokumillConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/dokumillConfig.cmake ${PROJECT_BINARY_DIR}/dokumillConfigVersion.cmake
  DESTINATION ${package_folder})
