// The library fmt. Its largest function is compiled once, in fmt.cpp, and not in every file that
// formats text. A file that includes this header instead of <fmt/format.h> compiles up to three
// seconds faster (GCC 12, -O3). Most of the saved time is the compilation of that function.
#pragma once

#include <fmt/format.h>

// This declaration keeps a file from compiling the function itself. It has the signature that the
// function has in version 9. From version 10 on, the signature differs, so nothing is declared
// here, and every file compiles the function.
#if defined FMT_HEADER_ONLY && FMT_VERSION >= 90000 && FMT_VERSION < 100000
extern template void fmt::detail::vformat_to<char>(fmt::detail::buffer<char>&, fmt::string_view,
                                                   fmt::basic_format_args<fmt::format_context>,
                                                   fmt::detail::locale_ref);
#endif
