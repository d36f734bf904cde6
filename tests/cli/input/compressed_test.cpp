// Tests of compressed inputs and outputs of the command. The programs gzip, zstd and pigz compress
// the inputs and check the outputs. Python also decompresses an output.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/support/cli_test.hpp"

namespace dokumill::testing {
namespace {

class Compressed : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    std::string other = kInkalaSolution;
    other.replace(27, 9, 9, '0');
    for (int i = 0; i < 2000; ++i) text_ += (i % 7 == 0 ? other : kPuzzle) + '\n';
    dir.write("in.txt", text_);
  }

  // Runs a shell command in the folder of the test; true if it succeeds.
  bool shell(const std::string& command) const {
    return std::system(("cd '" + dir.path() + "' && { " + command + "; } 2>/dev/null").c_str()) ==
           0;
  }
  std::string solved(const std::string& input) const { return run({"solve", input, "-q"}).out; }

  std::string text_;
};

struct Packer {
  std::string ending;
  std::string pack;   // a shell command that compresses in.txt to in.ENDING
  std::string judge;  // fails if the file out.ENDING is damaged
  std::string unpack;
};
const std::vector<Packer>& packers() {
  static const std::vector<Packer> list{
      {"gz", "gzip -k -c in.txt >in.gz", "gzip -t out.gz", "gzip -dc out.gz"},
      {"gz", "pigz -c -p 2 in.txt >in.gz", "pigz -t out.gz", "pigz -dc out.gz"},
      {"gz", "head -c 50000 in.txt | gzip >in.gz; tail -c +50001 in.txt | gzip >>in.gz",
       "gzip -t out.gz",
       "python3 -c 'import gzip,sys; sys.stdout.write(gzip.open(\"out.gz\", \"rt\").read())'"},
      {"zst", "zstd -q -f in.txt -o in.zst", "zstd -q -t out.zst", "zstd -q -dc out.zst"},
      {"zst", "head -c 50000 in.txt | zstd -q >in.zst; tail -c +50001 in.txt | zstd -q >>in.zst",
       "zstd -q -t out.zst", "zstd -q -dc out.zst"}};
  return list;
}

TEST_F(Compressed, IsReadAndWrittenAsOtherProgramsDo) {
  const std::string expected = solved("in.txt");
  ASSERT_EQ(expected.size(), text_.size());
  for (const Packer& packer : packers()) {
    ASSERT_TRUE(shell(packer.pack)) << packer.pack;
    const std::string in = "in." + packer.ending;
    const std::string out = "out." + packer.ending;
    EXPECT_EQ(solved(in), expected) << packer.pack;
    EXPECT_EQ(run({"solve", in, "-q", "--no-mmap"}).out, expected) << packer.pack;
    EXPECT_EQ(run({"solve", "-q"}, Stdin::pieces(dir.read(in), {1, 2, 3, 1000})).out, expected);
    EXPECT_TRUE(gives(run({"solve", in, "-q", "-o", out}), 0, "", ""));
    EXPECT_TRUE(shell(packer.judge)) << packer.judge;
    EXPECT_TRUE(shell(packer.unpack + " >unpacked")) << packer.unpack;
    EXPECT_EQ(dir.read("unpacked"), expected) << packer.unpack;
  }
}

TEST_F(Compressed, TheBytesDependOnTheTextOnly) {
  // The text fills more than one block, and the csv output has a header.
  ASSERT_TRUE(shell("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cat in.txt; done >big.txt"));
  for (const std::string kind : {"gzip", "zstd:3"}) {
    const Args command{"solve", "big.txt", "-q", "--to", "csv", "--compress", kind};
    const std::string expected = run(with(command, {"-j", "1"})).out;
    EXPECT_LT(expected.size(), text_.size() * 12);
    for (const std::string threads : {"2", "5"}) {
      EXPECT_TRUE(run(with(command, {"-j", threads})).out == expected) << kind << threads;
    }
    EXPECT_TRUE(run({"solve", "-q", "--to", "csv", "--compress", kind},
                    Stdin::pieces(dir.read("big.txt"), {70'000, 300'000}))
                    .out == expected)
        << kind;
  }
}

TEST_F(Compressed, AnEmptyOutputIsAFileThatOthersRead) {
  dir.write("empty", "");
  EXPECT_TRUE(gives(run({"solve", "empty", "-q", "-o", "out.gz"}), 0, "", ""));
  EXPECT_TRUE(gives(run({"solve", "empty", "-q", "-o", "out.zst"}), 0, "", ""));
  EXPECT_TRUE(shell("gzip -t out.gz && zstd -q -t out.zst && [ -z \"$(gzip -dc out.gz)\" ]"));
  EXPECT_TRUE(gives(run({"solve", "out.gz", "-q"}), 0, "", ""));
}

TEST_F(Compressed, CutsAndDamageLeaveNoOutput) {
  ASSERT_TRUE(shell("gzip -c in.txt >in.gz; zstd -q -f in.txt -o in.zst"));
  dir.write("out.txt", "old");
  for (const std::string ending : {"gz", "zst"}) {
    const std::string whole = dir.read("in." + ending);
    const std::size_t step = whole.size() / 12 + 1;
    for (std::size_t bytes = 4; bytes < whole.size(); bytes += step) {
      dir.write("cut", whole.substr(0, bytes));
      EXPECT_TRUE(refuses(run({"solve", "cut", "-o", "out.txt"}), {"cut: truncated", "byte"}));
      EXPECT_TRUE(
          refuses(run({"solve", "-o", "out.txt"}, Stdin::pieces(whole.substr(0, bytes), {99})),
                  {"<stdin>: truncated"}));
    }
    std::string damaged = whole;
    damaged[whole.size() - 6] = static_cast<char>(damaged[whole.size() - 6] ^ 1);
    dir.write("cut", damaged);
    EXPECT_TRUE(refuses(run({"solve", "cut", "-o", "out.txt"}), {"cut: damaged"})) << ending;
  }
  EXPECT_EQ(dir.read("out.txt"), "old");
}

