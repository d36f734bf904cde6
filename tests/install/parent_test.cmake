# Uses the source as a folder of another project. ctest runs this script; see CMakeLists.txt.
# Variables: SOURCE, HERE, WORK and the variables of functions.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# The static library alone: it needs neither CLI11 nor Boost, and the parent's library can be
# exported. Only the configuration can fail here, so nothing is built.
configure(${HERE}/parent ${WORK}/static -DDOKUMILL=${SOURCE} -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)

# The shared library with the command.
configure(${HERE}/parent ${WORK}/shared -DDOKUMILL=${SOURCE} -DBUILD_SHARED_LIBS=ON -DDOKUMILL_SHARED=ON -DDOKUMILL_CLI=ON -DDOKUMILL_PAGE=OFF -DDOKUMILL_BOOK=OFF
  -DCMAKE_INSTALL_LIBDIR=lib/here)
run(${CMAKE_COMMAND} --build ${WORK}/shared)
run(${WORK}/shared/c_program)
run(${CMAKE_COMMAND} --install ${WORK}/shared --prefix ${WORK}/prefix)
file(RENAME ${WORK}/prefix ${WORK}/moved)
expect_files(${WORK}/moved/share/doc/dokumill/LICENSE)
expect_version(${WORK}/moved/bin/dokumill)
configure(${HERE}/user ${WORK}/user -DCMAKE_PREFIX_PATH=${WORK}/moved -DCMAKE_LIBRARY_PATH=${WORK}/moved/lib/here
  -Dparent_DIR=${WORK}/moved/lib/here/cmake/parent -Ddokumill_DIR=${WORK}/moved/lib/here/cmake/dokumill)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/user)
