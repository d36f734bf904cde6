# How the sources are compiled for the browser: the library without threads and files, and the engine
# (src/apps/web/wasm). Included first if the compiler is emscripten.
foreach(part OPENMP COMPRESSION SHARED CLI MPI INSTALL TESTS BENCH)
  set(DOKUMILL_${part} OFF)
endforeach()

# An exception ends the worker, and the page reports it: the library throws only if memory runs out.
# Without exceptions, the engine is 6 % smaller. Only an assertion needs the types of objects.
add_compile_options(-msimd128 $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti> -include ${PROJECT_SOURCE_DIR}/src/apps/web/wasm/old_libcxx.hpp)
