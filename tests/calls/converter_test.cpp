// Tests of the converter: the outputs of the parts of a text, joined in order, must be what the
// command writes for the whole text, and the problems must have the numbers of the whole text.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/web/converter/converter_calls.hpp"
#include "batch/frame/text_part.hpp"
#include "dokumill/datasets.hpp"
#include "formats/detect/detect.hpp"
#include "support/test_random.hpp"
#include "support/test_size.hpp"
#include "support/texts/nasty_texts.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
constexpr const char* kFormats[] = {"same", "line", "grid", "csv", "jsonl"};

// What the page or a command makes of a text.
struct Made {
  std::string error;  // the message; empty: there is a result
  std::string output;
  json counts = json::object();
  std::vector<std::string> problems;
  std::uint64_t records = 0;
  std::uint64_t parts = 0;
  json opened;
};

std::string problem_line(std::uint64_t record, std::uint64_t line, std::uint64_t column,
                         const std::string& message) {
  return std::to_string(record) + " " + std::to_string(line) + ":" + std::to_string(column) + " " +
         message;
}

json order(const std::string& command, const std::string& to) {
  return {{"name", "a.txt"}, {"command", command}, {"to", to}};
}

// Adds the answer for a part, and the bytes that belong to it.
void take(Made& made, const json& answer, const std::string& output, std::uint64_t lines) {
  made.output += output;
  for (const json& problem : answer["problems"]) {
    if (made.problems.size() == kMaxProblems) break;
    const json& column = problem["column"];
    made.problems.push_back(problem_line(problem["record"].get<std::uint64_t>() + made.records,
                                         problem["line"].get<std::uint64_t>() + lines,
                                         column.is_null() ? 0 : column.get<std::uint64_t>(),
                                         problem["message"]));
  }
  for (const auto& [name, count] : answer["counts"].items()) {
    made.counts[name] = made.counts.value(name, std::uint64_t{0}) + count.get<std::uint64_t>();
  }
  made.records += answer["records"].get<std::uint64_t>();
  ++made.parts;
}

// Runs the text in one part.
Made at_once(const std::string& text, const std::string& command, const std::string& to) {
  Made made;
  std::string output;
  const json answer =
      json::parse(web::answer_converter_all(order(command, to).dump(), text, output));
  made.opened = answer;
  if (answer.contains("error")) {
    made.error = answer["error"]["message"];
  } else {
    take(made, answer, output, 0);
  }
  return made;
}

// Does what the page does: opens the text, cuts it and runs the parts. If the first bytes do not
// decide the layout, runs it in one part.
Made in_parts(const std::string& text, const std::string& command, const std::string& to,
              std::size_t first_bytes, std::size_t part_bytes) {
  Made made;
  std::string_view head;
  for (std::size_t bytes = first_bytes;; bytes *= 2) {
    head = std::string_view(text).substr(0, bytes);
    if (head.size() == text.size() || command == "dedupe") return at_once(text, command, to);
    made.opened = json::parse(web::answer_converter_open(order(command, to).dump(), head));
    if (made.opened.contains("needs_all")) return at_once(text, command, to);
    if (!made.opened.contains("needs_more")) break;
  }
  if (made.opened.contains("error")) {
    made.error = made.opened["error"]["message"];
    return made;
  }
  std::size_t at = made.opened["begin"];
  std::uint64_t lines = made.opened["lines"];
  std::string entry = "000";
  do {
    std::string next = entry;
    std::size_t bytes = text.size() - at;
    for (std::size_t window = part_bytes; window < text.size() - at; window *= 2) {
      const json cut =
          json::parse(web::answer_converter_cut(json{{"format", made.opened["format"]},
                                                     {"separator", made.opened["separator"]},
                                                     {"entry", entry}}
                                                    .dump(),
                                                std::string_view(text).substr(at, window)));
      bytes = cut.at("bytes");
      next = cut.at("entry");
      if (bytes != 0) break;
      bytes = text.size() - at;
    }
    json body = order(command, to);
    body["format"] = made.opened["format"];
    body["entry"] = entry;
    body["is_first"] = made.parts == 0;
    body["begin"] = std::to_string(head.size());
    const std::string part = std::string(head) + text.substr(at, bytes);
    std::string output;
    const json answer = json::parse(web::answer_converter_part(body.dump(), part, output));
    if (answer.contains("error")) {
      made.error = answer["error"]["message"];
      return made;
    }
    if (made.opened["output_format"] == "grid" && made.output.empty() && !output.empty()) {
      output.erase(0, 1);
    }
    take(made, answer, output, lines);
    lines += answer["lines"].get<std::uint64_t>();
    at += bytes;
    entry = next;
  } while (at < text.size());
  return made;
}

