#include "batch/frame/refusals.hpp"

#include <utility>

#include "base/text/format.hpp"
#include "base/text/printable.hpp"
#include "batch/stages/record_filter.hpp"
#include "formats/detect/header.hpp"
#include "formats/format_table.hpp"

namespace dokumill::batch {
namespace {

std::string_view separator_text(char separator) {
  switch (separator) {
    case '\t':
      return "a tab";
    case ';':
      return "';'";
    case '|':
      return "'|'";
    case ':':
      return "':'";
    case ' ':
      return "a space";
    default:
      return "','";
  }
}

}  // namespace

Status require_same_columns(JoinedSource& inputs, std::string_view option) {
  if (inputs.size() == 1) return {};
  const auto refused = [option](const std::string& name, const std::string& what) {
    return Status(
        ErrorCode::kUsage,
        format_text("{}: {}; to {}, all inputs must have the same", name, what,
                    option == "input.solution_column" ? "read solutions" : "keep columns"),
        option);
  };
  return inputs.require([=, first = inputs.detection(), first_name = lead_name(inputs)](
                            const records::Detection& found, const std::string& name) {
    if (found.format != first.format) {
      return refused(name, format_text("this is {}, and {} is {}", name_of(found.format),
                                       first_name, name_of(first.format)));
    }
    if (found.format == TextFormat::kJsonl) {
      // `columns` has the name of the puzzle, then the name of the solution if the user requested
      // one, and then the known names of solutions (ObjectMembers::names). The known names can
      // differ between the inputs, so they are not compared.
      const bool has_solution = first.csv.solution_column != records::kNoColumn;
      if (first.columns[0] == found.columns[0] &&
          (!has_solution || first.columns[1] == found.columns[1])) {
        return Status();
      }
      return refused(
          name, format_text("the puzzle is member '{}', and in {} it is '{}'",
                            printable(found.columns[0]), first_name, printable(first.columns[0])));
    }
    if (found.columns.size() != first.columns.size()) {
      return refused(name, format_text("{} column{}, and {} has {}", found.columns.size(),
                                       found.columns.size() == 1 ? "" : "s", first_name,
                                       first.columns.size()));
    }
    for (std::size_t i = 0; i < found.columns.size(); ++i) {
      if (records::is_same_column(found.columns[i], first.columns[i])) continue;
      return refused(
          name, format_text("column {} is '{}', and in {} it is '{}'", i + 1,
                            printable(found.columns[i]), first_name, printable(first.columns[i])));
    }
    if (found.csv.puzzle_column != first.csv.puzzle_column) {
      return refused(
          name, format_text("the puzzles are in column {}, and in {} they are in column {}",
                            found.csv.puzzle_column + 1, first_name, first.csv.puzzle_column + 1));
    }
    if (found.csv.separator != first.csv.separator) {
      return refused(name, format_text("the separator is {}, and in {} it is {}",
                                       separator_text(found.csv.separator), first_name,
                                       separator_text(first.csv.separator)));
    }
    return Status();
  });
}

Status require_csv(JoinedSource& inputs, std::string_view reader, std::string_view option) {
  const auto is_csv = [=](const records::Detection& found, const std::string& name) {
    if (found.format == TextFormat::kCsv || found.format == TextFormat::kJsonl) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: {} needs csv or jsonl input; this is {}", name, reader,
                              name_of(found.format)),
                  option);
  };
  // require() does not check empty inputs, so it checks nothing if all inputs are empty.
  // In that case, inputs.detection() describes the first input, and the next line checks this
  // input.
  if (Status status = is_csv(inputs.detection(), lead_name(inputs)); !status.ok()) return status;
  return inputs.require(is_csv);
}

Status require_same_words(JoinedSource& inputs, std::string_view option) {
  const auto word_of = [](const records::Detection& found) {
    return found.format == TextFormat::kLine ? found.line_word : 1;
  };
  return inputs.require([=, first = word_of(inputs.detection()), first_name = lead_name(inputs)](
                            const records::Detection& found, const std::string& name) {
    const std::uint32_t word = word_of(found);
    if (word == first) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: its puzzles would be word {} of the lines, and those of {} are "
                              "word {}; to keep the text of lines, all inputs must have the same",
                              name, word, first_name, first),
                  option);
  });
}

Status require_lines(JoinedSource& inputs) {
  return inputs.require([first_name = lead_name(inputs)](const records::Detection& found,
                                                         const std::string& name) {
    if (found.format == TextFormat::kLine) return Status();
    return Status(ErrorCode::kUsage,
                  format_text("{}: this is {}, and {} is line; to keep columns, all inputs must "
                              "have the same",
                              name, name_of(found.format), first_name),
                  "keep_columns");
  });
}

