#include "formats/json/json_row.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/text/json_escape.hpp"
#include "formats/csv/csv_cells.hpp"
#include "formats/json/json_list.hpp"
#include "formats/json/json_object.hpp"

namespace dokumill::records {
namespace {

char* append(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

// An order of names in which most comparisons compare two numbers.
bool is_before(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

JsonRow::JsonRow(std::vector<std::string> names)
    : names_(std::move(names)), by_length_(names_.size()), values_(names_.size()) {
  std::iota(by_length_.begin(), by_length_.end(), std::size_t{0});
  std::ranges::sort(by_length_, is_before, [this](std::size_t i) { return names_[i]; });
  for (const std::string& name : names_) {
    std::string prefix = "\"";
    append_json_escaped(name, prefix);
    prefixes_.push_back(prefix + "\":");
  }
}

std::size_t JsonRow::index_of(std::string_view name) const {
  const auto name_at = [this](std::size_t i) -> std::string_view { return names_[i]; };
  const auto at = std::ranges::lower_bound(by_length_, name, is_before, name_at);
  return at != by_length_.end() && name_at(*at) == name ? *at : names_.size();
}

void JsonRow::start(std::string_view row) {
  row_ = row;
  for (const std::size_t i : found_) values_[i] = {};
  found_.clear();
  places_.clear();
  other_board_ = {};
  if (row.empty()) return;
  append_at_ = row.data() + 1;
  is_empty_object_ = true;
  JsonObject object(row);
  for (JsonMember member; object.next(member);) {
    append_at_ = member.value.data() + member.value.size();
    is_empty_object_ = false;
    const bool is_escaped = member.name.find('\\') != std::string_view::npos;
    const std::size_t i = is_escaped ? index_of(json_unescape(member.name)) : index_of(member.name);
    if (i == names_.size()) {
      std::string_view text = member.value;
      const bool is_board =
          take_json_quotes(text) ? is_board_text(text) : cells_of_list(text).has_value();
      if (is_board && other_board_.data() == nullptr) other_board_ = member.name;
      continue;
    }
    found_.push_back(i);
    places_.push_back(member.value);
    values_[i] = member.value;
  }
}

std::size_t JsonRow::max_bytes(std::span<const std::string_view> values, Missing missing) const {
  std::size_t bytes = row_.size() + sizeof("{}\n");
  for (std::size_t i = 0; i < added(missing); ++i) {
    bytes += prefixes_[i].size() + values[i].size() + 1;
  }
  for (const std::size_t i : found_) bytes += values[i].size();
  return bytes;
}

char* JsonRow::print(std::span<const std::string_view> values, Missing missing, char* out) const {
  bool is_first = is_empty_object_;
  const char* at = row_.data();
  if (row_.empty()) {
    *out++ = '{';
    is_first = true;
  } else {
    for (std::size_t place = 0; place < places_.size(); ++place) {
      const std::string_view value = values[found_[place]];
      if (value.data() == nullptr) continue;
      out = append({at, static_cast<std::size_t>(places_[place].data() - at)}, out);
      out = append(value, out);
      at = places_[place].data() + places_[place].size();
    }
    out = append({at, static_cast<std::size_t>(append_at_ - at)}, out);
  }
  for (std::size_t i = 0; i < added(missing); ++i) {
    if (values[i].data() == nullptr || values_[i].data() != nullptr) continue;
    if (!std::exchange(is_first, false)) *out++ = ',';
    out = append(values[i], append(prefixes_[i], out));
  }
  if (row_.empty()) {
    *out++ = '}';
  } else {
    out =
        append({append_at_, static_cast<std::size_t>(row_.data() + row_.size() - append_at_)}, out);
  }
  *out++ = '\n';
  return out;
}

}  // namespace dokumill::records
