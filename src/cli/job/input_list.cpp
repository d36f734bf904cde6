// The inputs of a command: its operands, and the names in the file of --files-from.
#include <algorithm>
#include <string_view>

#include "base/platform/files/input_file.hpp"
#include "base/platform/files/short_file.hpp"
#include "base/platform/process/stop_signals.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/job/puzzle_arguments.hpp"
#include "cli/job/session.hpp"
#include "cli/table/words.hpp"

namespace dokumill::cli {
namespace {

// A longer file is rejected, because it is probably not a list of names.
constexpr std::size_t kMaxListBytes = std::size_t{64} << 20;

Status read_list(Platform& platform, const std::string& path, std::string& text) {
  const std::string too_long =
      format_text("the list of inputs has more than {} bytes", grouped(kMaxListBytes));
  const auto should_stop = [] { return stop_signal() != 0; };
  Status status = read_short_file(platform, {path, kMaxListBytes, too_long, should_stop}, text);
  if (status.code() != ErrorCode::kInterrupted) return status;
  return {ErrorCode::kInterrupted, "interrupted after 0 records"};
}

// Appends the names in the list. A name is a line without its line end. Lines that are empty or
// have only blanks and tabs are skipped, and so is a byte-order mark.
Status add_names(std::string_view text, const std::string& list, std::vector<std::string>& names) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return {ErrorCode::kInput, format_text("{}: looks like UTF-16 text; convert it to UTF-8",
                                           printable_path(list, "<stdin>"))};
  }
  if (constexpr std::string_view kMark = "\xEF\xBB\xBF"; text.starts_with(kMark)) {
    text.remove_prefix(kMark.size());
  }
  const std::size_t before = names.size();
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view name = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.ends_with('\r')) name.remove_suffix(1);
    if (name.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (name.find('\0') != std::string_view::npos) {
      return {ErrorCode::kInput,
              format_text("{}:{}: a name contains a zero byte; expected one name per line",
                          printable_path(list, "<stdin>"), line)};
    }
    names.emplace_back(name);
  }
  if (names.size() != before) return {};
  return {ErrorCode::kUsage,
          format_text("--files-from {}: the list has no names", in_quotes(list))};
}

// A puzzle whose rows the shell has split into operands: if none of them is a file, they are one.
void join_rows(Platform& platform, std::vector<std::string>& names) {
  if (names.size() < 2 || names.size() > 81) return;
  std::string joined;
  for (const std::string& name : names) joined.append(joined.empty() ? "" : " ").append(name);
  if (!is_like_a_puzzle(joined)) return;
  for (const std::string& name : names) {
    FileInfo info;
    if (is_like_a_puzzle(name) || platform.info_at(name.c_str(), info) == 0) return;
  }
  names = {std::move(joined)};
}

}  // namespace

Status set_input_paths(Platform& platform, const Arguments& arguments,
                       std::vector<std::string> names, InputOptions& input) {
  if (const auto list = arguments.value("--files-from")) {
    if (*list == "-" && std::ranges::count(names, "-") != 0) {
      return {ErrorCode::kUsage,
              "standard input (-) is both an INPUT and the list of --files-from"};
    }
    std::string text;
    if (Status status = read_list(platform, *list, text); !status.ok()) return status;
    if (Status status = add_names(text, *list, names); !status.ok()) return status;
    if (*list == "-" && std::ranges::count(names, "-") != 0) {
      return {ErrorCode::kUsage, "standard input (-) is the list of --files-from and a name in it"};
    }
  }
  if (names.empty()) return {};
  join_rows(platform, names);
  input.path = names.front();
  input.more_paths.assign(names.begin() + 1, names.end());
  return {};
}

}  // namespace dokumill::cli
