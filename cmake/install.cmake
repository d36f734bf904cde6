# Installs the command (if it is built), the headers, the licence, the libraries with their CMake
# package and pkg-config files, and the Python package on request. The components:
#   command      the command, its manual pages and completions
#   library      libdokumill.so.1
#   development  what is needed to compile programs with the library
#   python       the Python package, in DOKUMILL_PYTHON_DIR
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/dokumill)
install(TARGETS dokumill EXPORT dokumillTargets
  ARCHIVE COMPONENT development
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
if(TARGET dokumill_shared)
  # A separate export set: programs in C need neither C++ nor the dependencies of the static
  # library.
  install(TARGETS dokumill_shared EXPORT dokumillSharedTargets
    LIBRARY COMPONENT library NAMELINK_COMPONENT development)
  install(EXPORT dokumillSharedTargets NAMESPACE dokumill:: DESTINATION ${package_folder} COMPONENT development)
endif()
if(TARGET dokumill_cli)
  include(cmake/install_command.cmake)
endif()
# CMAKE_INSTALL_DOCDIR would contain the name of an outer project that includes this one.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/dokumill)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dokumill DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT dokumillTargets NAMESPACE dokumill:: DESTINATION ${package_folder} COMPONENT development)
# A program that links the static library must also link the OpenMP runtime.
get_target_property(library_type dokumill TYPE)
set(needs_openmp FALSE)
if(DOKUMILL_OPENMP AND library_type STREQUAL STATIC_LIBRARY)
  set(needs_openmp TRUE)
endif()
# It must also link the libraries that compress.
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
  DESTINATION ${package_folder} COMPONENT development)

# dokumill.pc is for the C interface of the shared library, dokumill-cpp.pc for the static library.
# The paths are relative, so that the installed folders can be moved.
cmake_path(SET pkgconfig_folder NORMALIZE ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${pkgconfig_folder} OUTPUT_VARIABLE pc_prefix)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${pkgconfig_folder} OUTPUT_VARIABLE pc_include)
set(pc_openmp "")
if(needs_openmp)
  foreach(name ${OpenMP_CXX_LIB_NAMES})
    string(APPEND pc_openmp " -l${name}")
  endforeach()
endif()
set(pc_requires "")
if(needs_codecs)
  set(pc_requires "libisal libdeflate libzstd")
endif()
set(pc_names "")
if(TARGET dokumill_shared)
  list(APPEND pc_names dokumill)
endif()
if(library_type STREQUAL STATIC_LIBRARY)
  list(APPEND pc_names dokumill-cpp)
endif()
foreach(name ${pc_names})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

set(DOKUMILL_PYTHON_DIR "" CACHE STRING "Where to install the Python package, for example lib/python3/dist-packages; empty: nowhere")
if(DOKUMILL_PYTHON_DIR)
  # The package loads libdokumill.so.1 of the system.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/bindings/python/dokumill DESTINATION ${DOKUMILL_PYTHON_DIR} COMPONENT python
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
endif()
