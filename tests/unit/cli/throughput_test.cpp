// Tests of `dokumill bench`: statistics, the measurement of the workloads, the JSON of a
// measurement, and the comparison of two measurements.
#include "cli/bench/throughput.hpp"

#include <gtest/gtest.h>

#include <set>

#include "cli/bench/digest.hpp"
#include "support/system/fake_platform.hpp"
#include "support/system/scratch_folder.hpp"

namespace dokumill::throughput {
namespace {

TEST(Digests, KnownAnswersAndEveryByteCounts) {
  const auto digest_of = [](std::string_view bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.value();
  };
  // An independent implementation computed the expected values.
  EXPECT_EQ(digest_of("mill"), 5023330944570105179U);
  EXPECT_EQ(digest_of("nine digits in every house"), 16590575493648272391U);
  std::set<std::uint64_t> all{digest_of("")};
  std::string text;
  for (int length = 1; length <= 40; ++length) {
    text += '\0';
    EXPECT_TRUE(all.insert(digest_of(text)).second) << length;
  }
  for (char& byte : text) {
    byte = '\1';
    EXPECT_TRUE(all.insert(digest_of(text)).second);
    byte = '\0';
  }
}

TEST(Statistics, MedianLeastSpread) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({9, 1, 2, 4}), 3);
  EXPECT_EQ(min_of(std::vector<double>{9, 1, 2}), 1);
  EXPECT_EQ(spread({10, 10, 10}), 0);
  EXPECT_EQ(spread({8, 10, 11}), 0.1);  // the distances are 2, 0 and 1
}

// The clock advances by one millisecond at each reading.
class TickingPlatform : public testing::FakePlatform {
 public:
  std::uint64_t now_ns() override { return ns_ += 1'000'000; }

 private:
  std::atomic<std::uint64_t> ns_{0};
};

MeasureOptions short_options(Platform& platform, std::vector<std::string> only) {
  MeasureOptions options;
  options.threads = 1;
  options.only = std::move(only);
  options.seconds = 0.2;
  options.platform = &platform;
  return options;
}

TEST(Measurements, TheGateNamesWhatBecameSlow) {
  TickingPlatform platform;
  MeasureOptions options = short_options(platform, {"parse", "print"});
  const Measurement baseline = measure(options).value();
  options.slowed = "print";
  options.slowed_by = 4;
  const Measurement slow = measure(options).value();
  const Verdict verdict = compare(slow, baseline, 0.9);
  ASSERT_EQ(verdict.runs.size(), 2U);
  EXPECT_EQ(verdict.runs[0].workload, "parse");
  EXPECT_FALSE(verdict.runs[0].has_fallen);
  EXPECT_NEAR(verdict.runs[0].ratio, 1, 1e-9);
  EXPECT_EQ(verdict.runs[1].workload, "print");
  EXPECT_TRUE(verdict.runs[1].has_fallen);
  EXPECT_LT(verdict.runs[1].ratio, 0.5);
  EXPECT_TRUE(verdict.other_answers.empty());
  EXPECT_TRUE(verdict.not_compared.empty());
  const Verdict back = compare(baseline, slow, 0.9);
  EXPECT_FALSE(back.runs[1].has_fallen);
  EXPECT_GT(back.runs[1].ratio, 2);
}

TEST(Measurements, EveryWorkloadWorksAndLeavesNoFile) {
  const testing::ScratchFolder folder;
  testing::FakePlatform platform;
  platform.variables = std::map<std::string, std::string>{{"TMPDIR", folder.path()}};
  MeasureOptions options = short_options(platform, {});
  options.seconds = 0.001;
  const Result<Measurement> measured = measure(options);
  ASSERT_TRUE(measured.ok()) << measured.status().message();
  std::vector<std::string> names;
  for (const WorkloadResult& workload : measured->workloads) {
    names.push_back(workload.name);
    EXPECT_NE(workload.fingerprint.output, 0U) << workload.name;
    EXPECT_NE(workload.records, 0U);
    ASSERT_EQ(workload.runs.size(), 1U);
    EXPECT_GE(workload.runs[0].seconds.size(), 3U);
  }
  EXPECT_EQ(names, workload_names());
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(platform.held(), 0U);
  // The number of guesses repeats exactly: a different number means that the search has changed.
  EXPECT_EQ(measured->workloads[0].fingerprint.counts.at("guesses"), 11616U);

  // From here on, no temporary file can be created.
  platform.fail("open", -ENOSPC);
  const Result<Measurement> failed = measure(short_options(platform, {"file"}));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.status().code(), ErrorCode::kIo);
  EXPECT_EQ(failed.status().message().find("bench: file: " + folder.path()), 0U)
      << failed.status().message();
  platform.fail_never();
  EXPECT_TRUE(folder.names().empty());
}

TEST(Measurements, CanBeStopped) {
  TickingPlatform platform;
  for (int asked = 1; asked < 40; asked += 6) {
    MeasureOptions options = short_options(platform, {"easy", "parse"});
    std::atomic<int> left{asked};
    options.should_stop = [&left] { return --left <= 0; };
    const Result<Measurement> stopped = measure(options);
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.status().code(), ErrorCode::kInterrupted);
  }
}

TEST(Measurements, KnowTheirWorkloadsAndEngines) {
  TickingPlatform platform;
  EXPECT_EQ(measure(short_options(platform, {"nothing"})).status().code(), ErrorCode::kUsage);
  MeasureOptions options = short_options(platform, {"parse"});
  options.engine = "steam";
  EXPECT_EQ(measure(options).status().code(), ErrorCode::kUsage);
}

