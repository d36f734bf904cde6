# The command with its link, the headers, and the library with its CMake package.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/dokumill)
install(TARGETS dokumill EXPORT dokumillTargets)
install(TARGETS dokumill_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_BINARY_DIR}/sudoku DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dokumill DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT dokumillTargets NAMESPACE dokumill:: DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dokumillConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dokumillConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dokumillConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dokumillConfig.cmake ${PROJECT_BINARY_DIR}/dokumillConfigVersion.cmake
  DESTINATION ${package_folder})
