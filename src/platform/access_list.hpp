// The mode that grants no more than a POSIX access control list, for where the list cannot be kept.
#pragma once

#include <string_view>

namespace dokumill {

// The extended attribute that holds the list.
inline constexpr const char* kAccessList = "system.posix_acl_access";

// Bits 0077 of a mode. `list` is the attribute's value. A file with a list shows the mask as its
// group bits; without the list these bits would become the rights of the owning group, and named
// users and groups would be ordinary members or others. So no class gets a right that the list
// refuses to any user who may fall into that class. An unreadable list grants nothing.
unsigned narrowest_bits(std::string_view list);

}  // namespace dokumill
