# How the sources are compiled for the browser: the library without threads and files, and the engine
# (src/wasm). Included first if the compiler is emscripten.
foreach(part OPENMP COMPRESSION SHARED CLI MPI INSTALL TESTS BENCH)
  set(DOKUMILL_${part} OFF)
endforeach()

# The compiler does not search the folders of the machine, where the two libraries of headers are.
# DOKUMILL_FMT_HEADERS and DOKUMILL_JSON_HEADERS name the folders that contain fmt/ and nlohmann/.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
file(CREATE_LINK ${DOKUMILL_FMT_HEADERS}/fmt ${headers}/fmt SYMBOLIC)
file(CREATE_LINK ${DOKUMILL_JSON_HEADERS}/nlohmann ${headers}/nlohmann SYMBOLIC)
foreach(library fmt::fmt-header-only nlohmann_json::nlohmann_json)
  add_library(${library} INTERFACE IMPORTED)
  target_include_directories(${library} SYSTEM INTERFACE ${headers})
endforeach()
# Without this definition, fmt brings in the locales of the C++ library.
target_compile_definitions(fmt::fmt-header-only INTERFACE
  FMT_HEADER_ONLY=1 FMT_STATIC_THOUSANDS_SEPARATOR=1 FMT_USE_FLOAT=0 FMT_USE_LONG_DOUBLE=0 FMT_USE_INT128=0)

# An exception ends the worker, and the page reports it: the library throws only if memory runs out.
# Without exceptions, the engine is 6 % smaller.
add_compile_options(-msimd128 -include ${PROJECT_SOURCE_DIR}/src/wasm/old_libcxx.hpp)
