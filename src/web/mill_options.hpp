// MillOptions: the options of a mill job, as the client requests them. Functions of this header
// also choose the name and the media type of the job's output.
//
// Thread safety: plain values, without locks, and pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/compression.hpp"
#include "dokumill/text_format.hpp"
#include "web/mill_command.hpp"

namespace dokumill::web {

struct MillOptions {
  std::string name;  // the name of the user's file: any text, never a path of this machine
  MillCommand command = MillCommand::kSolve;
  std::optional<TextFormat> to;  // nullopt: "same"
  Compression compression = Compression::kNone;
};

// Parses the body of a request for a job. Failure: kMalformed.
Result<MillOptions> read_mill_options(std::string_view body);

// True if the name has an ending of this format. The ending of a compression may follow it.
bool is_name_of(TextFormat format, std::string name);

// The name of the output, for example "solved-puzzles.txt.gz". The name of the output is the name
// of the user's file without folders, with a prefix and with an ending that fits `format`. It has
// at most 200 bytes. It is UTF-8 if the name of the user's file is UTF-8, and can contain any
// character except '/' and '\'.
std::string output_name(const MillOptions& options, TextFormat format);
// Two parameters of a Content-Disposition, `filename` and `filename*`, in ASCII. Each one gives the
// name.
std::string disposition_of(const std::string& name);
std::string_view output_type(const MillOptions& options, TextFormat format);

}  // namespace dokumill::web
