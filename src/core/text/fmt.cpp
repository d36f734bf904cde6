#include "core/text/fmt.hpp"

#if defined FMT_HEADER_ONLY && FMT_VERSION >= 90000 && FMT_VERSION < 100000
template void fmt::detail::vformat_to<char>(fmt::detail::buffer<char>&, fmt::string_view,
                                            fmt::basic_format_args<fmt::format_context>,
                                            fmt::detail::locale_ref);
#endif
