# Uses the source as a folder of another project. Run by ctest; see CMakeLists.txt. Needs SOURCE, HERE, WORK and what functions.cmake needs.
include(${CMAKE_CURRENT_LIST_DIR}/functions.cmake)

file(REMOVE_RECURSE ${WORK})
# The library alone, static: no CLI11, no Boost, and the parent's library can be exported. Configuring is all that can fail here.
configure(${HERE}/parent ${WORK}/static -DDOKUMILL=${SOURCE} -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)

# The shared library with the command.
configure(${HERE}/parent ${WORK}/shared -DDOKUMILL=${SOURCE} -DBUILD_SHARED_LIBS=ON -DDOKUMILL_CLI=ON -DDOKUMILL_WEB=OFF
  -DCMAKE_INSTALL_LIBDIR=lib/here)
run(${CMAKE_COMMAND} --build ${WORK}/shared)
run(${CMAKE_COMMAND} --install ${WORK}/shared --prefix ${WORK}/prefix)
file(RENAME ${WORK}/prefix ${WORK}/moved)
expect_files(${WORK}/moved/share/doc/dokumill/LICENSE)
expect_version(${WORK}/moved/bin/dokumill)
configure(${HERE}/user ${WORK}/user -DCMAKE_PREFIX_PATH=${WORK}/moved -DCMAKE_LIBRARY_PATH=${WORK}/moved/lib/here
  -Dparent_DIR=${WORK}/moved/lib/here/cmake/parent -Ddokumill_DIR=${WORK}/moved/lib/here/cmake/dokumill)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/user)