Measurement sample() {
  Measurement measurement;
  measurement.version = "1.2.3";
  measurement.commit = "abc";
  measurement.compiler = "a compiler";
  measurement.processor = "a \"processor\"";
  measurement.engine = "avx2";
  measurement.threads = 2;
  measurement.seconds = 3.25;
  WorkloadResult easy;
  easy.name = "easy";
  easy.about = "33 clues";
  easy.unit = "puzzles";
  easy.records = 1000;
  easy.fingerprint = {0xFFFF'FFFF'FFFF'FFFFU, 2, {{"sweeps", 4}, {"guesses", 3}}};
  easy.runs = {{1, {0.5, 0.4, 0.6}}, {2, {0.25, 0.2, 0.3}}};
  WorkloadResult parse;
  parse.name = "parse";
  parse.unit = "puzzles";
  parse.records = 10;
  parse.bytes = 820;
  parse.fingerprint = {7, 8, {}};
  parse.runs = {{1, {1e-3}}};
  measurement.workloads = {easy, parse};
  return measurement;
}

TEST(MeasurementJson, IsReadBackUnchanged) {
  const Measurement before = sample();
  const Result<Measurement> after = read_measurement(to_json(before));
  ASSERT_TRUE(after.ok()) << after.status().message();
  EXPECT_EQ(to_json(*after), to_json(before));
  EXPECT_EQ(after->processor, before.processor);
  EXPECT_EQ(after->workloads[0].fingerprint.input, 0xFFFF'FFFF'FFFF'FFFFU);
  EXPECT_EQ(after->workloads[0].fingerprint.counts, before.workloads[0].fingerprint.counts);
  EXPECT_EQ(after->workloads[0].runs[1].seconds, before.workloads[0].runs[1].seconds);
}

TEST(MeasurementJson, AnythingElseIsRefused) {
  const std::string good = to_json(sample());
  // The text is truncated anywhere before the last bracket, or one word of the format is changed.
  for (std::size_t length = 0; length < good.size() - 2; length += 7) {
    EXPECT_EQ(read_measurement(good.substr(0, length)).status().code(), ErrorCode::kInput);
  }
  const auto with = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return read_measurement(text.replace(at, from.size(), to)).status().message();
  };
  EXPECT_EQ(with("\"schema\": 1", "\"schema\": 2"),
            "this is not what bench --json writes: another kind of report");
  EXPECT_EQ(with("\"bench\"", "\"solve\""),
            "this is not what bench --json writes: another kind of report");
  EXPECT_EQ(with("\"workloads\": [", "\"others\": ["),
            "this is not what bench --json writes: no member 'workloads'");
  EXPECT_EQ(with("\"records\": 1000", "\"records\": -1000"),
            "this is not what bench --json writes: 'records' is no count");
  EXPECT_EQ(with("ffffffffffffffff", "fffffffffffffffg"),
            "this is not what bench --json writes: 'input' is no digest");
  EXPECT_EQ(with("[0.5, 0.4, 0.6]", "[]"),
            "this is not what bench --json writes: a run without samples");
  EXPECT_EQ(with("[0.5,", "[0,"), "this is not what bench --json writes: a sample is no time");
  EXPECT_EQ(with("\"threads\": 2", "\"threads\": \"2\""),
            "this is not what bench --json writes: 'threads' is no count");
}

TEST(Comparisons, FallWhenMedianAndBestDo) {
  const Measurement baseline = sample();
  Measurement now = sample();
  const auto has_fallen = [&](std::vector<double> seconds) {
    now.workloads[0].runs[0].seconds = std::move(seconds);
    return compare(now, baseline, 0.9).runs[0].has_fallen;
  };
  EXPECT_FALSE(has_fallen({0.5, 0.4, 0.6}));
  EXPECT_FALSE(has_fallen({0.9, 0.4, 0.9}));     // only the median is worse, not the best time
  EXPECT_FALSE(has_fallen({0.5, 0.5, 0.5}));     // only the best time of the baseline is better
  EXPECT_FALSE(has_fallen({0.55, 0.44, 0.66}));  // ratio 0.909 for median and best
  EXPECT_TRUE(has_fallen({0.56, 0.45, 0.66}));   // ratios 0.893 and 0.889
  now.workloads[0].runs[0].seconds = {0.25, 0.2, 0.3};
  EXPECT_EQ(compare(now, baseline, 0.9).runs[0].ratio, 2);
}

TEST(Comparisons, DistinguishWorkAnswersAndInputs) {
  const Measurement baseline = sample();
  Measurement now = sample();
  now.workloads[0].fingerprint.counts["guesses"] = 99;
  Verdict verdict = compare(now, baseline, 0.9);
  EXPECT_TRUE(verdict.runs[0].is_work_changed);
  EXPECT_TRUE(verdict.other_answers.empty());

  now.workloads[0].fingerprint.output = 99;
  verdict = compare(now, baseline, 0.9);
  EXPECT_EQ(verdict.other_answers, std::vector<std::string>{"easy"});
  EXPECT_EQ(verdict.runs.size(), 3U);

  now.workloads[0].fingerprint.input = 99;
  verdict = compare(now, baseline, 0.9);
  EXPECT_EQ(verdict.not_compared, std::vector<std::string>{"easy"});
  EXPECT_TRUE(verdict.other_answers.empty());
  EXPECT_EQ(verdict.runs.size(), 1U);

  now.workloads[1].name = "new";
  now.workloads[1].runs.push_back({64, {1}});  // the baseline has no such run
  verdict = compare(now, baseline, 0.9);
  EXPECT_TRUE(verdict.runs.empty());
  EXPECT_EQ(verdict.not_compared, (std::vector<std::string>{"easy", "new"}));
}

}  // namespace
}  // namespace dokumill::throughput