TEST_F(Compressed, ADictionaryIsNoDamage) {
  // A frame of one byte that needs the dictionary 7.
  dir.write("in.zst", std::string_view("\x28\xB5\x2F\xFD\x21\x07\x01\x09\0\0x", 11));
  const std::string what =
      "in.zst: was compressed with a zstd dictionary; decompress it: zstd -d -D DICTIONARY FILE";
  EXPECT_TRUE(refuses(run({"check", "in.zst", "-q"}), {what}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "in.zst", "-q"}), {what}));
}

TEST_F(Compressed, OtherBytesAfterTheDataAreAnError) {
  ASSERT_TRUE(
      shell("gzip -c in.txt >in.gz; { cat in.gz; echo more; } >more.gz; "
            "{ cat in.gz; head -c 600 /dev/zero; } >zeros.gz; "
            "zstd -q in.txt -o in.zst; { cat in.zst; echo more; } >more.zst"));
  EXPECT_EQ(run({"check", "zeros.gz", "-q"}).status, 0);
  EXPECT_TRUE(refuses(run({"check", "more.gz", "-q"}), {"more.gz: damaged gzip data"}));
  EXPECT_TRUE(refuses(run({"check", "more.zst", "-q"}), {"more.zst: damaged zstd data"}));
}

TEST_F(Compressed, MessagesNameTheLineOfTheText) {
  dir.write("in.txt", kPuzzle + "\nnot a puzzle\n");
  ASSERT_TRUE(shell("gzip -c in.txt >in.gz"));
  const Outcome outcome = run({"solve", "in.gz", "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("in.gz:2:1: record 2:"), std::string::npos) << outcome.err;
}

TEST_F(Compressed, ABombNeedsLittleMemory) {
  // 16 MiB of line ends, and a line of 16 MiB without a line end.
  ASSERT_TRUE(
      shell("{ cat in.txt; head -c 16777216 /dev/zero | tr '\\0' '\\n'; } | gzip -1 >bomb.gz; "
            "{ cat in.txt; head -c 16777216 /dev/zero | tr '\\0' 1; } | gzip -1 >line.gz"));
  EXPECT_EQ(run({"check", "bomb.gz", "-q"}).status, 0);
  const Outcome line = run({"check", "line.gz", "-q"});
  EXPECT_EQ(line.status, 1);
  EXPECT_NE(line.err.find("line.gz:2001: record 2001:"), std::string::npos) << line.err;
}

// A damaged column of a Parquet file is an error only for commands that read it.
TEST_F(Compressed, OnlyTheNeededColumnsOfParquetAreRead) {
  std::string table = "note,puzzle\n";
  for (int i = 0; i < 20000; ++i) table += "a remark," + kPuzzle + "\n";
  dir.write("in.csv", table + "the end," + kPuzzle + "\n");
  ASSERT_EQ(
      run({"convert", "in.csv", "--keep-columns", "--compress", "none", "-o", "in.parquet", "-q"})
          .status,
      0);
  std::string parquet = dir.read("in.parquet");
  parquet[parquet.find("the end") - 1] = '\x7F';  // the highest byte of its length
  dir.write("in.parquet", parquet);
  const Outcome solved = run({"solve", "in.parquet", "--to", "line", "-q"});
  EXPECT_EQ(solved.status, 0);
  EXPECT_EQ(solved.out.size(), 20001 * (kSolution.size() + 1));
  for (const Args& args : {Args{"convert", "--keep-columns"}, Args{"dedupe"},
                           Args{"solve", "--where", "note = x"}, Args{"sort", "--by", "note"}}) {
    const Outcome outcome = run(with(args, {"in.parquet", "-o", "out.csv", "-q"}));
    EXPECT_EQ(outcome.status, 2) << args[0];
    EXPECT_TRUE(mentions(outcome, "column 'note'")) << args[0];
  }
}

TEST_F(Compressed, WrongFlagsAreNamed) {
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "--compress", "lz4"}), {"gzip, zstd", "lz4"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "--compress", "gzip:0"}), {"1 to 12"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "--compress", "zstd:20"}), {"1 to 19"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "--compress", "zstd:"}), {"1 to 19"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "--compress", "zstd", "-o", "x.gz"}),
                      {"x.gz", "the name says gzip", "--compress"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "-o", "x.csv.bz2"}), {"bzip2", "not supported"}));
  EXPECT_TRUE(refuses(run({"solve", "in.txt", "-o", "x.parquet.gz"}), {"Parquet"}));
  EXPECT_TRUE(has_only(dir, {"in.txt"}));
}

TEST_F(Compressed, TheReportHasTheTimeOfBoth) {
  ASSERT_TRUE(shell("for i in 1 2 3 4 5 6 7 8 9; do cat in.txt; done | gzip >in.gz"));
  run({"solve", "in.gz", "-q", "-o", "out.csv.gz", "--report", "r.json"});
  const auto stages = nlohmann::json::parse(dir.read("r.json"))["stages"];
  EXPECT_GT(stages["decompress"].get<double>(), 0);
  EXPECT_GT(stages["compress"].get<double>(), 0);
}

}  // namespace
}  // namespace dokumill::testing
