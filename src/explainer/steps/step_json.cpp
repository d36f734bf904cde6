// to_json(): writes a step as JSON.
#include <iterator>

#include "core/text/format.hpp"
#include "dokumill/explainer.hpp"

namespace dokumill {
namespace {

constexpr std::string_view kBecause[] = {"assumed",      "same_cell",     "same_house",
                                         "last_in_cell", "last_in_house", "step"};
constexpr std::string_view kProofs[] = {"pattern", "contradiction", "both_ways",
                                        "cell",    "house",         "cycle"};

class StepWriter {
 public:
  explicit StepWriter(std::string& text) : text_(text) {}

  void write(const Step& step) {
    const std::string_view technique = info_of(step.technique).name;
    add("{{\"technique\":\"{}\"", technique);
    if (const auto name = name_of(step); name != technique) add(",\"name\":\"{}\"", name);
    add(",\"score\":{}.{}", step.score / 10, step.score % 10);
    const auto write_candidate = [this](Candidate one) { write(one); };
    if (step.placement) {
      text_ += ",\"place\":";
      write(*step.placement);
    }
    list("remove", step.eliminations, write_candidate);
    list("cells", step.cells, [this](Cell cell) { add("{}", cell.index()); });
    list("others", step.others, [this](Cell cell) { add("{}", cell.index()); });
    list("houses", step.houses, [this](int house) { write_house(house); });
    list("digits", step.digits, [this](Digit digit) { add("{}", digit.value()); });
    list("extras", step.extras, write_candidate);
    if (step.type != 0) add(",\"type\":{}", step.type);
    if (!step.chains.empty()) add(",\"proof\":\"{}\"", kProofs[static_cast<int>(step.proof)]);
    list("chains", step.chains, [this](const Chain& chain) { write(chain); });
    text_ += '}';
  }

 private:
  template <class... Parts>
  void add(Pattern<std::type_identity_t<Parts>...> pattern, const Parts&... parts) {
    append_text(text_, pattern, parts...);
  }
  void write(Candidate candidate) {
    add("[{},{}]", candidate.cell.index(), candidate.digit.value());
  }
  void write_house(int house) { add("\"{}{}\"", "rcb"[house / 9], house % 9 + 1); }
  void write(const Implication& one) {
    add("{{\"cell\":{},\"digit\":{},\"on\":{},\"because\":\"{}\"", one.candidate.cell.index(),
        one.candidate.digit.value(), one.is_true, kBecause[static_cast<int>(one.because)]);
    if (one.because == Because::kSameHouse || one.because == Because::kLastInHouse) {
      text_ += ",\"house\":";
      write_house(one.house);
    }
    list("from", one.from, [this](int from) { add("{}", from); });
    if (one.because == Because::kStep) add(",\"step\":{}", one.inner_step);
    text_ += '}';
  }
  void write(const Chain& chain) {
    text_ += "{\"implications\":";
    items(chain.implications, [this](const Implication& one) { write(one); });
    list("inner", chain.inner_steps, [this](const Step& step) { write(step); });
    text_ += '}';
  }

  // Writes `,"name":[...]`, or nothing if there are no items.
  template <class Items, class Write>
  void list(std::string_view name, const Items& all, Write write) {
    if (all.empty()) return;
    add(",\"{}\":", name);
    items(all, write);
  }
  template <class Items, class Write>
  void items(const Items& all, Write write) {
    char mark = '[';
    for (const auto& item : all) {
      text_ += mark;
      write(item);
      mark = ',';
    }
    text_ += ']';
  }

  std::string& text_;
};

}  // namespace

std::string to_json(const Step& step, std::optional<Language> text) {
  std::string json;
  StepWriter(json).write(step);
  if (text) {
    json.pop_back();
    std::string_view mark = ",\"text\":[";
    for (const std::string& sentence : sentences(step, *text)) {
      append_text(json, "{}\"{}\"", mark, sentence);
      mark = ",";
    }
    json += "]}";
  }
  return json;
}

}  // namespace dokumill
