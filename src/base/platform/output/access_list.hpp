// Computes mode bits that grant no more than a POSIX access control list, for files that cannot
// keep the list.
#pragma once

#include <string_view>

namespace dokumill {

// The extended attribute that holds the access control list of a file.
inline constexpr const char* kAccessList = "system.posix_acl_access";

// Returns the bits 0077 (group and others) of a mode that grants nothing that the list refuses.
// `list` is the value of the attribute. Returns 0 if the list cannot be parsed. A file with a list
// shows the list's mask as its group bits. Without the list, these bits would become the rights of
// the owning group. The users and groups that the list names would then count as members of the
// owning group or as others. So each of these two classes gets only the rights that the list grants
// to every user who may then belong to the class.
unsigned narrowest_bits(std::string_view list);

}  // namespace dokumill
