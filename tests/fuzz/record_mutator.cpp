// The mutator of the record targets. Half of the time it uses libFuzzer's own mutator. Otherwise it
// makes one to three changes, many of which respect lines, so that it finds well-formed records and
// blocks quickly.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "record_checks.hpp"
#include "support/test_random.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

namespace dokumill::fuzzing {
namespace {

using testing::TestRandom;
using namespace std::string_view_literals;

constexpr std::array kTokens{
    "\n"sv,       "\r\n"sv,        "\r"sv,     "\n\n"sv,      "\r\n\r\n"sv,
    "\""sv,       "\"\""sv,        ","sv,      "#"sv,         " "sv,
    "\t"sv,       "\0"sv,          "?"sv,      "........."sv, "1 2 3 4 5 6 7 8 9\n"sv,
    "\"\n"sv,     "\n\""sv,        "puzzle"sv, "quiz"sv,      "id"sv,
    "solution"sv, "\xEF\xBB\xBF"sv};

class Changer {
 public:
  Changer(std::string text, TestRandom& random) : text_(std::move(text)), random_(random) {}

  std::string changed() {
    switch (random_.below(10)) {
      case 0:
      case 1:
        insert(line_begin(), make_piece(random_));
        break;
      case 2:
        insert(anywhere(), random_.of(kTokens));
        break;
      case 3: {  // deletes or repeats one or more lines
        const auto [begin, end] = lines();
        const std::string copy = text_.substr(begin, end - begin);
        if (random_.below(2) == 0) {
          text_.erase(begin, end - begin);
        } else {
          insert(line_begin(), copy);
        }
        break;
      }
      case 4:
        end_lines_with(kLineEnds[random_.index(3)]);
        break;
      case 5:
        text_.resize(anywhere());
        break;
      case 6:
        if (const std::size_t at = anywhere(); at < text_.size()) text_.erase(at, 1);
        break;
      case 7:
        if (const std::size_t at = anywhere(); at < text_.size()) text_[at] = byte();
        break;
      case 8: {
        if (random_.below(4) != 0) break;
        const char run[] = {kRun, static_cast<char>(random_.below(256)), byte()};
        insert(random_.below(2) == 0 ? line_begin() : anywhere(), {run, 3});
        break;
      }
      default: {  // replaces one line end
        const std::size_t at = text_.find_first_of("\r\n", anywhere());
        if (at == std::string::npos) break;
        text_.replace(at, text_.compare(at, 2, "\r\n") == 0 ? 2 : 1, kLineEnds[random_.index(3)]);
        break;
      }
    }
    return std::move(text_);
  }

 private:
  static constexpr std::array kLineEnds{"\n"sv, "\r\n"sv, "\r"sv};

  char byte() {
    static constexpr std::string_view kBytes = " \t\r\n\"\",#;:|.0519*_xX-?Aq\0\xEF\xFF"sv;
    return random_.of(kBytes);
  }
  std::size_t anywhere() { return random_.next() % (text_.size() + 1); }
  std::size_t line_begin() {
    const std::size_t end = text_.find_first_of("\r\n", anywhere());
    if (end == std::string::npos) return text_.size();
    return end + (text_.compare(end, 2, "\r\n") == 0 ? 2 : 1);
  }
  std::pair<std::size_t, std::size_t> lines() {
    const std::size_t a = line_begin();
    const std::size_t b = line_begin();
    return {std::min(a, b), std::max(a, b)};
  }
  void insert(std::size_t at, std::string_view piece) { text_.insert(at, piece); }
  void end_lines_with(std::string_view line_end) {
    std::string other;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool is_pair = text_.compare(at, 2, "\r\n") == 0;
      if (text_[at] != '\n' && text_[at] != '\r') {
        other += text_[at];
      } else {
        other += line_end;
        at += is_pair ? 1 : 0;
      }
    }
    text_ = std::move(other);
  }

  std::string text_;
  TestRandom& random_;
};

}  // namespace
}  // namespace dokumill::fuzzing

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size,
                                               std::size_t most, unsigned seed) {
  dokumill::testing::TestRandom random(seed);
  if (random.below(2) == 0) return LLVMFuzzerMutate(bytes, size, most);
  std::string text(reinterpret_cast<const char*>(bytes), size);
  for (int changes = 1 + random.below(3); changes > 0; --changes) {
    text = dokumill::fuzzing::Changer(std::move(text), random).changed();
  }
  const std::size_t kept = std::min(text.size(), most);
  if (kept != 0) std::memcpy(bytes, text.data(), kept);
  return kept;
}
