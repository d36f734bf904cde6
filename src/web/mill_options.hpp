// MillOptions: what a client asks of the mill, and the name and the type of the result.
//
// Thread safety: values and pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dokumill/compression.hpp"
#include "dokumill/text_format.hpp"
#include "web/mill_command.hpp"

namespace dokumill::web {

struct MillOptions {
  std::string name;  // of the user's file: any text, never a path of this machine
  MillCommand command = MillCommand::kSolve;
  std::optional<TextFormat> to;  // nullopt: "same"
  Compression compression = Compression::kNone;
};

// Parses the body of a request for a job. Failure: kMalformed.
Result<MillOptions> read_mill_options(std::string_view body);

// True if the name ends like a file of this format, also with the ending of a compression.
bool is_name_of(TextFormat format, std::string name);

// The name of the output, for example "solved-puzzles.txt.gz": that of the user's file without its
// folders, with an ending that fits `format`. At most 200 bytes of UTF-8 if the name was UTF-8; it
// can contain any other byte.
std::string output_name(const MillOptions& options, TextFormat format);
// The same as two parameters of a Content-Disposition, in ASCII.
std::string disposition_of(const std::string& name);
std::string_view output_type(const MillOptions& options, TextFormat format);

}  // namespace dokumill::web
