// Fuzz target: any bytes as the beginning of an input whose format must be detected. A second
// implementation of the rules must give the same answer. A stream in pieces must also give this
// answer, and each prefix must give it or ask for more bytes. The first byte selects the options of
// the user.
#include <array>
#include <cstddef>
#include <cstdint>

#include "batch/sources/text_source.hpp"
#include "piece_platform.hpp"
#include "record_checks.hpp"
#include "support/texts/detected_words.hpp"
#include "support/texts/guarded_bytes.hpp"
#include "support/texts/nasty_texts.hpp"
#include "support/texts/slow_detect.hpp"

namespace dokumill::fuzzing {
namespace {

using records::Detection;
using records::DetectOptions;
using Pauses = PiecePlatform::Pauses;

// The target jsonl judges the names of JSON Lines.
std::string words_of(const Detection& found) {
  return found.format == TextFormat::kJsonl ? "jsonl" : testing::words_of(found);
}

std::string detected(std::string_view text, bool is_all, const DetectOptions& options) {
  const Result<std::optional<Detection>> found = records::detect(text, is_all, options);
  if (!found.ok()) return "error";
  return *found ? words_of(**found) : "more";
}

void check_stream(const std::string& text, const DetectOptions& options,
                  const std::string& expected, std::size_t piece, Pauses pauses) {
  // The target any judges what the importer makes of the text.
  if (records::judge_text(text, true, options).asks_patient_door) return;
  PiecePlatform platform(text, piece, pauses);
  InputOptions input;
  input.path = "input";
  input.column = options.column;
  input.format = options.format;
  Result<std::unique_ptr<batch::TextSource>> source = batch::TextSource::open(platform, input, {});
  const std::string found = source.ok() ? words_of((*source)->detection()) : "error";
  require(found == expected, "a stream gives " + found + "\nnot " + expected, text);
  if (!source.ok()) return;
  std::string seen;
  batch::TextChunk chunk;
  while (*(*source)->next(chunk, {})) seen += chunk.bytes;
  require(seen == text.substr((*source)->detection().data_begin), "the rest of the stream", text);
}

}  // namespace

std::string make_piece(testing::TestRandom& random) {
  static constexpr std::string_view kCells =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  static constexpr std::string_view kNine =
      "1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n";
  static constexpr std::array<std::string_view, 28> kPieces{
      "puzzle", "quizzes",      "Question", "id",          "solution",    ",",
      ",",      "\"",           "\n",       "\r\n",        "\r",          " ",
      "# ",     "a b",          "x.",       "........1\n", "123456789\n", "\"a\nb\"",
      "\"\"",   "\xEF\xBB\xBF", kCells,     kCells,        kNine,         ";",
      "\t",     "---------\n",  "P 1 ",     "#,puzzle\n"};
  std::string text;
  if (random.below(4) == 0) {
    const auto format = static_cast<TextFormat>(random.below(3));
    return testing::NastyTexts(random.next()).make(format, 1, false);
  }
  for (int i = random.below(6); i >= 0; --i) {
    text += random.of(kPieces);
  }
  return text;
}

void check_detection(const DetectOptions& options, const std::string& text) {
  testing::GuardedBytes guarded;
  const std::string expected = testing::SlowDetect(options).detect(text);
  for (const auto edge : {testing::GuardedBytes::Edge::kEnd, testing::GuardedBytes::Edge::kBegin}) {
    const std::string found = detected(guarded.place(text, edge), true, options);
    require(found == expected, "found " + found + "\nnot " + expected, text);
  }
  const std::size_t step = text.size() < 1200 ? 1 : 97;
  for (std::size_t bytes = 0; bytes <= text.size(); bytes += step) {
    const std::string_view seen = std::string_view(text).substr(0, bytes);
    const std::string found = detected(guarded.place(seen), false, options);
    require(found == "more" || found == expected,
            std::to_string(bytes) + " bytes give " + found + "\nnot " + expected, text);
  }
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size() + 1}) {
    if (text.size() > 2000 && piece == 1) continue;
    check_stream(text, options, expected, piece, Pauses::kNone);
    check_stream(text, options, expected, piece, Pauses::kBeforeEveryPiece);
  }
}

}  // namespace dokumill::fuzzing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dokumill;
  static const std::array<records::DetectOptions, 8> kOptions{{{},
                                                               {{}, "id"},
                                                               {TextFormat::kLine, ""},
                                                               {TextFormat::kGrid, ""},
                                                               {TextFormat::kCsv, ""},
                                                               {TextFormat::kCsv, " ID"},
                                                               {{}, "2"},
                                                               {TextFormat::kCsv, "2"}}};
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  if (records::is_npy(text)) return 0;  // the target npy has its own judge
  fuzzing::check_detection(kOptions[bytes[0] % kOptions.size()], text);
  return 0;
}