template <class Options>
Made made_by(Options options, const std::string& text) {
  options.input.display_name = "a.txt";
  options.job.threads = 1;
  Made made;
  const auto report = batch::run_on_text(options, text, made.output);
  if (!report.ok()) {
    made.error = report.status().message();
    return made;
  }
  made.records = report->records;
  for (const Problem& problem : report->problems) {
    made.problems.push_back(
        problem_line(problem.record, problem.line, problem.column, problem.message));
  }
  return made;
}

// Does what the command does, with the options that converter_run.hpp lists.
Made as_a_whole(const std::string& text, const std::string& command, const std::string& to,
                const json& opened) {
  const std::optional<TextFormat> format = text_format_of(to);
  if (command == "check") {
    CheckOptions options;
    options.each = true;
    return made_by(options, text);
  }
  if (command == "rate") {
    const std::string input = opened.value("format", "line");  // or what the importer made
    RateOptions options;
    options.output_format =
        format.value_or(input == "jsonl" ? TextFormat::kJsonl : TextFormat::kCsv);
    options.keep_columns = input == "csv";
    Made made = made_by(options, text);
    if (made.error.find("keep_columns") == std::string::npos) return made;
    options.keep_columns = false;
    return made_by(options, text);
  }
  const auto with_format = [&](auto options) {
    options.output_format = format;
    return options;
  };
  if (command == "solve") return made_by(with_format(SolveOptions()), text);
  if (command == "canon") return made_by(with_format(CanonOptions()), text);
  if (command == "dedupe") return made_by(with_format(DedupeOptions()), text);
  return made_by(with_format(ConvertOptions()), text);
}

// Each part is an output of its own, and "row 3 of the output" counts from its begin.
std::string without_row(const std::string& error) {
  const std::size_t end = error.find(" of the output, column");
  return end == std::string::npos ? error : error.substr(end);
}

void expect_equal(const std::string& text, const std::string& command, const std::string& to,
                  std::size_t first_bytes, std::size_t part_bytes) {
  const Made made = in_parts(text, command, to, first_bytes, part_bytes);
  const Made whole = as_a_whole(text, command, to, made.opened);
  const std::string what = command + " to " + to + ", first " + std::to_string(first_bytes) +
                           ", parts of " + std::to_string(part_bytes) + ": " +
                           std::to_string(made.parts) + " parts of\n" + text.substr(0, 2000);
  ASSERT_EQ(without_row(made.error), without_row(whole.error)) << what;
  // The parts before the one that fails are complete.
  if (!whole.error.empty()) return;
  ASSERT_EQ(made.output, whole.output) << what;
  ASSERT_EQ(made.records, whole.records) << what;
  ASSERT_EQ(made.problems, whole.problems) << what;
}

std::string replaced(std::string text, const std::string& line_end) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += line_end;
    } else {
      result += c;
    }
  }
  return result;
}

// Nine rows of a spreadsheet, a board after the other.
std::string comma_boards(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    for (std::size_t cell = 0; cell < kPuzzle.size(); ++cell) {
      if (kPuzzle[cell] != '0') text += kPuzzle[cell];
      text += cell % 9 == 8 ? '\n' : ',';
    }
    text += '\n';
  }
  return text;
}

