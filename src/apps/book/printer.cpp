#include "apps/book/printer.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "apps/book/drawing/cover.hpp"
#include "apps/book/drawing/faces.hpp"
#include "apps/book/drawing/front_matter.hpp"
#include "apps/book/drawing/hint_text.hpp"
#include "apps/book/drawing/pages.hpp"
#include "apps/book/file/grey.hpp"
#include "apps/book/file/sink.hpp"
#include "apps/book/layout/book_plan.hpp"
#include "apps/book/layout/order.hpp"
#include "base/text/format.hpp"
#include "base/text/printable.hpp"

namespace dokumill::book {
namespace {

// A hint takes about 20 us.
constexpr std::uint64_t kStopEvery = 256;

std::string title_of(const Design& design, const Words& words) {
  return design.title.empty() ? words.sudoku() : design.title;
}

void set_metadata(cairo_surface_t* surface, const Design& design, const Words& words) {
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                 title_of(design, words).c_str());
  if (!design.author.empty()) {
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, design.author.c_str());
  }
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "dokumill");
  // Set an empty date. Without this call, Cairo would write the time of the run.
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

// Cairo writes 1.4 with a plain table of objects, as in_grey() needs it.
Owned<cairo_surface_t> pdf_surface(Sink& sink, double width, double height) {
  Owned<cairo_surface_t> surface(
      cairo_pdf_surface_create_for_stream(Sink::write, &sink, width, height));
  cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
  return surface;
}

Status write_grey(Sink& sink, double bleed, BookOutput& output) {
  const Result<std::string> pdf =
      in_grey(sink.take(), bleed, [&output] { return output.check_stop(); });
  return pdf.ok() ? output.write(*pdf) : pdf.status();
}

// The outline has the rows of the contents.
void add_outline(cairo_surface_t* surface, const Contents& contents) {
  for (const ContentsRow& row : contents.plan.contents()) {
    cairo_pdf_surface_add_outline(surface, CAIRO_PDF_OUTLINE_ROOT,
                                  name_of_row(contents, row).c_str(),
                                  format_text("page={} pos=[0 0]", row.page + 1).c_str(),
                                  static_cast<cairo_pdf_outline_flags_t>(0));
  }
}

// Draws the pages on one surface. REQUIRES: the sink is that of the surface.
Status draw_pages(cairo_surface_t* surface, Sink& sink, const Contents& contents,
                  BookOutput& output) {
  const std::uint64_t pages = contents.plan.pages().size();
  Pen pen(surface);
  for (std::uint64_t page = 0; page < pages; ++page) {
    draw_page(pen, contents, page);
    cairo_show_page(pen.context());
    Status status = sink.status(cairo_status(pen.context()));
    if (status.ok()) status = output.finish_page(page + 1, pages);
    if (!status.ok()) return sink.close(std::move(status));
  }
  return {};
}

Status print_pdf(const Contents& contents, BookOutput& output) {
  const Design& design = contents.design;
  Sink sink(nullptr);
  const Owned<cairo_surface_t> surface = pdf_surface(sink, design.paper.width, design.paper.height);
  set_metadata(surface.get(), design, contents.words);
  if (Status status = draw_pages(surface.get(), sink, contents, output); !status.ok()) {
    return status;
  }
  add_outline(surface.get(), contents);
  cairo_surface_finish(surface.get());
  if (Status status = sink.finish(cairo_surface_status(surface.get())); !status.ok()) {
    return status;
  }
  return write_grey(sink, 0, output);
}

Status print_svg(const Contents& contents, BookOutput& output) {
  const Paper& paper = contents.design.paper;
  const std::uint64_t pages = contents.plan.pages().size();
  for (std::uint64_t page = 0; page < pages; ++page) {
    if (Status status = output.next_file(); !status.ok()) return status;
    Sink sink(&output);
    const Owned<cairo_surface_t> surface(
        cairo_svg_surface_create_for_stream(Sink::write, &sink, paper.width, paper.height));
    {
      Pen pen(surface.get());
      draw_page(pen, contents, page);
      cairo_show_page(pen.context());
    }
    cairo_surface_finish(surface.get());
    Status status = sink.finish(cairo_surface_status(surface.get()));
    if (status.ok()) status = output.finish_page(page + 1, pages);
    if (!status.ok()) return status;
  }
  return {};
}

