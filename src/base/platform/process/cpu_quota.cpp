#include "base/platform/process/cpu_quota.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "base/platform/files/short_file.hpp"

namespace dokumill {
namespace {

// The number that `text` begins with, or -1.
long leading_number(std::string_view text) {
  long value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int processors(long quota, long period) {
  if (quota <= 0 || period <= 0) return 0;
  constexpr long kMost = 1 << 20;  // far more than any machine has
  return static_cast<int>(std::min((quota - 1) / period, kMost - 1)) + 1;
}

// Returns the text of a file, as far as it can be read.
std::string text_of(Platform& platform, const std::string& path) {
  std::string text;
  read_text(platform, path, std::string::npos, text);
  return text;
}

// Removes the part before the first `separator`, and the separator, from `text`. Returns that part.
// Without a separator, the part is the whole text.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool has_word(std::string_view comma_separated, std::string_view word) {
  while (!comma_separated.empty()) {
    if (cut(comma_separated, ',') == word) return true;
  }
  return false;
}

// mountinfo writes a space, tab, line feed or backslash as \ and three octal digits.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(&text[i + 1], &text[i] + 4, code, 8).ptr == &text[i] + 4) {
      plain.push_back(static_cast<char>(code));
      i += 3;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

enum class Version { kOne, kTwo };

// A mounted cgroup hierarchy that may hold CPU quotas.
struct Mount {
  Version version;
  std::string root;   // the group that is mounted at `point`
  std::string point;  // the mount point; empty for /
};

// Returns the mounted hierarchies that may hold CPU quotas. A line of mountinfo has the fields ID
// PARENT DEVICE ROOT POINT OPTIONS [TAG...] - TYPE SOURCE SUPER-OPTIONS.
std::vector<Mount> quota_mounts(std::string_view mountinfo) {
  std::vector<Mount> mounts;
  while (!mountinfo.empty()) {
    std::string_view line = cut(mountinfo, '\n');
    for (int field = 0; field < 3; ++field) cut(line, ' ');
    std::string root = unescaped(cut(line, ' '));
    std::string point = unescaped(cut(line, ' '));
    while (!line.empty() && cut(line, ' ') != "-") continue;
    const std::string_view type = cut(line, ' ');
    cut(line, ' ');
    // A later mount at the same point hides the earlier one.
    std::erase_if(mounts, [&](const Mount& mount) { return mount.point == point; });
    if (point == "/") point.clear();
    if (type == "cgroup2") {
      mounts.push_back({Version::kTwo, std::move(root), std::move(point)});
    } else if (type == "cgroup" && has_word(line, "cpu")) {
      mounts.push_back({Version::kOne, std::move(root), std::move(point)});
    }
  }
  return mounts;
}

// Returns the path of the group `path` relative to the group `root`: "" for `root` itself,
// otherwise a path such as "/a/b". Returns nullopt if `path` is not known to be below `root`.
std::optional<std::string> way_down(std::string_view root, std::string_view path) {
  if (root == "/") root = "";
  if (path == "/") path = "";
  if (!path.starts_with(root)) return std::nullopt;
  path.remove_prefix(root.size());
  // A path that begins with "/.." leads out of the cgroup namespace. Such a path has ".." only at
  // its beginning, so this check is enough.
  if (path.starts_with("/..") && (path.size() == 3 || path[3] == '/')) return std::nullopt;
  if (!path.empty() && path[0] != '/') return std::nullopt;
  return std::string(path);
}

// Returns the lower of two limits; 0 means no limit.
int tighter(int a, int b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

// Returns the tightest limit of a group and of every group above it, up to the group at the mount
// point. `way`: the path of the lowest of these groups, relative to the mount point.
int limit_of(Platform& platform, const Mount& mount, std::string way) {
  int limit = 0;
  for (;;) {
    const std::string folder = mount.point + way;
    const int own = mount.version == Version::kTwo
                        ? quota_processors_v2(text_of(platform, folder + "/cpu.max"))
                        : quota_processors_v1(text_of(platform, folder + "/cpu.cfs_quota_us"),
                                              text_of(platform, folder + "/cpu.cfs_period_us"));
    limit = tighter(limit, own);
    if (way.empty()) return limit;
    way.resize(way.rfind('/'));
  }
}

}  // namespace

int quota_processors_v2(std::string_view cpu_max) {
  const std::string_view quota = cut(cpu_max, ' ');
  return processors(leading_number(quota), leading_number(cpu_max));
}

int quota_processors_v1(std::string_view quota_us, std::string_view period_us) {
  return processors(leading_number(quota_us), leading_number(period_us));
}

// A line of /proc/self/cgroup is "0::/path" for version 2, and "4:cpu,cpuacct:/path" for version 1.
// In a container without its own cgroup namespace, this path is the one that is valid outside of
// the container. In this case, the beginning of the path is the root of the container's mount
// (Mount::root), and the rest of the path leads from this root to the group of this process.
// If the path is below none of the mounted roots, the group at the first mount point counts,
// because it is the nearest visible group. (This happens, for example, if a root is above the
// namespace. mountinfo shows such a root as "/..".)
int quota_processors(Platform& platform) {
  const std::string groups = text_of(platform, "/proc/self/cgroup");
  const std::vector<Mount> mounts = quota_mounts(text_of(platform, "/proc/self/mountinfo"));
  int limit = 0;
  for (std::string_view left = groups; !left.empty();) {
    std::string_view path = cut(left, '\n');
    cut(path, ':');
    const std::string_view controllers = cut(path, ':');
    if (path.empty() || path[0] != '/') continue;
    const Version version = controllers.empty() ? Version::kTwo : Version::kOne;
    if (version == Version::kOne && !has_word(controllers, "cpu")) continue;
    const Mount* nearest = nullptr;
    bool is_found = false;
    for (const Mount& mount : mounts) {
      if (mount.version != version) continue;
      if (const std::optional<std::string> way = way_down(mount.root, path)) {
        limit = tighter(limit, limit_of(platform, mount, *way));
        is_found = true;
      } else if (nearest == nullptr) {
        nearest = &mount;
      }
    }
    if (!is_found && nearest != nullptr) limit = tighter(limit, limit_of(platform, *nearest, ""));
  }
  return limit;
}

}  // namespace dokumill