// A text of 60 records in this format, with malformed records, comments and blank lines.
std::string usual_text(TextFormat format, char separator = ',') {
  TestRandom random(7);
  std::string text;
  if (format == TextFormat::kCsv) {
    text = std::string("id") + separator + "Puzzle" + separator + "note\n";
  }
  for (int i = 0; i < 60; ++i) {
    const std::string puzzle = i % 5 == 2 ? std::string(kPuzzle) : random_puzzle(random);
    const std::string cells = i % 11 == 10 ? puzzle.substr(1) : i % 13 == 12 ? "x" : puzzle;
    switch (format) {
      case TextFormat::kGrid:
        for (std::size_t row = 0; row * 9 < cells.size(); ++row) {
          text += cells.substr(row * 9, 9) + "\n";
        }
        if (i % 7 == 6) text += "\n# a board\n";
        if (i % 8 != 5) text += "\n";
        break;
      case TextFormat::kCsv: {
        const std::string note = i % 3 == 0   ? "\"a \"\"b\"\"\n\nc\""
                                 : i % 3 == 1 ? ""
                                              : "some text";
        text += std::to_string(i) + separator + cells + separator + note + "\n";
        if (i % 20 == 19) text += "\n";
        break;
      }
      case TextFormat::kJsonl:
        text += "{\"id\": " + std::to_string(i) + ", \"puzzle\": \"" + cells + "\"}\n";
        break;
      default:
        text += (i % 9 == 8 ? "# remark\n\n" : "") + cells + (i % 4 == 3 ? "  9.1" : "") + "\n";
    }
  }
  return text;
}

constexpr TextFormat kRead[] = {TextFormat::kLine, TextFormat::kGrid, TextFormat::kCsv,
                                TextFormat::kJsonl};

TEST(ConverterCalls, PartsGiveWhatTheCommandGives) {
  std::size_t number = 0;
  for (const TextFormat format : kRead) {
    for (const char* end : {"\n", "\r\n", "\r"}) {
      const std::string text = replaced(usual_text(format), end);
      for (const char* command : {"solve", "check", "canon", "dedupe", "convert"}) {
        for (const char* to : kFormats) {
          if (std::string_view(command) == "check" && std::string_view(to) != "same") continue;
          for (const std::size_t part : {100, 700, 100000}) {
            if (!is_tested(number++)) continue;
            ASSERT_NO_FATAL_FAILURE(expect_equal(text, command, to, 400, part));
          }
        }
      }
    }
  }
}

TEST(ConverterCalls, PartsOfOtherSeparators) {
  for (const char separator : {';', '\t'}) {
    const std::string text = usual_text(TextFormat::kCsv, separator);
    for (const char* command : {"solve", "canon", "rate"}) {
      for (const char* to : {"same", "csv", "jsonl"}) {
        ASSERT_NO_FATAL_FAILURE(expect_equal(text, command, to, 400, 100));
      }
    }
  }
}

TEST(ConverterCalls, RatingsKeepTheColumnsOfCsv) {
  for (const TextFormat format : kRead) {
    for (const char* to : {"same", "csv", "jsonl"}) {
      ASSERT_NO_FATAL_FAILURE(expect_equal(usual_text(format), "rate", to, 400, 700));
    }
  }
  std::string rated = "puzzle,er\n";
  for (int i = 0; i < 20; ++i) rated += std::string(kPuzzle) + ",1.2\n";
  ASSERT_NO_FATAL_FAILURE(expect_equal(rated, "rate", "same", 200, 100));
  const Made made = in_parts(rated, "rate", "same", 200, 100);
  EXPECT_TRUE(made.output.starts_with("puzzle,er,ep,ed,level,clues,hardest,exact\n"));
}

TEST(ConverterCalls, PartsOfNastyTexts) {
  TestRandom random(11);
  NastyTexts texts(12);
  std::uint64_t parts = 0;
  for (std::size_t i = 0; i < 1500;) {
    const TextFormat format = kRead[random.index(3)];
    std::string text = texts.make(format, 1 + random.below(30), random.below(8) == 0);
    if (format == TextFormat::kCsv) text = nasty_header(',') + "\n" + text;
    // Later lines of a file can ask the importer, and those of a part cannot.
    const auto found = records::judge_text(text, true, {}).found;
    const bool is_odd = found.ok() && *found && records::has_odd_lines(text, (*found)->format);
    if (is_odd || !is_tested(i++)) continue;
    const char* command = random.below(2) == 0 ? "convert" : "check";
    const char* to = *command == 'c' && command[1] == 'h' ? "same" : kFormats[random.below(5)];
    const auto first = static_cast<std::size_t>(10 + random.below(300));
    const auto part = 1 + random.index(600);
    ASSERT_NO_FATAL_FAILURE(expect_equal(text, command, to, first, part));
    parts += in_parts(text, command, to, first, part).parts;
  }
  EXPECT_GT(parts, kIsSanitized ? 500U : 1000U);
}

