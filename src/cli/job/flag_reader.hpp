// FlagReader: reads the flags of a command line into options.
//
// The first error ends the reading: the calls after it change nothing, and status() returns it. So
// a command reads all its flags, one after the other, and checks once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/job/session.hpp"
#include "cli/table/arguments.hpp"
#include "cli/table/words.hpp"
#include "dokumill/batch.hpp"
#include "dokumill/text_format.hpp"

namespace dokumill::cli {

class FlagReader {
 public:
  // REQUIRES: `arguments` outlives this object.
  explicit FlagReader(const Arguments& arguments) : arguments_(arguments) {}

  const Status& status() const { return status_; }
  bool has(const std::string& flag) const { return arguments_.has(flag); }
  std::optional<std::string> value(const std::string& flag) const { return arguments_.value(flag); }

  // Notes an error. The first one counts.
  void reject(Status status);
  void reject_if(bool is_wrong, std::string_view message);
  // Rejects every operand.
  void no_operand();
  // Rejects two flags that exclude each other.
  void exclude(const std::string& one, const std::string& other);

  // Reads the value of `flag` with a function of words.hpp, `parse(flag, word, limits...)`. Without
  // the flag, `value` keeps its value.
  template <class Value, class Parse, class... Limits>
  void read(const std::string& flag, Value& value, const Parse& parse, const Limits&... limits) {
    const auto word = wanted(flag);
    if (!word) return;
    const auto parsed = parse(flag == "--number" ? "-n" : flag, *word, limits...);
    if (parsed.ok()) {
      value = static_cast<Value>(*parsed);
    } else {
      reject(parsed.status());
    }
  }
  // A number from `low` to `high`.
  template <class Number>
  void number(const std::string& flag, Number& number, std::uint64_t low, std::uint64_t high) {
    read(flag, number, parse_number, low, high);
  }

  // The index of the value of `flag` in its choices(); nullopt without the flag.
  std::optional<std::size_t> choice(const std::string& flag);
  // Sets `value` to the enumerator with this index.
  template <class Value>
  void choice(const std::string& flag, Value& value) {
    if (const auto index = choice(flag)) value = static_cast<Value>(*index);
  }
  // A format: nullopt for "auto" and "same". Without the flag, `format` keeps its value.
  void format(const std::string& flag, std::optional<TextFormat>& format);

  // The flags that several commands share.
  void memory(std::uint64_t& bytes) { read("--memory", bytes, parse_size, kLeastMemory); }
  void seed(std::uint64_t& seed) { number("--seed", seed, 0, UINT64_MAX); }
  // --empty; `size` is that of the records.
  void empty_cell(char& empty_cell, const std::optional<Size>& size);
  // --size and --symbols.
  void size(std::optional<Size>& size);

 protected:
  // The value of the flag; nullopt after an error.
  std::optional<std::string> wanted(const std::string& flag) const {
    return status_.ok() ? arguments_.value(flag) : std::nullopt;
  }
  const Arguments& arguments_;

 private:
  Status status_;
};

// The flags of a job, with the session in which it runs.
class JobFlags : public FlagReader {
 public:
  explicit JobFlags(Session& of_job) : FlagReader(of_job.arguments), session(of_job) {}

  // INPUT and --files-from.
  void paths(InputOptions& input);
  // The options that describe the input: INPUT, --files-from, --from, --column, --delimiter,
  // --no-header and --no-mmap. An error if no input is named and standard input is a terminal, and
  // for values or combinations of flags that are not allowed. `operands`: the inputs.
  void input(InputOptions& input);
  void input(InputOptions& input, const std::vector<std::string>& operands);

  Session& session;
};

}  // namespace dokumill::cli
