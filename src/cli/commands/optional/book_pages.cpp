// dokumill book
#include "book/book_job.hpp"
#include "book/printer.hpp"
#include "cli/commands/optional/optional.hpp"
#include "cli/job/run_job.hpp"
#include "core/text/format.hpp"
#include "core/text/number_text.hpp"
#include "platform/files/file_name.hpp"

namespace dokumill::cli {
namespace {

constexpr int kStandardOutput = 1;

void set_design(FlagReader& flags, book::Design& design, book::FileFormat& format) {
  design.title = flags.value("--title").value_or("");
  design.is_large_print = flags.has("--large-print");
  if (design.is_large_print) design.grouping = book::kGroupings[1];
  if (const auto grouping = flags.choice("--per-page")) {
    design.grouping = book::kGroupings[*grouping];
  }
  if (const auto paper = flags.choice("--paper")) design.paper = book::kPapers[*paper];
  flags.choice("--answers", design.answers);
  flags.choice("--to", format);
  // Before any other work, rejects a design that does not fit on the page. In a thick book, the
  // gutter (the inner margin) can still make the digits too small later.
  if (flags.status().ok()) flags.reject(book::Sheet::fit(design, 1).status());
}

Status check_output(const Session& session, const std::string& output, book::FileFormat format) {
  const bool is_svg = format == book::FileFormat::kSvg;
  if (is_svg && output == "-") {
    return usage_error("--to svg writes a folder with one file for each page; name it with -o");
  }
  if (name_ending(output) == "svg") {
    return usage_error(
        format_text("{}: an SVG file has one page; {}", output,
                    is_svg ? "give the folder another name" : "use --to svg, and name a folder"));
  }
  const std::string ending = name_ending(output);
  if (!is_svg && !ending.empty() && ending != "pdf") {
    return usage_error(format_text("{}: a book is a PDF; choose a name that ends in .pdf", output));
  }
  if (output == "-" && session.platform.is_terminal(kStandardOutput)) {
    return usage_error("a PDF is not written to a terminal; name a file with -o");
  }
  return {};
}

Ending end_book(const BookReport& report) {
  const std::string counts =
      format_text("{} in the book; left out: {} multiple, {} none, {} malformed; {}",
                  grouped(report.unique), grouped(report.multiple), grouped(report.none),
                  grouped(report.malformed), counted(report.pages, "pages"));
  return {totals_line(report, counts), report.malformed, report.multiple + report.none};
}

}  // namespace

int run_book(Session& session) {
  book::Design design;
  book::FileFormat format = book::FileFormat::kPdf;
  const auto set_options = [&](JobFlags& flags, BookOptions& options) {
    set_design(flags, design, format);
    if (flags.status().ok()) flags.reject(check_output(session, options.output, format));
    options.is_folder = format == book::FileFormat::kSvg;
    flags.input(options.input);
  };
  const auto print = [&](std::span<const BookPuzzle> puzzles, BookOutput& output) {
    return book::print(puzzles, design, format, output);
  };
  const auto job = [&](const BookOptions& options, const batch::JobHooks& hooks) {
    return book::run(options, print, hooks);
  };
  return run_job(session, BookOptions(), set_options, job, end_book);
}

}  // namespace dokumill::cli
