# Packages for Debian by CPack: one for each component that this build installs.
# scripts/package.sh configures the build with the right folders and flags, and runs CPack.
#
#   component    package          content
#   command      dokumill         the program, its manual pages and completions
#   book         dokumill-book    the program that makes books, with Cairo
#   library      libdokumill1     the shared library with the C interface
#   development  libdokumill-dev  headers, the static library, files for CMake and pkg-config
#   python       python3-dokumill the Python package
#
# The command contains the library: it is one file that starts fast, and it does not depend on the
# version of libdokumill1.
set(DOKUMILL_MAINTAINER "dokumill maintainers <maintainers@dokumill.example>" CACHE STRING
  "Name and address of who builds the packages")
set(packages_command dokumill)
set(packages_book dokumill-book)
set(packages_library libdokumill1)
set(packages_development libdokumill-dev)
set(packages_python python3-dokumill)

# get_cmake_property() knows the components of all folders that were added before.
get_cmake_property(installed COMPONENTS)
set(CPACK_COMPONENTS_ALL "")
foreach(component command book library development python)
  if(component IN_LIST installed)
    list(APPEND CPACK_COMPONENTS_ALL ${component})
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${packages_${component}})
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dokumill)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Each package has its own summary. CPack would print this one above it.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGE_CONTACT ${DOKUMILL_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Adds a shlibs file to libdokumill1, so that dpkg-shlibdeps finds the package of libdokumill.so.1.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(about "dokumill solves, generates, checks and rates Sudoku puzzles by the million.
Every answer is exact, in the order of the input, and the same on every
machine and with any number of threads.")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "batch processor for Sudoku
${about}
.
It reads and writes lines, grids and csv files, finds equivalent puzzles,
splits data sets without leaks, and has a game for the browser.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION math)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS xdg-utils)

set(CPACK_COMPONENT_BOOK_DESCRIPTION "batch processor for Sudoku - printed books
${about}
.
This package contains what `dokumill book` needs to make books of puzzles
to print, as PDF or SVG. Without it, servers need no graphics libraries.")
set(CPACK_DEBIAN_BOOK_PACKAGE_SECTION math)
set(CPACK_DEBIAN_BOOK_PACKAGE_RECOMMENDS fonts-dejavu-core)

set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "batch processor for Sudoku - shared library
${about}
.
This package contains the shared library with the C interface.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "batch processor for Sudoku - development files
${about}
.
This package contains the headers for C and C++, the static library, and
the files for CMake and pkg-config.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libisal-dev, libdeflate-dev, libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkg-config")

set(CPACK_COMPONENT_PYTHON_DESCRIPTION "batch processor for Sudoku - Python package
${about}
.
This package contains the Python package dokumill, for arrays of NumPy.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3:any")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS dokumill)  # for python3 -m dokumill
# These scripts compile the modules when the package is installed, and remove the compiled files
# later.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${CMAKE_CURRENT_LIST_DIR}/debian/python/postinst;${CMAKE_CURRENT_LIST_DIR}/debian/python/prerm")

if("book" IN_LIST CPACK_COMPONENTS_ALL)
  # The command starts dokumill-book of its own version. It also runs without this package.
  set(CPACK_DEBIAN_BOOK_PACKAGE_DEPENDS "dokumill (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS dokumill-book)
endif()
if("library" IN_LIST CPACK_COMPONENTS_ALL)
  # Both packages need exactly this version of the library.
  set(exact_library "libdokumill1 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", ${exact_library}")
  string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", ${exact_library}")
endif()

# finish.cmake adds to each package what Debian asks for, and trigger.cmake replaces the calls of
# ldconfig.
set(CPACK_DOKUMILL_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_DOKUMILL_DATE ${DOKUMILL_SOURCE_DATE})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian/finish.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian/trigger.cmake)
if(CPACK_COMPONENTS_ALL)
  include(CPack)
endif()
