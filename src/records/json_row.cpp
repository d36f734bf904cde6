#include "records/json_row.hpp"

#include <cstring>
#include <utility>

#include "core/json_escape.hpp"
#include "records/json_object.hpp"

namespace dokumill::records {
namespace {

char* append(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

}  // namespace

JsonRow::JsonRow(std::vector<std::string> names)
    : names_(std::move(names)), values_(names_.size()) {
  for (const std::string& name : names_) {
    std::string prefix = "\"";
    append_json_escaped(name, prefix);
    prefixes_.push_back(prefix + "\":");
  }
}

void JsonRow::start(std::string_view row) {
  row_ = row;
  places_.clear();
  values_.assign(names_.size(), {});
  if (row.empty()) return;
  append_at_ = row.data() + 1;
  is_empty_object_ = true;
  JsonObject object(row);
  for (JsonMember member; object.next(member);) {
    append_at_ = member.value.data() + member.value.size();
    is_empty_object_ = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!is_member_name(member.name, names_[i])) continue;
      places_.push_back({i, member.value});
      values_[i] = member.value;
      break;
    }
  }
}

std::size_t JsonRow::max_bytes(std::span<const std::string_view> values) const {
  std::size_t bytes = row_.size() + sizeof("{}\n");
  for (std::size_t i = 0; i < values.size(); ++i) {
    bytes += prefixes_[i].size() + values[i].size() + 1;
  }
  for (const Place& place : places_) bytes += values[place.name].size();
  return bytes;
}

char* JsonRow::print(std::span<const std::string_view> values, Missing missing, char* out) const {
  bool is_first = is_empty_object_;
  const char* at = row_.data();
  if (row_.empty()) {
    *out++ = '{';
    is_first = true;
  } else {
    for (const Place& place : places_) {
      if (values[place.name].data() == nullptr) continue;
      out = append({at, static_cast<std::size_t>(place.value.data() - at)}, out);
      out = append(values[place.name], out);
      at = place.value.data() + place.value.size();
    }
    out = append({at, static_cast<std::size_t>(append_at_ - at)}, out);
  }
  const std::size_t added = missing == Missing::kAppend ? values.size() : 1;
  for (std::size_t i = 0; i < added; ++i) {
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
