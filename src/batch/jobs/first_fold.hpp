// FirstFold: a fold that writes the first of each set of rows with equal keys. Used by the jobs
// dedupe() and vary().
//
// Memory: as FirstRecords.
#pragma once

#include "batch/frame/job_fold.hpp"
#include "batch/frame/record_texts.hpp"
#include "batch/spill/duplicates.hpp"
#include "batch/spill/first_records.hpp"

namespace dokumill::batch {

// The rows of a result and their keys. `keys` has the numbers of the rows; a row without a key is
// always written. A row can be empty: then only its key counts.
struct KeyedRows {
  RecordTexts texts;
  RecordKeys keys;

  void clear() {
    texts.clear();
    keys.clear();
  }
};

class FirstFold : public PartFold<KeyedRows> {
 public:
  FirstFold(const Setup& setup, const HashKey& hash_key, std::uint64_t memory_bytes,
            KeySieve::Keep keep = KeySieve::Keep::kUnlisted)
      : PartFold(setup),
        firsts_(setup.platform, hash_key, FirstRecords::Sizes::of(memory_bytes), keep) {
    firsts_.set_stop(setup.options.should_stop);
  }

  // The records, before the run, for the keys of a list.
  FirstRecords& records_with_list() { return firsts_; }
  // The rows that are left out.
  std::uint64_t duplicates() const { return firsts_.repeated(); }
  std::uint64_t spilled_bytes() const { return firsts_.spilled_bytes(); }
  // The rows that were written and are not empty.
  std::uint64_t written() const { return firsts_.kept_texts(); }

 protected:
  // Keeps in the result only the texts of rows with the verdict kFirst. Drops the texts of
  // repetitions. FirstRecords stores the texts of the rows that it puts aside.
  Status take_own(ChunkResult& result, KeyedRows& rows, std::uint64_t) override {
    constexpr std::size_t kAhead = 16;
    const RecordKeys& keys = rows.keys;
    std::size_t key = 0;
    return rows.texts.keep(result, [&](std::size_t row, std::string_view text, Status& failure) {
      const bool has_key = key < keys.keys.size() && keys.records[key] == row;
      if (has_key && key + kAhead < keys.keys.size()) firsts_.prefetch(keys.keys[key + kAhead]);
      const Result<FirstRecords::Verdict> verdict =
          has_key ? firsts_.add(keys.keys[key++], text) : firsts_.add_kept(text);
      if (!verdict.ok()) failure = verdict.status();
      return verdict.ok() && *verdict == FirstRecords::Verdict::kFirst;
    });
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
