// BracketFrame: what is inside of a bracket that is not closed yet, or of the whole text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/brackets/bracket_objects.hpp"
#include "formats/import/brackets/bracket_records.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/import/brackets/bracket_values.hpp"

namespace dokumill::records {

struct BracketFrame {
  BracketToken bracket;
  ListCells list;
  BracketObject object;
  bool is_object = false;
  bool has_member = false;      // the value of the last member is not complete
  bool has_annotation = false;  // `name` stands before a colon and a type
  std::uint32_t annotation_line = 0;
  std::string name;  // of the value that follows, or empty
  // In round brackets: the only board so far. It is the value of the brackets if no other follows.
  std::optional<BracketValue> held;
  std::string held_name;
  std::string_view last_word;      // before a bracket, such as "easy" in "easy[9][9] = "
  std::size_t records = 0;         // the number of records before the bracket
  std::size_t objects = 0;         // of these, objects
  int nested_records = 0;          // how deep records are inside of each other
  bool is_tuple = false;           // a row of an SQL table: an object whose names were given before
  std::vector<std::string> names;  // the first words of the items of a round bracket
  bool wants_name = false;         // the next word is one of them
  std::string text;                // the lines of strings that are no boards

  void start(const BracketToken& token);

  // Begins a member. `last_end`: the end of the token before it.
  void begin_member(std::string member, const char* last_end);
  // Notes where the value of the last member begins, if the token is its first one.
  void begin_value(const BracketToken& token);
  void set_member(const BracketValue& value);
  void end_member(const char* last_end);
  // True if this is no record because of its size.
  bool has_too_many_members() const;
};

}  // namespace dokumill::records
