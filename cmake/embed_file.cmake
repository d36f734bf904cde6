# Writes OUTPUT, a C++ file with the bytes of INPUT as dokumill::web::files::NAME.
cmake_minimum_required(VERSION 3.25)
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR bytes "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
# Write one line of C++ for 32 bytes. The 0 at the end of the array does not belong to the file: the
# file may be empty, but a C++ array may not.
string(REGEX REPLACE "(................................................................................................................................................................)" "\\1\n" hex "${hex}")
file(WRITE "${OUTPUT}" "#include <cstddef>
namespace dokumill::web::files {
extern const unsigned char ${NAME}[];
extern const std::size_t ${NAME}_bytes;
const unsigned char ${NAME}[] = {${hex}
0};
const std::size_t ${NAME}_bytes = ${bytes};
}  // namespace dokumill::web::files
")
