// Copies the protection of a file to the file that replaces it: owner, group, mode, access control
// list and extended attributes.
//
// The new file grants no right that the old file did not grant. If a part of the protection cannot
// be copied, the mode becomes narrower:
// - Only a privileged process may give a file to another owner. If the old owner or group cannot be
//   kept, the set-id bits are dropped. If the old group cannot be kept, its members become "others"
//   for the new file, and the members of the new group were "others" for the old file. So the new
//   file gives its group and others only the rights that both group and others had for the old
//   file. (For comparison: GNU cp drops the set-id bits. vim gives the group the rights of others.)
// - If the access control list cannot be kept, users that it names become members of the group or
//   "others". So each of these two classes gets only the rights that the list granted to every user
//   who may then belong to the class (access_list.hpp).
// - If the file system cannot set a mode, the new file keeps the mode of its creation. A warning
//   names this mode if it differs. If it grants more than the old file did, the copy fails.
//
// A list that the new file inherited from its folder is removed or replaced, because the old file
// did not have it. Security labels and user attributes are copied. File capabilities and integrity
// hashes (security.capability, security.ima) are not copied, because they belong to the old
// content.
#pragma once

#include <string>
#include <vector>

#include "base/platform/platform.hpp"

namespace dokumill {

// Copies the protection of the file `from` to the new file `to`, which is open as `fd`. `old` is
// what info_at() reported for `from`. Adds a text to `warnings` for each part that could not be
// kept. Returns 0 or -errno; after an error, do not use the new file. REQUIRES: no other user can
// open the new file yet (mode 0600).
int copy_rights(Platform& platform, const std::string& from, const FileInfo& old,
                const std::string& to, int fd, std::vector<std::string>& warnings);

}  // namespace dokumill
