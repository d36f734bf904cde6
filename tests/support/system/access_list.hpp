// Reads and writes the POSIX access control lists of files, in the binary form in which the system
// stores them. So the tests need no command-line tool.
#pragma once

#include <sys/xattr.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dokumill::testing {

inline constexpr const char* kListAttribute = "system.posix_acl_access";
inline constexpr std::uint32_t kNobodyNamed = ~0U;

struct ListEntry {
  unsigned tag;  // 1 owner, 2 named user, 4 group, 8 named group, 16 mask, 32 other
  unsigned rights;
  std::uint32_t id = kNobodyNamed;
};

inline std::string list_value(const std::vector<ListEntry>& entries) {
  std::string value;
  const auto add = [&](std::uint32_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) value += static_cast<char>(number >> (8 * i) & 255U);
  };
  add(2, 4);
  for (const ListEntry& entry : entries) {
    add(entry.tag, 2);
    add(entry.rights, 2);
    add(entry.id, 4);
  }
  return value;
}

// A list with owner rw, user 1234 rw, group none, mask rw, other none. The mode of a file with this
// list is 0660.
inline std::string shared_with_one_user() {
  return list_value({{1, 6}, {2, 6, 1234}, {4, 0}, {16, 6}, {32, 0}});
}

// Sets an attribute of a file, by default its access list. Returns false if this fails, for example
// because the file system does not support such lists.
inline bool set_list(const std::string& path, const std::string& value,
                     const char* attribute = kListAttribute) {
  return ::setxattr(path.c_str(), attribute, value.data(), value.size(), 0) == 0;
}

// The attribute's value; "none" if the file does not have it.
inline std::string attribute_of(const std::string& path, const char* name = kListAttribute) {
  char value[4096];
  const auto size = ::getxattr(path.c_str(), name, value, sizeof value);
  return size < 0 ? "none" : std::string(value, static_cast<std::size_t>(size));
}

}  // namespace dokumill::testing
