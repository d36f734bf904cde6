// SectionColumn: reads the section of a record, from a column of csv or a member of JSON Lines.
//
// Thread safety: an object belongs to one worker.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "batch/frame/job.hpp"
#include "formats/row_cells.hpp"

namespace dokumill::book {

class SectionColumn {
 public:
  // kUsage if an input of the job has no such column, or is neither csv nor JSON Lines.
  static Status check(batch::Job& job, const std::string& name);

  // `detection`: how the input of the job is read, if a chunk does not say otherwise. REQUIRES:
  // check() was successful; `detection` outlives the object.
  SectionColumn(std::string name, const records::Detection& detection)
      : name_(std::move(name)), usual_(&detection) {}

  // Begins a chunk.
  void start(const batch::TextChunk& chunk);
  // Empty if the record does not have the member.
  std::string of(std::string_view row);

 private:
  std::string name_;
  const records::Detection* usual_;
  std::shared_ptr<const records::Detection> other_;  // keeps `known_` alive
  const records::Detection* known_ = nullptr;        // of cells_
  std::optional<records::RowCells> cells_;
};

}  // namespace dokumill::book