Status require_no_lines(JoinedSource& inputs) {
  return inputs.require([](const records::Detection& found, const std::string& name) {
    if (found.format != TextFormat::kLine) return Status();
    return Status(
        ErrorCode::kUsage,
        format_text("{}: this job keeps the text of lines, and does not write their cells "
                    "anew; convert does",
                    name),
        "cell_shape");
  });
}

namespace {

// Requires that `parse` accepts every input.
Status require_parsed(JoinedSource& inputs,
                      const std::function<Status(const records::Detection&)>& parse) {
  if (Status status = parse(inputs.detection()); !status.ok()) return status;
  return inputs.require([parse](const records::Detection& found, const std::string& name) {
    Status status = parse(found);
    if (status.ok()) return status;
    return Status(ErrorCode::kUsage, format_text("{}: {}", name, status.message()),
                  status.option());
  });
}

}  // namespace

Status require_where(JoinedSource& inputs, const std::string& where) {
  return require_parsed(inputs, [where](const records::Detection& found) {
    return parse_where(where, found).status();
  });
}

Status require_order(JoinedSource& inputs, const KeyOrder& order) {
  return require_parsed(
      inputs, [order](const records::Detection& found) { return order.parse(found).status(); });
}

Status require_removable_separator(const JobOptions& options, const OutputPlan& output) {
  if (!options.piece || !records::format_traits(output.format).begins_with_line_end ||
      output.compression.kind == Compression::kNone) {
    return {};
  }
  return {ErrorCode::kUsage,
          "with an expression that leaves out records, pieces are not compressed in the format "
          "grid; choose another format or no compression",
          "compression"};
}

Status check_part(TextFormat format, bool continues) {
  const records::FormatTraits& traits = records::format_traits(format);
  const bool is_one_part =
      !records::can_be_joined(format) || traits.counted_header.value() != nullptr;
  if (!continues || !is_one_part) return {};
  return {ErrorCode::kUsage,
          format_text("a file in the format {} is complete at its end, so it cannot be continued; "
                      "write the part to a file of its own",
                      traits.name.value()),
          "continues"};
}

Status check_memory(std::uint64_t memory_bytes) {
  if (memory_bytes >= kLeastMemory) return {};
  return {ErrorCode::kUsage, format_text("{} bytes of memory are too few, expected at least {}",
                                         memory_bytes, kLeastMemory)};
}

Status refuse_overwriting(const std::string& input, const std::string& output) {
  return {ErrorCode::kUsage,
          format_text("{}: the output ({}) is the same file, which is still being read; pass its "
                      "name as the output to replace it safely",
                      input, output)};
}

Status refuse_replacing_in_piece(const std::string& output) {
  return {ErrorCode::kUsage,
          format_text("{}: is the input, which the other pieces still need; choose another "
                      "name for the output of a piece",
                      output),
          "piece"};
}

Status refuse_all_malformed(const std::string& input, std::size_t more, std::uint64_t records,
                            std::string_view format, const std::string& output) {
  return {
      ErrorCode::kInput,
      format_text("{}{}: {} malformed{}{}; {} was not replaced", input,
                  more == 0 ? "" : format_text(" and {} more input{}", more, more == 1 ? "" : "s"),
                  records == 1 ? "the only record is" : format_text("all {} records are", records),
                  format.empty() ? "" : ", read as ", format, output),
      "input.format"};
}

Status refuse_change(const JoinedSource::InputChange& change, const std::string& name,
                     bool is_replaced, Malformed malformed, const JobOptions& options) {
  if (is_replaced) {
    return {ErrorCode::kInput, name +
                                   ": the input changed while it was read, and the output would "
                                   "replace it; the file was kept"};
  }
  switch (change.change) {
    case InputFile::Change::kNone:
      break;
    case InputFile::Change::kGrew:
      if (options.on_warning) {
        options.on_warning(
            format_text("{}: warning: the input grew while it was read; its first {} bytes were "
                        "used",
                        name, change.bytes));
      }
      break;
    case InputFile::Change::kRewritten:
      if (malformed == Malformed::kStop) {
        return {ErrorCode::kInput, name + ": input changed while reading"};
      }
      if (options.on_warning) {
        options.on_warning(name +
                           ": warning: another process wrote into the input while it was read; the "
                           "output may mix old and new records");
      }
      break;
  }
  return {};
}

}  // namespace dokumill::batch
