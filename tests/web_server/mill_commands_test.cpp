// Tests of what the mill makes of a file: every command, formats, compression, names, and the limit
// for compressed files that grow without end.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "dokumill/batch.hpp"
#include "dokumill/datasets.hpp"
#include "dokumill/puzzles.hpp"
#include "support/scratch_folder.hpp"
#include "web/mill_options.hpp"
#include "web_server/test_server.hpp"

namespace dokumill::testing {
namespace {

using nlohmann::json;
using web::MillCommand;
using web::MillOptions;

constexpr std::string_view kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

// Five lines: a puzzle twice, a grid without clues, a puzzle without a solution, and a malformed
// line.
std::string mixed_lines() {
  return std::string(kPuzzle) + "\n" + std::string(kPuzzle) + "\n" + std::string(81, '.') + "\n5" +
         std::string(7, '.') + "5" + std::string(72, '.') + "\nnonsense\n";
}

std::string mixed_csv() {
  std::string text = "puzzle,note\n";
  for (const char* note : {"one", "two"}) text += std::string(kPuzzle) + "," + note + "\n";
  return text;
}

struct Result {
  json state;
  Reply file;
};

class WebMillCommands : public ::testing::Test {
 protected:
  Result mill(const json& options, std::string_view bytes) const {
    const Reply opened = server.post("mill", options.dump());
    EXPECT_EQ(opened.status, 200) << opened.body;
    if (opened.status != 200) return {};
    const std::string job = "/api/v1/mill/" + json::parse(opened.body)["job"].get<std::string>();
    const Reply ended =
        server.ask("PUT", job + "/input", "Content-Type: application/octet-stream\r\n", bytes);
    EXPECT_EQ(ended.status, 200) << ended.body;
    return {json::parse(ended.body), server.ask("GET", job + "/output")};
  }

