#include "cli/support/cli_test.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <regex>

#include "support/command/run_here.hpp"

namespace dokumill::testing {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

namespace {

std::string lower(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

std::size_t first_difference(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

AssertionResult same(const char* what, std::string_view got, std::string_view expected,
                     const Outcome& run) {
  if (got == expected) return AssertionSuccess();
  const std::size_t at = first_difference(got, expected);
  const std::size_t from = at - std::min<std::size_t>(at, 60);
  return AssertionFailure() << what << " differs at byte " << at << " (" << got.size()
                            << " bytes, expected " << expected.size() << ")\n  got      ..."
                            << printable(got.substr(from), 400) << "\n  expected ..."
                            << printable(expected.substr(from), 400) << run;
}

std::uint64_t number_of(std::string text) {
  std::erase(text, ',');
  return std::stoull(text);
}

}  // namespace

Outcome CliTest::run(Command command) const {
  if (command.directory == "/") command.directory = dir.path();
  return can_run_here(command) ? run_here(command) : run_command(command);
}

Args with(Args args, const Args& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

AssertionResult gives(const Outcome& run, int status, std::string_view out) {
  if (run.status != status) return AssertionFailure() << "expected exit status " << status << run;
  return same("stdout", run.out, out, run);
}

AssertionResult gives(const Outcome& run, int status, std::string_view out, std::string_view err) {
  const AssertionResult result = gives(run, status, out);
  return result ? same("stderr", run.err, err, run) : result;
}

AssertionResult refuses(const Outcome& run, const std::vector<std::string>& parts) {
  if (run.status != 2) return AssertionFailure() << "expected exit status 2" << run;
  if (!run.out.empty()) return AssertionFailure() << "expected nothing on stdout" << run;
  if (run.messages().size() != 1 || !run.err.starts_with("dokumill: ") || run.err.size() < 14 ||
      !run.err.ends_with('\n')) {
    return AssertionFailure() << "expected one line that begins with 'dokumill: '" << run;
  }
  for (const std::string& part : parts) {
    if (lower(run.err).find(lower(part)) == std::string::npos) {
      return AssertionFailure() << "expected '" << printable(part) << "' in the message" << run;
    }
  }
  return AssertionSuccess();
}

AssertionResult has_line(const Outcome& run, std::string_view line) {
  if (std::ranges::count(run.messages(), line) == 1) return AssertionSuccess();
  return AssertionFailure() << "expected once the line '" << printable(line) << "' on stderr"
                            << run;
}

AssertionResult has_line_starting(const Outcome& run, std::string_view beginning) {
  const auto begins = [&](const std::string& line) { return line.starts_with(beginning); };
  if (std::ranges::any_of(run.messages(), begins)) return AssertionSuccess();
  return AssertionFailure() << "expected a line that begins with '" << printable(beginning)
                            << "' on stderr" << run;
}

AssertionResult mentions(const Outcome& run, std::string_view text) {
  if (run.err.find(text) != std::string::npos) return AssertionSuccess();
  return AssertionFailure() << "expected '" << printable(text) << "' on stderr" << run;
}

AssertionResult stays_small([[maybe_unused]] const Outcome& run) {
#ifndef DOKUMILL_SANITIZED
  constexpr long kPeakKib = 96 * 1024;
  if (run.peak_kib == 0) return AssertionFailure() << "measured only with Command::as_process";
  if (run.peak_kib >= kPeakKib) {
    return AssertionFailure() << "memory of " << kPeakKib << " KiB or more" << run;
  }
#endif
  return AssertionSuccess();
}

AssertionResult has_only(const ScratchFolder& dir, std::vector<std::string> names) {
  std::ranges::sort(names);
  const std::vector<std::string> found = dir.names();
  if (found == names) return AssertionSuccess();
  AssertionResult result = AssertionFailure() << "the folder has";
  for (const std::string& name : found) result << " '" << printable(name, 80) << '\'';
  result << ", expected";
  for (const std::string& name : names) result << " '" << printable(name, 80) << '\'';
  return result;
}

Totals totals_of(const Outcome& run) {
  static const std::regex kTotals(
      R"(dokumill: ([0-9,]+) records?: ([0-9,]+) unique, ([0-9,]+) multiple, )"
      R"(([0-9,]+) unsolvable, ([0-9,]+) malformed; [0-9,]+(?:\.[0-9]+)? s, )"
      R"([0-9,]+ records/s, ([0-9,]+) threads?(?: \([^)]*\))?, [A-Za-z0-9_-]+ engine)");
  Totals totals;
  for (const std::string& line : run.messages()) {
    std::smatch match;
    if (!std::regex_match(line, match, kTotals)) continue;
    totals = {true,
              number_of(match[1]),
              number_of(match[2]),
              number_of(match[3]),
              number_of(match[4]),
              number_of(match[5]),
              number_of(match[6])};
  }
  return totals;
}

AssertionResult totals_are(const Outcome& run, std::uint64_t unique, std::uint64_t multiple,
                           std::uint64_t unsolvable, std::uint64_t malformed) {
  const Totals totals = totals_of(run);
  if (!totals.found) return AssertionFailure() << "expected a line of totals on stderr" << run;
  if (totals.records == unique + multiple + unsolvable + malformed && totals.unique == unique &&
      totals.multiple == multiple && totals.unsolvable == unsolvable &&
      totals.malformed == malformed) {
    return AssertionSuccess();
  }
  return AssertionFailure() << "expected " << unique << " unique, " << multiple << " multiple, "
                            << unsolvable << " unsolvable, " << malformed << " malformed" << run;
}

AssertionResult totals_fit(const Outcome& run, std::span<const Record> records) {
  const auto count = [&](Kind kind) {
    return static_cast<std::uint64_t>(std::ranges::count(records, kind, &Record::kind));
  };
  return totals_are(run, count(Kind::kUnique), count(Kind::kMultiple),
                    count(Kind::kUnsolvable) + count(Kind::kContradiction),
                    count(Kind::kMalformed));
}

std::string problem(const std::string& place, std::uint64_t record, const std::string& what) {
  return "dokumill: " + place + ": record " + std::to_string(record) + ": " + what + '\n';
}

}  // namespace dokumill::testing
