# Writes OUTPUT, a C++ file that defines dokumill::web::page() with the bytes of INPUT.
cmake_minimum_required(VERSION 3.25)
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR bytes "${digits} / 2")
# One line of C++ has 32 bytes.
string(REGEX REPLACE "................................................................" "\\0\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
file(WRITE "${OUTPUT}" "#include \"apps/web/server/page.hpp\"
namespace dokumill::web {
namespace {
constexpr unsigned char kPage[] = {
${hex}};
}  // namespace
std::string_view page() { return {reinterpret_cast<const char*>(kPage), ${bytes}}; }
}  // namespace dokumill::web
")