// The first bytes decide nothing, and the text has one of the layouts of the importer.
TEST(ConverterCalls, OtherLayoutsGiveWhatTheCommandGives) {
  const std::string puzzle(kPuzzle);
  std::string links;
  std::string objects;
  std::string quoted;
  for (int i = 0; i < 40; ++i) {
    const std::string cells = i == 20 ? puzzle.substr(1) : puzzle;
    links += "https://www.sudokuwiki.org/sudoku.htm?bd=" + cells + "\n";
    objects += std::string(i == 0 ? "[" : ",") + R"({"quiz": ")" + cells + "\"}\n";
    quoted += "\"" + cells + "\",\n";
  }
  for (const std::string& text : {comma_boards(40), links, objects + "]\n", quoted}) {
    for (const char* command : {"solve", "check", "rate", "canon", "dedupe", "convert"}) {
      for (const char* to : kFormats) {
        if (std::string_view(command) == "check" && std::string_view(to) != "same") continue;
        ASSERT_NO_FATAL_FAILURE(expect_equal(text, command, to, 400, 700));
      }
    }
    const Made made = in_parts(text, "solve", "same", 400, 700);
    EXPECT_EQ(made.records, 40U) << text;
    EXPECT_NE(made.opened.value("layout", ""), "");
  }
  EXPECT_EQ(in_parts(comma_boards(1), "solve", "same", 50, 50).opened["layout"],
            "1 board of 9 rows, cells separated by commas");
  EXPECT_FALSE(in_parts(puzzle + "\n", "solve", "same", 400, 700).opened.contains("layout"));
}

TEST(ConverterCalls, CountsAreSums) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += std::string(kPuzzle) + "\n" + std::string(81, '.') + "\n55" + std::string(79, '.') +
            "\nx\n";
  }
  const Made solved = in_parts(text, "solve", "same", 300, 100);
  EXPECT_GT(solved.parts, 20U);
  EXPECT_EQ(solved.counts,
            (json{{"unique", 30}, {"multiple", 30}, {"unsolvable", 30}, {"malformed", 30}}));
  EXPECT_EQ(in_parts(text, "dedupe", "same", 300, 100).counts,
            (json{{"kept", 3}, {"duplicates", 87}, {"malformed", 30}}));
  json body = order("solve", "same");
  body.update({{"format", "line"}, {"begin", "0"}, {"entry", "000"}, {"is_first", true}});
  std::string output;
  const json answer = json::parse(web::answer_converter_part(body.dump(), text, output));
  EXPECT_EQ(answer["clues"][30], 30);
  EXPECT_EQ(answer["clues"][0], 30);
  body["command"] = "rate";
  EXPECT_EQ(json::parse(web::answer_converter_part(body.dump(), text, output))["levels"]["easy"],
            30);
}

