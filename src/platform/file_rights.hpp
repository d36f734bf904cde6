// What protects a file: owner, group, mode, access control list and extended attributes.
//
// A new file that replaces another one grants no right that the old file did not grant. Where a
// part of the protection cannot be copied, the mode gets narrower:
// - Only a privileged process may give a file away. Without the old owner or group the set-id bits
//   go. Without the old group its members are "others" and the members of ours were, so both get
//   what group and others had in common. (GNU cp drops the set-id bits, vim gives the group what
//   others have.)
// - Without the access control list, group and others get what the list granted to every user who
//   may fall into that class (access_list.hpp).
// A list that the new file inherited from its folder is removed: the old file did not have it.
// Security labels and user attributes are copied. File capabilities and integrity hashes
// (security.capability, security.ima) are not: they belong to the old content.
#pragma once

#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace dokumill {

// Gives the new file `to`, open as `fd`, the protection of `from`, of which info_at() reported
// `old`. Adds what could not be kept to `warnings`. 0 or -errno; after an error the file must not
// be used. REQUIRES: nobody else may open the new file yet (mode 0600).
int copy_rights(Platform& platform, const std::string& from, const FileInfo& old,
                const std::string& to, int fd, std::vector<std::string>& warnings);

}  // namespace dokumill
