// to_json(): writes a step as JSON.
#include "engine/explainer/steps/step_json.hpp"

#include <iterator>

#include "base/text/buffered_text.hpp"

namespace dokumill {
namespace explainer {
namespace {

constexpr std::string_view kBecause[] = {"assumed",      "same_cell",     "same_house",
                                         "last_in_cell", "last_in_house", "step"};
constexpr std::string_view kProofs[] = {"pattern", "contradiction", "both_ways",
                                        "cell",    "house",         "cycle"};

// Writes about 6 KB for a minimal puzzle, most of it implications. With patterns (format.hpp), the
// text took 29 % of the instructions of `steps`.
class StepWriter {
 public:
  explicit StepWriter(std::string& text) : text_(text) {}

  void write(const Step& step, std::optional<Language> language) {
    begin(step);
    if (language) {
      text_.put(",\"text\":");
      items(sentences(step, *language), [this](const std::string& sentence) {
        text_.put('"', std::string_view(sentence), '"');
      });
    }
    text_.put('}');
    text_.flush();
  }

 private:
  // Writes the members of the step.
  void begin(const Step& step) {
    const std::string_view technique = info_of(step.technique).name;
    text_.put("{\"technique\":\"", technique, '"');
    if (const auto name = name_of(step); name != technique) text_.put(",\"name\":\"", name, '"');
    text_.put(",\"score\":", step.score / 10, '.', step.score % 10);
    const auto write_candidate = [this](Candidate one) { write(one); };
    if (step.placement) {
      text_.put(",\"place\":");
      write(*step.placement);
    }
    list(",\"remove\":", step.eliminations, write_candidate);
    list(",\"cells\":", step.cells, [this](Cell cell) { text_.put(cell.index()); });
    list(",\"others\":", step.others, [this](Cell cell) { text_.put(cell.index()); });
    list(",\"houses\":", step.houses, [this](int house) { write_house(house); });
    list(",\"digits\":", step.digits, [this](Digit digit) { text_.put(digit.value()); });
    list(",\"extras\":", step.extras, write_candidate);
    if (step.type != 0) text_.put(",\"type\":", step.type);
    if (step.chains.empty()) return;
    text_.put(",\"proof\":\"", kProofs[static_cast<int>(step.proof)], '"');
    list(",\"chains\":", step.chains, [this](const Chain& chain) { write(chain); });
  }
  void write(Candidate candidate) {
    text_.put('[', candidate.cell.index(), ',', candidate.digit.value(), ']');
  }
  void write_house(int house) { text_.put('"', "rcb"[house / 9], house % 9 + 1, '"'); }
  void write(const Implication& one) {
    text_.put("{\"cell\":", one.candidate.cell.index(), ",\"digit\":", one.candidate.digit.value());
    one.is_true ? text_.put(",\"on\":true") : text_.put(",\"on\":false");
    text_.put(",\"because\":\"", kBecause[static_cast<int>(one.because)], '"');
    if (one.because == Because::kSameHouse || one.because == Because::kLastInHouse) {
      text_.put(",\"house\":");
      write_house(one.house);
    }
    list(",\"from\":", one.from, [this](int from) { text_.put(from); });
    if (one.because == Because::kStep) text_.put(",\"step\":", int{one.inner_step});
    text_.put('}');
  }
  void write(const Chain& chain) {
    text_.put("{\"implications\":");
    items(chain.implications, [this](const Implication& one) { write(one); });
    list(",\"inner\":", chain.inner_steps, [this](const Step& step) {
      begin(step);
      text_.put('}');
    });
    text_.put('}');
  }

  // Writes the name and the items, or nothing if there are no items.
  template <std::size_t kSize, class Items, class Write>
  void list(const char (&name)[kSize], const Items& all, Write write) {
    if (all.empty()) return;
    text_.put(name);
    items(all, write);
  }
  template <class Items, class Write>
  void items(const Items& all, Write write) {
    char mark = '[';
    for (const auto& item : all) {
      text_.put(mark);
      write(item);
      mark = ',';
    }
    text_.put(']');
  }

  BufferedText text_;
};

}  // namespace

void append_json(const Step& step, std::optional<Language> sentences, std::string& text) {
  StepWriter(text).write(step, sentences);
}

}  // namespace explainer

std::string to_json(const Step& step, std::optional<Language> text) {
  std::string json;
  explainer::append_json(step, text, json);
  return json;
}

}  // namespace dokumill
