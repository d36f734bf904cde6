// The library fmt. Its largest function is compiled once, in fmt.cpp, and not in every file that
// formats text. Files that include this header instead of <fmt/format.h> compile up to three seconds
// faster (GCC 12, -O3), and most of the time that they save is spent on that function.
#pragma once

#include <fmt/format.h>

// From version 10 on, the function has another signature.
#if defined FMT_HEADER_ONLY && FMT_VERSION >= 90000 && FMT_VERSION < 100000
extern template void fmt::detail::vformat_to<char>(fmt::detail::buffer<char>&, fmt::string_view,
                                                   fmt::basic_format_args<fmt::format_context>,
                                                   fmt::detail::locale_ref);
#endif
