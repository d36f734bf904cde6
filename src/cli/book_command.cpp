// dokumill book
#include "book/book_job.hpp"
#include "book/printer.hpp"
#include "cli/choices.hpp"
#include "cli/common.hpp"
#include "cli/words.hpp"
#include "core/text/fmt.hpp"
#include "platform/files/file_name.hpp"

namespace dokumill::cli {
namespace {

constexpr int kStandardOutput = 1;

// The index of the value of `flag` in its choices; nullopt without the flag.
Result<std::optional<std::size_t>> choice_of(const Arguments& arguments, const std::string& flag) {
  const auto word = arguments.value(flag);
  if (!word) return std::optional<std::size_t>();
  const Result<std::size_t> choice = parse_choice(flag, *word, choices(Command::kBook, flag));
  if (!choice.ok()) return choice.status();
  return std::optional(*choice);
}

Status set_design(const Arguments& arguments, book::Design& design, book::FileFormat& format) {
  design.title = arguments.value("--title").value_or("");
  design.is_large_print = arguments.has("--large-print");
  if (design.is_large_print) design.grouping = book::kGroupings[1];
  const auto grouping = choice_of(arguments, "--per-page");
  if (!grouping.ok()) return grouping.status();
  if (*grouping) design.grouping = book::kGroupings[**grouping];
  const auto paper = choice_of(arguments, "--paper");
  if (!paper.ok()) return paper.status();
  if (*paper) design.paper = book::kPapers[**paper];
  const auto answers = choice_of(arguments, "--answers");
  if (!answers.ok()) return answers.status();
  if (*answers) design.answers = static_cast<book::Answers>(**answers);
  const auto to = choice_of(arguments, "--to");
  if (!to.ok()) return to.status();
  if (*to) format = static_cast<book::FileFormat>(**to);
  // Before any other work, rejects a design that does not fit on the page. In a thick book, the
  // gutter (the inner margin) can still make the digits too small later.
  return book::Sheet::fit(design, 1).status();
}

Status check_output(const Session& session, const std::string& output, book::FileFormat format) {
  const bool is_svg = format == book::FileFormat::kSvg;
  if (is_svg && output == "-") {
    return usage_error("--to svg writes a folder with one file for each page; name it with -o");
  }
  if (name_ending(output) == "svg") {
    return usage_error(
        fmt::format("{}: an SVG file has one page; {}", output,
                    is_svg ? "give the folder another name" : "use --to svg, and name a folder"));
  }
  const std::string ending = name_ending(output);
  if (!is_svg && !ending.empty() && ending != "pdf") {
    return usage_error(fmt::format("{}: a book is a PDF; choose a name that ends in .pdf", output));
  }
  if (output == "-" && session.platform.is_terminal(kStandardOutput)) {
    return usage_error("a PDF is not written to a terminal; name a file with -o");
  }
  return {};
}

Status set_book_options(const Session& session, book::Design& design, book::FileFormat& format,
                        BookOptions& options) {
  const Arguments& arguments = session.arguments;
  if (Status status = set_design(arguments, design, format); !status.ok()) return status;
  if (Status status = check_output(session, options.output, format); !status.ok()) return status;
  options.is_folder = format == book::FileFormat::kSvg;
  options.strict = arguments.has("--strict");
  options.engine = engine_name(session);
  return set_input_options(session, options.input);
}

Ending end_book(const BookReport& report) {
  return {fmt::format("{}: {} in the book; left out: {} multiple, {} none, {} malformed; {}; {}",
                      counted(report.records, "records"), grouped(report.unique),
                      grouped(report.multiple), grouped(report.none), grouped(report.malformed),
                      counted(report.pages, "pages"), speed_text(report, "records")),
          report.malformed, report.multiple + report.none};
}

}  // namespace

int run_book(Session& session) {
  book::Design design;
  book::FileFormat format = book::FileFormat::kPdf;
  const auto set_options = [&](const Session& of_job, BookOptions& options) {
    return set_book_options(of_job, design, format, options);
  };
  const auto print = [&](std::span<const BookPuzzle> puzzles, BookOutput& output) {
    return book::print(puzzles, design, format, output);
  };
  const auto job = [&](const BookOptions& options, const batch::JobHooks& hooks) {
    return book::run(options, print, hooks);
  };
  return run_job(session, "records", Writes::kRecords, BookOptions(), set_options, job, end_book);
}

}  // namespace dokumill::cli
