// FirstFold: a fold that writes the first of each set of rows with equal keys. Used by the jobs
// dedupe() and vary().
//
// Memory: as FirstRecords.
#pragma once

#include <cstring>
#include <vector>

#include "batch/frame/job_fold.hpp"
#include "batch/spill/duplicates.hpp"
#include "batch/spill/first_records.hpp"

namespace dokumill::batch {

// The rows of a result and their keys. `keys` has the numbers of the rows; a row without a key is
// always written. A row can be empty: then only its key counts.
struct KeyedRows : Payload {
  std::vector<std::size_t> text_ends;  // the end of each row's text
  RecordKeys keys;

  void clear() override {
    text_ends.clear();
    keys.clear();
  }
};

class FirstFold : public JobFold {
 public:
  FirstFold(const Setup& setup, const HashKey& hash_key, std::uint64_t memory_bytes)
      : JobFold(setup), firsts_(setup.platform, hash_key, FirstRecords::Sizes::of(memory_bytes)) {
    firsts_.set_stop(setup.options.should_stop);
  }

  std::unique_ptr<Payload> make_payload() const override { return std::make_unique<KeyedRows>(); }

  // The rows with a key that an earlier row has.
  std::uint64_t duplicates() const { return firsts_.repeated(); }
  std::uint64_t spilled_bytes() const { return firsts_.spilled_bytes(); }
  // The rows that were written and are not empty.
  std::uint64_t written() const { return firsts_.kept_texts(); }

 protected:
  // Keeps in the result only the texts of rows with the verdict kFirst. Drops the texts of
  // repetitions. FirstRecords stores the texts of the rows that it puts aside.
  Status take_payload(ChunkResult& result, std::uint64_t) override {
    const auto& payload = result.payload_as<KeyedRows>();
    const std::vector<std::size_t>& text_ends = payload.text_ends;
    const RecordKeys& keys = payload.keys;
    constexpr std::size_t kAhead = 16;
    char* const text = result.text.data();
    std::size_t begin = 0;
    std::size_t kept_bytes = 0;
    std::size_t key = 0;
    for (std::size_t row = 0; row < text_ends.size(); ++row) {
      const std::size_t end = text_ends[row];
      const std::string_view own(text + begin, end - begin);
      const bool has_key = key < keys.keys.size() && keys.records[key] == row;
      if (has_key && key + kAhead < keys.keys.size()) firsts_.prefetch(keys.keys[key + kAhead]);
      const Result<FirstRecords::Verdict> verdict =
          has_key ? firsts_.add(keys.keys[key++], own) : firsts_.add_kept(own);
      if (!verdict.ok()) return verdict.status();
      if (*verdict == FirstRecords::Verdict::kFirst) {
        if (kept_bytes != begin) std::memmove(text + kept_bytes, own.data(), own.size());
        kept_bytes += own.size();
      }
      begin = end;
    }
    result.text_bytes = kept_bytes;
    return {};
  }

 private:
  // The second step decides about the rows that were put aside, and writes those that are not
  // repetitions.
  bool needs_second_step() const override { return firsts_.has_put_aside(); }
  Work second_step_work() const override {
    const FirstRecords::Work work = firsts_.work();
    return {work.done, work.total};
  }
  Status second_step(const std::function<bool()>& should_stop) override {
    return firsts_.finish([this](std::string_view text) { return write_text(text); }, should_stop);
  }

  FirstRecords firsts_;
};

}  // namespace dokumill::batch
