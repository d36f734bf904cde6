# Makes the page and sets `page` to its file, or leaves `page` empty if a program is missing.
set(page "")
find_program(DOKUMILL_EMCMAKE emcmake)
find_program(DOKUMILL_ESBUILD esbuild)
find_program(DOKUMILL_NODE NAMES node nodejs)
if(NOT DOKUMILL_EMCMAKE OR NOT DOKUMILL_ESBUILD OR NOT DOKUMILL_NODE)
  message(STATUS "dokumill: emscripten, esbuild or node was not found (Debian: emscripten esbuild nodejs): no `dokumill play` in this build")
  return()
endif()

# The engine is the same library, compiled by emscripten in a build folder of its own.
set(engine ${CMAKE_CURRENT_BINARY_DIR}/engine)
if(NOT EXISTS ${engine}/CMakeCache.txt)
  # Flags of the environment are for the compiler of this machine.
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=CXXFLAGS --unset=LDFLAGS --unset=CXX ${DOKUMILL_EMCMAKE} ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${engine} -G ${CMAKE_GENERATOR}
    -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
# Debian has a module of emscripten's linker in this folder.
add_custom_target(dokumill_engine
  COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ${CMAKE_COMMAND} --build ${engine} --target dokumill_engine
  BYPRODUCTS ${engine}/engine.js ${engine}/engine.wasm COMMENT "Building the engine of the page" VERBATIM)

set(made ${PROJECT_BINARY_DIR}/page)
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/page/*)
add_custom_command(OUTPUT ${made}/dokumill.html
  COMMAND ${DOKUMILL_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/bundle.mjs ${CMAKE_CURRENT_SOURCE_DIR}/page ${engine} ${made} ${DOKUMILL_PAGE_ADDRESS}
  DEPENDS bundle.mjs ${page_files} ${engine}/engine.js ${engine}/engine.wasm
  COMMENT "Making the page one file" VERBATIM)
add_custom_target(dokumill_page DEPENDS ${made}/dokumill.html)
set(page ${made}/dokumill.html)

# The npm package, a folder that `npm pack` packs (src/apps/npm). Its engine has the same object files
# and the command. Not a part of `all`: it takes a minute more.
set(npm ${CMAKE_CURRENT_SOURCE_DIR}/../npm)
add_custom_target(dokumill_npm
  COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ${CMAKE_COMMAND} --build ${engine} --target dokumill_npm
  COMMAND ${DOKUMILL_NODE} ${npm}/make_package.mjs ${npm}/package ${engine}/npm ${PROJECT_VERSION} ${PROJECT_BINARY_DIR}/npm
  COMMENT "Making the npm package" VERBATIM)
add_dependencies(dokumill_npm dokumill_engine)
