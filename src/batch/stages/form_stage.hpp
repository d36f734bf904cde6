// FormStage: finds the canonical form of a record and verifies it. Used by the jobs canonize(),
// dedupe(), split() and export_dataset().
#pragma once

#include <optional>

#include "base/text/format.hpp"
#include "batch/stages/record_stages.hpp"
#include "batch/stages/self_check.hpp"
#include "dokumill/canon.hpp"

namespace dokumill::batch {

class FormStage {
 public:
  FormStage() {
    canonizer_.set_stop([this] { return batch_->should_stop(); });
  }
  FormStage(const FormStage&) = delete;
  FormStage& operator=(const FormStage&) = delete;

  // Finds the canonical form, and checks that the map turns the grid into this form. Returns kGoOn,
  // kAbandon if the job is stopped, or kEnd if the check fails.
  Next find(const BatchTask& batch, std::size_t record) {
    batch_ = &batch;
    const Grid& grid = batch.grid(record);
    found_.emplace(canonizer_.canonize(grid));
    if (canonizer_.is_stopped()) return Next::kAbandon;
    if (found_->map.apply(grid) == found_->form) return Next::kGoOn;
    return batch.fail_check(record,
                            failed_check(format_text("puzzle {}, form {}", cells_of(to_line(grid)),
                                                     cells_of(to_line(found_->form)))));
  }

  // REQUIRES: find() returned kGoOn.
  const Grid& form() const { return found_->form; }
  const CanonicalMap& map() const { return found_->map; }

 private:
  const BatchTask* batch_ = nullptr;
  Canonizer canonizer_;
  std::optional<Canonical> found_;
};

}  // namespace dokumill::batch
