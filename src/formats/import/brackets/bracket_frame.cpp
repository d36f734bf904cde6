#include "formats/import/brackets/bracket_frame.hpp"

#include <cstddef>
#include <utility>

namespace dokumill::records {
namespace {

constexpr std::size_t kMostMembers = 4096;

}  // namespace

void BracketFrame::start(const BracketToken& token) {
  bracket = token;
  list.start(token);
  object.bracket = token;
  object.members.clear();
  object.boards.clear();
  object.is_complete = true;
  object.has_sibling = false;
  is_object = has_member = has_annotation = false;
  held.reset();
  name.clear();
  last_word = {};
  nested_records = 0;
  is_tuple = false;
  names.clear();
  wants_name = token.text == "(";
  text.clear();
}

bool BracketFrame::has_too_many_members() const {
  return object.members.size() > kMostMembers;
}

void BracketFrame::begin_member(std::string member, const char* last_end) {
  end_member(last_end);
  if (!std::exchange(is_object, true)) name.clear();
  if (has_too_many_members()) return;
  has_member = true;
  BracketMember& added = object.members.emplace_back();
  added.name = std::move(member);
}

void BracketFrame::begin_value(const BracketToken& token) {
  const bool is_value = token.kind == BracketTokenKind::kWord ||
                        token.kind == BracketTokenKind::kString ||
                        token.kind == BracketTokenKind::kOpen;
  if (!is_value || !has_member) return;
  BracketMember& member = object.members.back();
  if (member.raw.data() != nullptr) return;
  member.raw = token.text;
}

void BracketFrame::set_member(const BracketValue& value) {
  BracketMember& member = object.members.back();
  if (object.is_board(member)) return;
  member.kind = value.kind;
  member.pair[0] = static_cast<std::uint8_t>(value.cells[0]);
  member.pair[1] = static_cast<std::uint8_t>(value.cells[1]);
  if (!value.is_meant_as_board()) return;
  member.board = object.boards.size();
  object.boards.push_back(value);
}

void BracketFrame::end_member(const char* last_end) {
  if (!std::exchange(has_member, false)) return;
  std::string_view& raw = object.members.back().raw;
  if (raw.data() != nullptr) raw = {raw.data(), static_cast<std::size_t>(last_end - raw.data())};
}

}  // namespace dokumill::records