Status print_cover(const Contents& contents, BookOutput& output) {
  const Cover cover(contents.design.paper, contents.plan.pages().size());
  Sink sink(nullptr);
  const Owned<cairo_surface_t> surface = pdf_surface(sink, cover.width, cover.height);
  set_metadata(surface.get(), contents.design, contents.words);
  {
    Pen pen(surface.get());
    draw_cover(pen, cover, contents.design, contents.words, contents.faces);
    cairo_show_page(pen.context());
  }
  cairo_surface_finish(surface.get());
  if (Status status = sink.finish(cairo_surface_status(surface.get())); !status.ok()) {
    return status;
  }
  if (Status status = output.finish_page(1, 1); !status.ok()) return status;
  return write_grey(sink, kBleed, output);
}

}  // namespace

struct Printer::State {
  explicit State(const Design& of_book) : design(of_book), words(of_book.language) {}

  // Finds typefaces for the names of the sections, and for the hints.
  Status prepare(const OrderedBook& book, const Sheet& sheet, BookOutput& output);

  FontSession session;  // destroyed after all objects of Cairo
  Design design;
  Words words;
  std::optional<Faces> faces;  // set by create()
};

Status Printer::State::prepare(const OrderedBook& book, const Sheet& sheet, BookOutput& output) {
  for (const Section& section : book.sections) {
    const std::string what = format_text("the section '{}'", printable(section.name));
    for (const Weight weight : {Weight::kBold, Weight::kRegular}) {
      const Result<const Face*> face = faces->find(section.name, weight, what);
      if (!face.ok()) return face.status();
      if ((*face)->width(section.name, sheet.least_head_size()) <= sheet.width()) continue;
      return {ErrorCode::kInput, format_text("{} has a name that is too long for a heading", what)};
    }
  }
  if (!design.has_hints) return {};
  for (std::size_t i = 0; i < book.puzzles.size(); ++i) {
    if (i % kStopEvery == 0) {
      if (Status status = output.check_stop(); !status.ok()) return status;
    }
    const auto face = faces->find(book.puzzles[i].hint, Weight::kRegular, "the hints");
    if (!face.ok()) return face.status();
  }
  return {};
}

Printer::Printer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Printer::Printer(Printer&&) noexcept = default;
Printer& Printer::operator=(Printer&&) noexcept = default;
Printer::~Printer() = default;

Result<Printer> Printer::create(const Design& design) {
  const Result<Sheet> sheet = Sheet::fit(design, kLeastGutter);
  if (!sheet.ok()) return sheet.status();
  auto state = std::make_unique<State>(design);
  Result<Faces> faces = Faces::load(design);
  if (!faces.ok()) return faces.status();
  state->faces.emplace(*std::move(faces));
  if (Status status = check_texts(design, *state->faces, *sheet); !status.ok()) return status;
  return Printer(std::move(state));
}

Result<PrintedBook> Printer::print(BookContent content, BookOutput& output) {
  const Design& design = state_->design;
  const OrderedBook book = put_in_order(std::move(content), design, state_->words);
  // With the narrowest gutter: the names of sections that are a little too wide later get smaller.
  const Result<Sheet> sheet = Sheet::fit(design, kLeastGutter);
  if (!sheet.ok()) return sheet.status();
  if (Status status = state_->prepare(book, *sheet, output); !status.ok()) return status;
  Status stop;  // after a stop, the heights and the plan are of no use
  std::uint64_t heights = 0;
  const auto height = [&](const Sheet& one, std::uint64_t puzzle) {
    if (stop.ok() && heights++ % kStopEvery == 0) stop = output.check_stop();
    return stop.ok() ? hint_height(*state_->faces, one, book.puzzles[puzzle].hint) : 0;
  };
  const Result<Plan> plan = Plan::make(design, book, height);
  if (!stop.ok()) return stop;
  if (!plan.ok()) return plan.status();
  const Contents contents{design, state_->words, *state_->faces, book, *plan};
  constexpr std::array kPrinters{print_pdf, print_svg, print_cover};
  if (Status status = kPrinters[static_cast<std::size_t>(design.format)](contents, output);
      !status.ok()) {
    return status;
  }
  PrintedBook printed{plan->pages().size()};
  if (design.paper.is_bound) {
    printed.spine_mm = std::round(spine_of(printed.pages) / kMillimetre * 100) / 100;
  }
  return printed;
}

}  // namespace dokumill::book