  TestServer server;
};

// What a command of the library writes for a file with these bytes.
template <class Options, class Job>
std::string written(const Job& job, std::string_view bytes, Options options = {}) {
  const ScratchFolder folder;
  write_file(folder / "in", std::string(bytes));
  options.input.path = folder / "in";
  options.output = folder / "out";
  const auto report = job(options);
  EXPECT_TRUE(report.ok()) << report.status().message();
  return read_file(folder / "out");
}

TEST_F(WebMillCommands, EachWritesWhatTheCommandWrites) {
  const std::string text = mixed_lines();
  CheckOptions check_options;
  check_options.each = true;
  RateOptions rate_options;
  rate_options.output_format = TextFormat::kCsv;
  const struct {
    const char* command;
    std::string output;
    json counts;
    const char* name;
  } cases[] = {
      {"solve",
       written<SolveOptions>([](const auto& job) { return solve(job); }, text),
       {{"unique", 2}, {"multiple", 1}, {"unsolvable", 1}, {"malformed", 1}},
       "solved-a.txt"},
      {"check",
       written([](const auto& job) { return check(job); }, text, check_options),
       {{"complete", 0}, {"unique", 2}, {"multiple", 1}, {"none", 1}, {"malformed", 1}},
       "checked-a.txt"},
      {"rate",
       written([](const auto& job) { return rate(job); }, text, rate_options),
       {{"unique", 2}, {"complete", 0}, {"multiple", 1}, {"none", 1}, {"malformed", 1}},
       "rated-a.csv"},
      {"canon",
       written<CanonOptions>([](const auto& job) { return canonize(job); }, text),
       {{"malformed", 1}},
       "canonical-a.txt"},
      {"dedupe",
       written<DedupeOptions>([](const auto& job) { return dedupe(job); }, text),
       {{"kept", 3}, {"duplicates", 1}, {"malformed", 1}},
       "deduplicated-a.txt"},
  };
  for (const auto& test : cases) {
    const Result result =
        mill({{"name", "a.txt"}, {"command", test.command}, {"to", "same"}}, text);
    EXPECT_EQ(result.state["state"], "done") << result.state;
    EXPECT_EQ(result.state["command"], test.command);
    EXPECT_EQ(result.state["records"], 5);
    EXPECT_EQ(result.state["counts"], test.counts) << test.command;
    EXPECT_EQ(result.state["output_name"], test.name);
    EXPECT_EQ(result.state["clues"].is_null(), std::string_view(test.command) != "solve");
    EXPECT_EQ(result.state["levels"].is_null(), std::string_view(test.command) != "rate");
    EXPECT_EQ(result.file.body, test.output) << test.command;
  }
}

TEST_F(WebMillCommands, RatingsComeAfterTheColumnsOfTheFile) {
  const Result csv = mill({{"name", "list"}, {"command", "rate"}, {"to", "same"}}, mixed_csv());
  const std::string row =
      std::string(kPuzzle) + ",one,1.2,1.2,1.2,easy,30,hidden single in a box,1\n";
  EXPECT_TRUE(csv.file.body.starts_with("puzzle,note,er,ep,ed,level,clues,hardest,exact\n" + row))
      << csv.file.body;
  EXPECT_EQ(csv.state["levels"]["easy"], 2);
  EXPECT_EQ(csv.file.field("content-type"), "text/csv; charset=utf-8");
  EXPECT_EQ(csv.state["output_name"], "rated-list.csv");
  // A file that was rated before already has columns with the names that rate adds. Then the output
  // does not keep the columns of the file: it has the puzzles and the columns of this rating.
  const Result again =
      mill({{"name", "list.csv"}, {"command", "rate"}, {"to", "same"}}, csv.file.body);
  EXPECT_TRUE(again.file.body.starts_with("puzzle,er,ep,ed,level,clues,hardest,exact\n"))
      << again.file.body;
}

TEST_F(WebMillCommands, RatingsOfObjectsAreObjects) {
  for (const char* name : {"list.jsonl", "list.ndjson", "LIST.JSONL", "list.ndjson.gz"}) {
    const Result objects = mill({{"name", name}, {"command", "rate"}, {"to", "same"}},
                                "{\"puzzle\":\"" + std::string(kPuzzle) + "\",\"id\":7}\n");
    const json object = json::parse(objects.file.body, nullptr, false);
    ASSERT_TRUE(object.is_object()) << name << ": " << objects.file.body;
    EXPECT_EQ(object["id"], 7) << name;
    EXPECT_EQ(object["level"], "easy") << name;
  }
}

TEST_F(WebMillCommands, ACsvFileGivesACsvFile) {
  const Result solved =
      mill({{"name", "a.csv"}, {"command", "solve"}, {"to", "same"}}, mixed_csv());
  EXPECT_EQ(solved.file.field("content-type"), "text/csv; charset=utf-8");
  EXPECT_EQ(solved.file.field("content-disposition"),
            "attachment; filename=\"solved-a.csv\"; filename*=UTF-8''solved-a.csv");
  // The format depends on the bytes of the file, not on its name.
  const Result lines =
      mill({{"name", "a.csv"}, {"command", "solve"}, {"to", "same"}}, mixed_lines());
  EXPECT_EQ(lines.file.field("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(lines.state["output_name"], "solved-a.txt");
}

TEST_F(WebMillCommands, CompressedFilesInAndOut) {
  const std::string text = mixed_lines();
  const auto copy = [](const auto& job) { return dedupe(job); };
  for (const Compression kind : {Compression::kGzip, Compression::kZstd}) {
    if (!has_compression(kind)) continue;
    const bool is_gzip = kind == Compression::kGzip;
    DedupeOptions packing;
    packing.compression = {{kind}};
    const std::string packed = written(copy, text, packing);
    ASSERT_NE(packed, text);
    const std::string ending = is_gzip ? ".gz" : ".zst";
    const json options = {{"name", "a.txt" + ending},
                          {"command", "dedupe"},
                          {"to", "same"},
                          {"compress", is_gzip ? "gzip" : "zstd"}};
    const Result result = mill(options, packed);
    EXPECT_EQ(result.state["state"], "done") << result.state;
    EXPECT_EQ(result.file.body, packed);
    EXPECT_EQ(result.state["output_name"], "deduplicated-a.txt" + ending);
    EXPECT_EQ(result.file.field("content-type"), is_gzip ? "application/gzip" : "application/zstd");
    const Result plain =
        mill({{"name", "a.txt" + ending}, {"command", "dedupe"}, {"to", "same"}}, packed);
    EXPECT_EQ(plain.state["output_name"], "deduplicated-a.txt");
    EXPECT_EQ(plain.file.body, written<DedupeOptions>(copy, text));
    // A file that is cut short is reported.
    const Result cut = mill(options, std::string_view(packed).substr(0, packed.size() - 5));
    EXPECT_EQ(cut.state["state"], "failed");
    EXPECT_TRUE(cut.state["error"].get<std::string>().starts_with("a.txt" + ending + ":"))
        << cut.state;
  }
}

TEST_F(WebMillCommands, ProblemsHaveReasonsForOtherLanguages) {
  const auto reasons = [&](const char* command, const std::string& text, const char* to = "same") {
    const Result result = mill({{"name", "a"}, {"command", command}, {"to", to}}, text);
    json list = json::array();
    for (const json& problem : result.state["problems"]) list.push_back(problem["reason"]);
    return list;
  };
  const std::string puzzle(kPuzzle);
  const std::string lines = puzzle + "\n" + puzzle.substr(0, 80) + "\n" + puzzle.substr(0, 9) +
                            "\nQ" + puzzle.substr(1) + "\nA" + puzzle.substr(1) + "\n" + puzzle +
                            "Q\n55" + std::string(79, '.') + "\n" + "12345678." +
                            std::string(71, '.') + "9\n" + std::string(81, '.') + "\n";
  EXPECT_EQ(reasons("check", lines), json::parse(R"([
              {"code":"cell_count","found":"80"},
              {"code":"cell_count_row","found":"9"},
              {"code":"not_a_cell","byte":"'Q'"},
              {"code":"not_a_cell_big","byte":"'A'"},
              {"code":"after_cells","byte":"'Q'"},
              {"code":"conflict","first":"0","second":"1","digit":"5"},
              {"code":"unsolvable"},
              {"code":"several"}])"));
  EXPECT_EQ(reasons("canon", "puzzle,solution\n" + puzzle + ",\n" + puzzle + ",abc\n" + puzzle +
                                 "\n" + puzzle.substr(1) + ",\n\"abc\n"),
            json::parse(R"([
              {"code":"column_cells","column":"solution"},
              {"code":"column_count","found":"1","expected":"2"},
              {"code":"puzzle_cells","found":"80"},
              {"code":"open_quote"}])"));
  EXPECT_EQ(reasons("solve", R"({"puzzle":")" + puzzle + "\"}\n" + R"({"puzzle":7})" + "\n" +
                                 R"({"other":1})" + "\n" + R"({"puzzle")" + "\n"),
            json::parse(R"([{"code":"not_a_string"},{"code":"no_member"},{"code":"json_end"}])"));
}

TEST_F(WebMillCommands, AFailureHasACode) {
  const auto code = [&](const char* command, const char* to, std::string_view bytes) {
    const Result result = mill({{"name", "a"}, {"command", command}, {"to", to}}, bytes);
    EXPECT_EQ(result.state["state"], "failed");
    EXPECT_FALSE(result.state["error"].get<std::string>().empty());
    return result.state["error_code"].get<std::string>();
  };
  EXPECT_EQ(code("solve", "same", "quiz,puzzle\n1,2\n"), "columns");
  EXPECT_EQ(code("solve", "same", "hello\nworld\n"), "input");
  EXPECT_EQ(code("solve", "same", "\x1F\x8B\x08"), "input");
  const Result good = mill({{"name", "a"}, {"command", "solve"}, {"to", "same"}}, kPuzzle);
  EXPECT_FALSE(good.state.contains("error_code"));
}

TEST(WebMillGrowth, ACompressedFileThatGrowsWithoutEndIsStopped) {
  if (!has_compression(Compression::kZstd)) GTEST_SKIP() << "no zstd here";
  web::Limits limits;
  limits.free_bytes = 1 << 20;
  const TestServer server(limits);
  std::string text;
  for (int i = 0; i < 400'000; ++i) text += std::string(kPuzzle) + "\n";
  ConvertOptions packing;
  packing.compression = {{Compression::kZstd}};
  const std::string bomb = written([](const auto& job) { return convert(job); }, text, packing);
  ASSERT_LT(bomb.size(), text.size() / 200);
  for (const char* command : {"solve", "check"}) {
    const json options = {{"name", "bomb.zst"}, {"command", command}, {"to", "same"}};
    const std::string job =
        "/api/v1/mill/" +
        json::parse(server.post("mill", options.dump()).body)["job"].get<std::string>();
    const Reply ended =
        server.ask("PUT", job + "/input", "Content-Type: application/octet-stream\r\n", bomb);
    const json state = json::parse(ended.body);
    EXPECT_EQ(state["state"], "failed") << state;
    EXPECT_EQ(state["error"], "the result is more than 64 times as large as the file");
    EXPECT_EQ(state["error_code"], "too_large");
    EXPECT_EQ(state["output_bytes"], 0);
  }
}

TEST(WebMillNames, TheResultHasANameThatFits) {
  const auto name = [](const std::string& of, TextFormat format,
                       MillCommand command = MillCommand::kSolve,
                       Compression compression = Compression::kNone) {
    MillOptions options;
    options.name = of;
    options.command = command;
    options.compression = compression;
    return web::output_name(options, format);
  };
  EXPECT_EQ(name("a.txt", TextFormat::kLine), "solved-a.txt");
  EXPECT_EQ(name("a.sdm", TextFormat::kGrid), "solved-a.sdm");
  EXPECT_EQ(name("a.csv", TextFormat::kGrid), "solved-a.txt");
  EXPECT_EQ(name("a", TextFormat::kLine), "solved-a.txt");
  EXPECT_EQ(name("a.txt", TextFormat::kCsv), "solved-a.csv");
  EXPECT_EQ(name("a.TSV", TextFormat::kCsv), "solved-a.TSV");
  EXPECT_EQ(name("a.v2", TextFormat::kCsv), "solved-a.v2.csv");
  EXPECT_EQ(name("a.txt", TextFormat::kJsonl), "solved-a.jsonl");
  EXPECT_EQ(name("a.csv", TextFormat::kParquet), "solved-a.parquet");
  EXPECT_EQ(name("a.csv.gz", TextFormat::kCsv), "solved-a.csv");
  EXPECT_EQ(name("a.csv.gz", TextFormat::kLine, MillCommand::kCheck, Compression::kZstd),
            "checked-a.txt.zst");
  EXPECT_EQ(name("", TextFormat::kLine), "solved-puzzles.txt");
  EXPECT_EQ(name(".gz", TextFormat::kLine), "solved-.gz.txt");
  EXPECT_EQ(name("/etc/../x/passwd", TextFormat::kLine), "solved-passwd.txt");
  EXPECT_EQ(name("C:\\x\\a.txt", TextFormat::kLine), "solved-a.txt");
  EXPECT_EQ(name("..", TextFormat::kLine), "solved-...txt");
  // Long names are cut between two characters.
  std::string many;
  for (int i = 0; i < 5'000; ++i) many += "\xE6\x95\xB0";
  const std::string cut = name(many + ".txt", TextFormat::kLine);
  EXPECT_LE(cut.size(), 200U);
  EXPECT_TRUE(json::accept("\"" + cut + "\""));
  EXPECT_TRUE(cut.ends_with("\xE6\x95\xB0.txt"));
  EXPECT_LE(name("." + std::string(5'000, 'x'), TextFormat::kLine).size(), 200U);
}

TEST(WebMillNames, AnyNameIsSafeInAHeader) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const std::string text = web::disposition_of(all);
  for (const char c : text) EXPECT_TRUE(c >= ' ' && c <= '~') << static_cast<int>(c);
  EXPECT_EQ(std::count(text.begin(), text.end(), '"'), 2);
  EXPECT_EQ(std::count(text.begin(), text.end(), ';'), 1);
}

TEST(WebMillOptions, WhatIsNotAJobIsRefused) {
  const auto read = [](const json& options) { return web::read_mill_options(options.dump()); };
  const json good = {{"name", "a"}, {"command", "solve"}, {"to", "csv"}, {"compress", "none"}};
  ASSERT_TRUE(read(good).ok());
  EXPECT_EQ(read(good)->to, TextFormat::kCsv);
  const auto with = [&](const char* field, const json& value) {
    json changed = good;
    changed[field] = value;
    return read(changed);
  };
  for (const auto& [field, value] :
       std::initializer_list<std::pair<const char*, json>>{{"command", "generate"},
                                                           {"command", "Solve"},
                                                           {"command", 1},
                                                           {"to", "xml"},
                                                           {"to", "npy"},
                                                           {"to", ""},
                                                           {"compress", "xz"},
                                                           {"compress", true},
                                                           {"name", 1},
                                                           {"rate", true}}) {
    EXPECT_FALSE(with(field, value).ok()) << field << value;
  }
  for (const char* field : {"name", "command", "to"}) {
    json less = good;
    less.erase(field);
    EXPECT_FALSE(read(less).ok()) << field;
  }
  EXPECT_FALSE(with("command", "check").ok());  // check writes words, not csv
  if (has_compression(Compression::kGzip)) {
    EXPECT_TRUE(with("compress", "gzip").ok());
    json table = good;
    table["to"] = "parquet";
    table["compress"] = "gzip";
    EXPECT_FALSE(read(table).ok());
  }
}

}  // namespace
}  // namespace dokumill::testing