TEST(ConverterCalls, TheOutputHasAName) {
  const auto name_of = [](const std::string& name, const std::string& command,
                          const std::string& to, const std::string& text) {
    json body = order(command, to);
    body["name"] = name;
    const json opened = json::parse(web::answer_converter_open(body.dump(), text));
    std::string output;
    const json all = json::parse(web::answer_converter_all(body.dump(), text, output));
    for (const char* member : {"output_format", "output_name", "media_type"}) {
      EXPECT_EQ(opened[member], all[member]) << opened << all;
    }
    return all.value("output_name", "");
  };
  const std::string line = std::string(kPuzzle) + "\n";
  const std::string csv = "puzzle,note\n" + std::string(kPuzzle) + ",x\n";
  EXPECT_EQ(name_of("a.txt", "solve", "same", line), "solved-a.txt");
  EXPECT_EQ(name_of("C:\\x\\a.sdm.gz", "canon", "same", line), "canonical-a.sdm");
  EXPECT_EQ(name_of("a.tsv", "solve", "same", csv), "solved-a.tsv");
  EXPECT_EQ(name_of("a.csv.gz", "convert", "jsonl", csv), "converted-a.jsonl");
  EXPECT_EQ(name_of("a.csv", "check", "same", csv), "checked-a.txt");
  EXPECT_EQ(name_of("a.txt", "rate", "same", line), "rated-a.csv");
  EXPECT_EQ(name_of("", "dedupe", "grid", csv), "deduplicated-puzzles.txt");
  EXPECT_EQ(name_of(std::string(300, 'a'), "solve", "same", csv),
            "solved-" + std::string(160, 'a') + ".csv");
}

TEST(ConverterCalls, TextsThatAreRefused) {
  const auto code_of = [](const std::string& to, const std::string& bytes) {
    const std::string body = order("solve", to).dump();
    std::string output;
    const json all = json::parse(web::answer_converter_all(body, bytes, output));
    const std::string longer = bytes + "\n" + std::string(5000, '#');
    const json opened = json::parse(web::answer_converter_open(body, longer));
    if (opened.contains("error")) {
      EXPECT_EQ(opened["error"]["code"], all["error"]["code"]) << opened << all;
    }
    EXPECT_EQ(output.empty(), bytes.empty() || all.contains("error"));
    return all.contains("error") ? all["error"]["code"].get<std::string>() : "";
  };
  using namespace std::string_literals;
  EXPECT_EQ(code_of("same", "\x28\xB5\x2F\xFD and more"), "elsewhere");
  const std::string line(kPuzzle);
  EXPECT_EQ(code_of("line", line), "");
  EXPECT_EQ(code_of("parquet", line), "elsewhere");
  EXPECT_EQ(code_of("npy", line), "elsewhere");
  EXPECT_EQ(code_of("same", "quiz,puzzle\n1,2\n"), "columns");
  EXPECT_EQ(code_of("same", "PAR1 and more"), "input");
  EXPECT_EQ(code_of("same", "no puzzle\n"), "input");
  EXPECT_EQ(code_of("none", line), "bad_request");
  const std::string head =
      "\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }"s;
  EXPECT_EQ(
      code_of("same", head + std::string(127 - head.size(), ' ') + "\n" + std::string(81, '\0')),
      "elsewhere");
  EXPECT_EQ(code_of("same", ""), "");
}

TEST(ConverterCalls, WrongFieldsAreRefused) {
  std::string output;
  const auto is_bad = [](const web::Answer& answer) {
    return json::parse(answer)["error"]["code"] == "bad_request";
  };
  EXPECT_TRUE(is_bad(web::answer_converter_open("{}", kPuzzle)));
  EXPECT_TRUE(is_bad(
      web::answer_converter_cut(R"({"format":"line","separator":",","entry":"0000"})", kPuzzle)));
  EXPECT_TRUE(is_bad(
      web::answer_converter_cut(R"({"format":"npy","separator":",","entry":"000"})", kPuzzle)));
  json body = order("solve", "same");
  body.update({{"format", "line"}, {"begin", "82"}, {"entry", "000"}, {"is_first", true}});
  EXPECT_TRUE(is_bad(web::answer_converter_part(body.dump(), kPuzzle, output)));
  body["begin"] = "1x";
  EXPECT_TRUE(is_bad(web::answer_converter_part(body.dump(), kPuzzle, output)));
  EXPECT_EQ(output, "");
}

TEST(ConverterCalls, AnEmptyTextHasOneEmptyPart) {
  for (const char* text : {"", "\n\n", "# nothing\n"}) {
    const Made made = in_parts(text, "solve", "same", 100, 100);
    EXPECT_EQ(made.error, "");
    EXPECT_EQ(made.parts, 1U);
    EXPECT_EQ(made.records, 0U);
    EXPECT_EQ(made.output, "");
  }
}

}  // namespace
}  // namespace dokumill::testing
