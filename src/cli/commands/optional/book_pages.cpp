// dokumill book
#include <optional>
#include <utility>

#include "apps/book/book_job.hpp"
#include "apps/book/printer.hpp"
#include "base/platform/files/file_name.hpp"
#include "base/text/format.hpp"
#include "base/text/number_text.hpp"
#include "cli/commands/optional/optional.hpp"
#include "cli/job/run_job.hpp"
#include "cli/table/choices.hpp"

namespace dokumill::cli {
namespace {

constexpr int kStandardOutput = 1;

Result<book::Paper> parse_paper(std::string_view flag, std::string_view word) {
  if (const auto size = book::read_size(word)) {
    if (size->ok()) return **size;
    return usage_error(format_text("{}: {}", flag, size->status().message()));
  }
  const Result<std::size_t> name = parse_choice(flag, word, names_of_rows(book::kPapers));
  if (name.ok()) return book::kPapers[*name];
  return usage_error(name.status().message() + "; or a size such as 7x9in or 170x240mm");
}

// The flags that need another one.
void check_flags(FlagReader& flags, const book::Design& design) {
  flags.reject_if(flags.has("--answers-per-page") && design.answers != book::Answers::kBack,
                  "--answers-per-page needs answers at the back, so remove it or --answers");
  flags.reject_if(!design.copyright.empty() && !design.has_front_matter,
                  "--copyright needs --front-matter, which has the page for it");
  flags.reject_if(design.format == book::Format::kCover && !design.paper.is_bound,
                  "--to cover needs a paper for bound books, such as --paper 6x9");
  for (const std::string flag : {"--author", "--copyright", "--font", "--sections"}) {
    flags.reject_if(flags.value(flag) == "", format_text("{}: expected a text, got ''", flag));
  }
}

void set_design(FlagReader& flags, book::Design& design, BookOptions& options) {
  design.title = flags.value("--title").value_or("");
  design.author = flags.value("--author").value_or("");
  design.copyright = flags.value("--copyright").value_or("");
  design.font = flags.value("--font").value_or("");
  design.is_large_print = flags.has("--large-print");
  design.has_front_matter = flags.has("--front-matter");
  design.has_hints = flags.has("--hints");
  if (const auto grouping = flags.choice("--per-page")) {
    design.grouping = book::kGroupings[*grouping];
  }
  flags.read("--paper", design.paper, parse_paper);
  flags.choice("--answers", design.answers);
  flags.choice("--lang", design.language);
  flags.choice("--to", design.format);
  flags.number("--answers-per-page", design.answers_per_page, 1, book::kMostAnswersPerPage);
  flags.number("--shuffle", design.shuffle_seed, 0, UINT64_MAX);
  if (const auto by = flags.value("--sections")) {
    design.sections = *by == "level" ? book::Sections::kByLevel : book::Sections::kByColumn;
    if (*by != "level") options.section_column = *by;
  }
  if (design.has_hints) options.hints = design.language;
  check_flags(flags, design);
}

Status check_output(const Session& session, const std::string& output, book::Format format) {
  const bool is_svg = format == book::Format::kSvg;
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
  std::string counts =
      format_text("{} in the book; left out: {} multiple, {} none, {} malformed; {}",
                  grouped(report.unique), grouped(report.multiple), grouped(report.none),
                  grouped(report.malformed), counted(report.pages, "pages"));
  if (report.spine_mm) counts += format_text(", spine {:.2f} mm on white paper", *report.spine_mm);
  return {totals_line(report, counts), report.malformed, report.multiple + report.none};
}

}  // namespace

int run_book(Session& session) {
  std::optional<book::Printer> printer;
  const auto set_options = [&](JobFlags& flags, BookOptions& options) {
    book::Design design;
    set_design(flags, design, options);
    if (flags.status().ok()) flags.reject(check_output(session, options.output, design.format));
    options.is_folder = design.format == book::Format::kSvg;
    flags.input(options.input);
    if (!flags.status().ok()) return;
    // Before any other work, rejects a design that does not fit on the page. In a thick book, the
    // gutter (the inner margin) can still make the digits too small later.
    Result<book::Printer> made = book::Printer::create(design);
    flags.reject(made.status());
    if (made.ok()) printer.emplace(*std::move(made));
  };
  const auto print = [&](BookContent content, BookOutput& output) {
    return printer->print(std::move(content), output);
  };
  const auto job = [&](const BookOptions& options, const batch::JobHooks& hooks) {
    return book::run(options, print, hooks);
  };
  return run_job(session, BookOptions(), set_options, end_book, {}, job);
}

}  // namespace dokumill::cli
