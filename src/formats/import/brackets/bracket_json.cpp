#include "formats/import/brackets/bracket_json.hpp"

#include <array>
#include <cstddef>

#include "base/text/json_escape.hpp"
#include "base/work_count.hpp"
#include "formats/import/brackets/bracket_tokens.hpp"
#include "formats/json/json_object.hpp"

namespace dokumill::records {
namespace {

using LiteralToken = BracketTokenKind;

// True if the text is a JSON value without line ends.
bool is_json_value(std::string_view text) {
  std::string object = "{\"\":";
  object.append(text).push_back('}');
  count_work(object.size());
  JsonObject scan(object);
  JsonMember member;
  return scan.next(member) && member.value == text && !scan.next(member) &&
         scan.fault_at() == nullptr;
}

void append_word(std::string_view word, std::string& out) {
  if (word == "None" || word == "nil" || word == "NULL" || word == "undefined") {
    out += "null";
  } else if (word == "True" || word == "False") {
    out += word == "True" ? "true" : "false";
  } else if (is_json_value(word)) {
    out += word;
  } else {
    append_json_string(word, out);
  }
}

void append_scalar(const BracketToken& token, std::string& out) {
  if (token.kind == LiteralToken::kWord) return append_word(token.text, out);
  const bool has_escape = token.inside.find('\\') != std::string_view::npos;
  if (token.text.front() == '"' && has_escape && is_json_value(token.text)) {
    out += token.text;
  } else {
    append_json_string(string_text(token.inside), out);
  }
}

// Writes the tokens of one value.
class LiteralWriter {
 public:
  LiteralWriter(std::string_view value, std::string& out) : tokens_(value, nullptr), out_(out) {}

  // Returns false if the tokens are not one value; what was written is then incomplete.
  bool write() {
    levels_[0] = {0, 0, false, false};
    for (;;) {
      const BracketToken token = tokens_.next();
      if (token.kind == LiteralToken::kEnd) break;
      if (!take(token)) return false;
    }
    return commit() && depth_ == 0 && levels_[0].items == 1;
  }

 private:
  struct Level {
    std::size_t begin;  // where the bracket is in out_
    std::size_t items;
    bool is_object;
    bool has_name;  // a name was written, and its value follows
  };

  Level& level() { return levels_[depth_]; }

  bool take(const BracketToken& token) {
    switch (token.kind) {
      case LiteralToken::kWord:
      case LiteralToken::kString:
        // A letter before a string says what kind of string it is.
        if (is_pending_ && pending_.kind == LiteralToken::kWord &&
            token.kind == LiteralToken::kString) {
          is_pending_ = false;
        }
        if (!commit()) return false;
        pending_ = token;
        is_pending_ = true;
        return true;
      case LiteralToken::kColon:
        return name();
      case LiteralToken::kOpen:
        // A word before a bracket is the name of a type or a function.
        if (is_pending_ && pending_.kind == LiteralToken::kWord) is_pending_ = false;
        return commit() && open(token.text.front());
      case LiteralToken::kClose:
        return commit() && close();
      case LiteralToken::kSeparator:
        return commit() && !level().has_name;
      default:
        return false;
    }
  }

  bool begin_item() {
    if (level().is_object && !level().has_name) return false;
    if (!level().has_name && level().items != 0) out_ += ',';
    if (!level().has_name) ++level().items;
    level().has_name = false;
    return true;
  }

  bool commit() {
    if (!is_pending_) return true;
    is_pending_ = false;
    if (!begin_item()) return false;
    append_scalar(pending_, out_);
    return true;
  }

  bool name() {
    if (!is_pending_ || depth_ == 0 || level().has_name) return false;
    if (!level().is_object && level().items != 0) return false;
    level().is_object = true;
    out_[level().begin] = '{';
    if (level().items++ != 0) out_ += ',';
    append_json_string(pending_.kind == LiteralToken::kString ? string_text(pending_.inside)
                                                              : std::string(pending_.text),
                       out_);
    out_ += ':';
    is_pending_ = false;
    level().has_name = true;
    return true;
  }

  bool open(char bracket) {
    if (depth_ + 1 == levels_.size() || !begin_item()) return false;
    levels_[++depth_] = {out_.size(), 0, false, false};
    is_curly_ = bracket == '{';
    out_ += '[';
    return true;
  }

  bool close() {
    if (depth_ == 0 || level().has_name) return false;
    const bool is_empty_object = level().items == 0 && is_curly_;
    if (is_empty_object) out_[level().begin] = '{';
    out_ += level().is_object || is_empty_object ? '}' : ']';
    is_curly_ = false;
    --depth_;
    return true;
  }

  BracketTokens tokens_;
  std::string& out_;
  std::array<Level, static_cast<std::size_t>(kJsonDepth)>
      levels_;  // levels_[0] to levels_[depth_] are in use
  std::size_t depth_ = 0;
  BracketToken pending_;  // a word or string that is a name or an item
  bool is_pending_ = false;
  bool is_curly_ = false;  // the last bracket that was opened is '{'
};

}  // namespace

void append_as_json(std::string_view value, std::string& out) {
  const std::size_t begin = out.size();
  if (LiteralWriter(value, out).write()) return;
  out.resize(begin);
  append_json_string(value, out);
}

void append_json_string(std::string_view text, std::string& out) {
  count_work(text.size());
  out += '"';
  if (!append_json_escaped(text, out)) {
    std::string ascii(text);
    for (char& c : ascii) {
      if (static_cast<unsigned char>(c) >= 0x80) c = '?';
    }
    append_json_escaped(ascii, out);
  }
  out += '"';
}

std::string string_text(std::string_view inside) {
  count_work(inside.size());
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  std::string quoted = "\"";
  quoted.append(inside).push_back('"');
  if (is_json_value(quoted)) return json_unescape(inside);
  std::string text;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] != '\\' || at + 1 == inside.size()) {
      text += inside[at];
      continue;
    }
    constexpr std::string_view kLetters = "nrt";
    constexpr std::string_view kMeanings = "\n\r\t";
    const std::size_t found = kLetters.find(inside[++at]);
    text += found == std::string_view::npos ? inside[at] : kMeanings[found];
  }
  return text;
}

}  // namespace dokumill::records
