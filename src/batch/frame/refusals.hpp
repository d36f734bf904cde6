// Why a job refuses its inputs and its output, and the messages for it. A plan asks these functions
// before anything is written (job_plan.cpp), and the runner asks them during the run (job.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/platform/output/output_file.hpp"
#include "batch/rows/output_plan.hpp"
#include "batch/sources/joined_source.hpp"
#include "batch/stages/record_stages.hpp"
#include "dokumill/job.hpp"

namespace dokumill::batch {

// The name of the input that decides the layout: the first input that is not empty, or the first
// input if all are empty.
inline std::string lead_name(const JoinedSource& inputs) {
  return inputs.name_of(inputs.lead());
}

// For a job that reads a column of every record. Compares each input that is not empty with
// inputs.detection(), and returns kUsage if an input differs. Either all these inputs must be csv,
// or all must be jsonl. The csv inputs must also have the same columns and the same separator. The
// jsonl inputs must also have the same member names for the puzzle and the solution. An input that
// is opened later is checked when it is opened; if it differs, the job fails then.
// `option`: the option that can prevent the failure (Status::option()), as a string literal.
Status require_same_columns(JoinedSource& inputs, std::string_view option);
// For a job that reads a column of every record. kUsage if an input is neither csv nor jsonl.
// `reader`: the option that needs this column, for the message. `reader` and `option` are string
// literals.
Status require_csv(JoinedSource& inputs, std::string_view reader, std::string_view option);
// For a job that writes lines as they were read. kUsage if the puzzles are in different words of
// the lines, because a reader of the output would find only some of them. Records of inputs that
// are not lines are written as cells, so their puzzles are in the first word.
Status require_same_words(JoinedSource& inputs, std::string_view option);
// For an output that has a column for the text of lines, and none for what other inputs have.
Status require_lines(JoinedSource& inputs);
// For a job that writes lines as they were read, with the option cell_shape: kUsage if an input is
// lines.
Status require_no_lines(JoinedSource& inputs);
// kUsage if InputOptions::where is wrong, or does not fit an input.
Status require_where(JoinedSource& inputs, const std::string& where);
// kUsage if the names by which a job orders records are wrong, or do not fit an input.
Status require_order(JoinedSource& inputs, const KeyOrder& order);

// With an expression that leaves out records. The first record of a piece begins with a separator
// if there are records before it, but all of them may be left out. merge removes this separator,
// unless the output is compressed (kUsage).
Status require_removable_separator(const JobOptions& options, const OutputPlan& output);
// kUsage if `continues` is true and an output in `format` cannot be written in parts.
Status check_part(TextFormat format, bool continues);
// kUsage if `memory_bytes`, the limit for keys or texts, is less than kLeastMemory.
Status check_memory(std::uint64_t memory_bytes);

// The output is written in place, and `input` still has to be read.
Status refuse_overwriting(const std::string& input, const std::string& output);
// The other pieces of the job still need the input.
Status refuse_replacing_in_piece(const std::string& output);

// All records are malformed, and the output would replace a file. `more`: the inputs after the
// first one.
Status refuse_all_malformed(const std::string& input, std::size_t more, std::uint64_t records,
                            std::string_view format, const std::string& output);

// What another process did to the input `name` while it was read: kInput, or a warning.
// `is_replaced`: the output would replace this input.
Status refuse_change(const JoinedSource::InputChange& change, const std::string& name,
                     bool is_replaced, Malformed malformed, const JobOptions& options);

}  // namespace dokumill::batch
