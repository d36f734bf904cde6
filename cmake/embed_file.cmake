# Writes OUTPUT, a C++ file with the bytes of INPUT as dokumill::web::files::NAME. To keep the page
# small, text is embedded without indentation, empty lines and comments (CSS also without spaces
# that have no meaning).
cmake_minimum_required(VERSION 3.25)
if(INPUT MATCHES "\\.(js|css|html|svg)$")
  file(READ "${INPUT}" text)
  string(REGEX REPLACE "\n +" "\n" text "${text}")
  if(INPUT MATCHES "js$")
    string(REGEX REPLACE "(^|\n|  )//[^\n]*" "\\1" text "${text}")
    string(REGEX REPLACE " +\n" "\n" text "${text}")
  elseif(INPUT MATCHES "css$")
    string(REGEX REPLACE "/\\*[^*]*\\*/" "" text "${text}")
    string(REGEX REPLACE "([:;,{]) +" "\\1" text "${text}")
    string(REGEX REPLACE " ?([{}])\n?" "\\1" text "${text}")
  endif()
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  set(INPUT "${OUTPUT}.text")
  file(WRITE "${INPUT}" "${text}")
endif()
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR bytes "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
# One line of C++ for 32 bytes. The extra byte at the end does not belong to the file, which may be
# empty.
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
