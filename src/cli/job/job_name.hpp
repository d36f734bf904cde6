// Names a job that is divided into pieces, so that the pieces of two jobs are not mixed.
#pragma once

#include <string>

#include "cli/table/arguments.hpp"
#include "dokumill/batch.hpp"

namespace dokumill::cli {

// Lines with the version, the command, and each flag that may change the output of the command or
// the numbers in its report.
std::string job_text(const Arguments& arguments);

// 16 hexadecimal digits that are equal for two pieces of one job. They are a digest of job_text(),
// the number of pieces, the format and the compression of the outputs, and
// PieceReport::inputs_digest.
std::string job_name(const Arguments& arguments, const PieceReport& piece);

}  // namespace dokumill::cli
