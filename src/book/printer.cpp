#include "book/printer.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "book/type.hpp"
#include "core/text/format.hpp"

namespace dokumill::book {
namespace {

// Receives the bytes that Cairo writes, and passes them to the output. Stores the failure or the
// exception of the output, because exceptions must not cross the functions of Cairo, which are C
// functions.
class Sink {
 public:
  explicit Sink(BookOutput& output) : output_(output) {}

  static cairo_status_t write(void* sink, const unsigned char* bytes, unsigned int count) {
    return static_cast<Sink*>(sink)->take({reinterpret_cast<const char*>(bytes), count})
               ? CAIRO_STATUS_SUCCESS
               : CAIRO_STATUS_WRITE_ERROR;
  }
  // Passes the remaining bytes to the output. Call it when Cairo has written everything.
  Status finish(cairo_status_t of_cairo) {
    flush();
    return status(of_cairo);
  }
  // Cairo writes the end of a file even if the caller gives up. After close(), the bytes that Cairo
  // writes do not reach the output.
  Status close(Status why) {
    status_ = std::move(why);
    return status_;
  }
  // The failure of the output. If the output has not failed, the failure of Cairo, if any.
  Status status(cairo_status_t of_cairo) const {
    if (exception_) std::rethrow_exception(exception_);
    if (!status_.ok() || of_cairo == CAIRO_STATUS_SUCCESS) return status_;
    if (of_cairo == CAIRO_STATUS_NO_MEMORY) return {ErrorCode::kOutOfMemory, "not enough memory"};
    return {ErrorCode::kInput,
            format_text("the page cannot be drawn: {}", cairo_status_to_string(of_cairo))};
  }

 private:
  bool take(std::string_view bytes) {
    if (exception_ || !status_.ok()) return false;
    try {
      buffer_ += bytes;
    } catch (...) {
      exception_ = std::current_exception();
      return false;
    }
    return buffer_.size() < kBufferBytes || flush();
  }
  bool flush() {
    if (exception_ || !status_.ok()) return false;
    try {
      status_ = output_.write(buffer_);
      buffer_.clear();
    } catch (...) {
      exception_ = std::current_exception();
    }
    return !exception_ && status_.ok();
  }

  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;  // Cairo's writes are small

  BookOutput& output_;
  std::string buffer_;
  Status status_;
  std::exception_ptr exception_;
};

struct Face {
  Owned<cairo_font_face_t> face;
  Digits digits;
};

Result<Face> load_face(const std::string& text, Weight weight) {
  Result<Owned<cairo_font_face_t>> face = find_face(text, weight);
  if (!face.ok()) return face.status();
  Result<Digits> digits = digits_of(face->get());
  if (!digits.ok()) return digits.status();
  return Face{*std::move(face), *digits};
}

struct Faces {
  Face regular;
  Face bold;
  Face title;
};

Result<Faces> load_faces(const std::string& title) {
  Result<Face> regular = load_face({}, Weight::kRegular);
  if (!regular.ok()) return regular.status();
  Result<Face> bold = load_face({}, Weight::kBold);
  if (!bold.ok()) return bold.status();
  Result<Face> own = load_face(title, Weight::kBold);
  if (!own.ok()) return own.status();
  return Faces{*std::move(regular), *std::move(bold), *std::move(own)};
}

enum class Align : unsigned char { kLeft, kMiddle, kRight };

// Draws on one surface.
class Pen {
 public:
  Pen(cairo_surface_t* surface, const Faces& faces)
      : context_(cairo_create(surface)), faces_(faces) {
    set_font_options(context_.get());
  }

  cairo_t* context() const { return context_.get(); }

  // Draws text. If it is wider than `width`, it gets a smaller font size.
  void text(const Face& face, const std::string& words, double size, Align align, double x,
            double y, double width) const {
    cairo_set_font_face(context(), face.face.get());
    cairo_set_font_size(context(), size);
    cairo_text_extents_t extents;
    cairo_text_extents(context(), words.c_str(), &extents);
    if (extents.x_advance > width) {
      cairo_set_font_size(context(), size * width / extents.x_advance);
      extents.x_advance = width;
    }
    if (align == Align::kMiddle) x -= extents.x_advance / 2;
    if (align == Align::kRight) x -= extents.x_advance;
    cairo_move_to(context(), x, y);
    cairo_show_text(context(), words.c_str());
  }

  // Draws thin lines between the cells, and thick lines around the boxes.
  void lines(const Square& grid) {
    const double thick = std::clamp(grid.side / 150, 0.8, 2.4);
    rule(grid, thick / 4, 1);
    rule(grid, thick, 3);
  }

  // Draws the digits of `values`, but only in some cells. kGiven: the cells in which `places` has a
  // digit. kEmpty: the cells in which `places` has 0.
  enum class Cells : unsigned char { kGiven, kEmpty };
  void digits(const Square& grid, const Grid& values, const Grid& places, Cells cells,
              const Face& face, double size) {
    glyphs_.clear();
    const double cell = grid.side / 9;
    for (int i = 0; i < 81; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if ((places.cells[at] == 0) != (cells == Cells::kEmpty)) continue;
      const int digit = values.cells[at];
      const int row = i / 9;
      const int column = i % 9;
      const double middle_x = grid.x + cell * (column + 0.5);
      const double middle_y = grid.y + cell * (row + 0.5);
      glyphs_.push_back({face.digits.glyphs[digit],
                         middle_x - face.digits.advances[digit] * size / 2,
                         middle_y + face.digits.height * size / 2});
    }
    if (glyphs_.empty()) return;
    cairo_set_font_face(context(), face.face.get());
    cairo_set_font_size(context(), size);
    cairo_show_glyphs(context(), glyphs_.data(), static_cast<int>(glyphs_.size()));
  }

  const Faces& faces() const { return faces_; }

 private:
  void rule(const Square& grid, double width, int step) const {
    const double cell = grid.side / 9;
    for (int i = 0; i <= 9; i += step) {
      if (step == 1 && i % 3 == 0) continue;  // a thick line is there
      cairo_move_to(context(), grid.x, grid.y + i * cell);
      cairo_rel_line_to(context(), grid.side, 0);
      cairo_move_to(context(), grid.x + i * cell, grid.y);
      cairo_rel_line_to(context(), 0, grid.side);
    }
    cairo_set_line_width(context(), width);
    cairo_set_line_cap(context(), CAIRO_LINE_CAP_SQUARE);
    cairo_stroke(context());
  }

  Owned<cairo_t> context_;
  const Faces& faces_;
  std::vector<cairo_glyph_t> glyphs_;
};

class Pages {
 public:
  Pages(std::span<const BookPuzzle> puzzles, const Design& design, const Sheet& sheet)
      : puzzles_(puzzles), design_(design), sheet_(sheet) {}

  void draw(Pen& pen, std::uint64_t page) const {
    if (page < sheet_.puzzle_pages()) {
      if (!design_.title.empty()) head(pen, page, pen.faces().title, design_.title);
      const std::uint64_t first = page * sheet_.puzzles_per_page();
      for (std::uint64_t i = first; i < end(first, sheet_.puzzles_per_page()); ++i) {
        puzzle(pen, i, sheet_.puzzle_spot(page, i - first));
      }
    } else {
      head(pen, page, pen.faces().bold, "Answers");
      const std::uint64_t first = (page - sheet_.puzzle_pages()) * sheet_.answers_per_page();
      for (std::uint64_t i = first; i < end(first, sheet_.answers_per_page()); ++i) {
        const Square grid = sheet_.answer_spot(page, i - first);
        pen.text(pen.faces().bold, label(i), sheet_.answer_label_size(), Align::kLeft, grid.x,
                 Sheet::label_line(grid), grid.side);
        answer(pen, i, grid);
      }
    }
    pen.text(pen.faces().regular, format_text("{}", page + 1), sheet_.foot_size(), Align::kMiddle,
             sheet_.middle(page), sheet_.foot_line(), sheet_.width());
  }

 private:
  std::uint64_t end(std::uint64_t first, std::uint64_t per_page) const {
    return std::min<std::uint64_t>(first + per_page, puzzles_.size());
  }
  static std::string label(std::uint64_t puzzle) { return format_text("No. {}", puzzle + 1); }

  void head(Pen& pen, std::uint64_t page, const Face& face, const std::string& words) const {
    pen.text(face, words, sheet_.head_size(), Align::kMiddle, sheet_.middle(page),
             sheet_.head_line(), sheet_.width());
  }

  void puzzle(Pen& pen, std::uint64_t i, const Spot& spot) const {
    const BookPuzzle& entry = puzzles_[i];
    const Square& grid = spot.grid;
    const double line = Sheet::label_line(grid);
    pen.text(pen.faces().bold, label(i), sheet_.label_size(), Align::kLeft, grid.x, line,
             grid.side / 2);
    if (entry.puzzle != entry.solution) {  // a full board has no level
      pen.text(pen.faces().regular, std::string(name_of(entry.level)), sheet_.label_size(),
               Align::kRight, grid.x + grid.side, line, grid.side / 2);
    }
    pen.lines(grid);
    const Face& face = design_.is_large_print ? pen.faces().bold : pen.faces().regular;
    pen.digits(grid, entry.puzzle, entry.puzzle, Pen::Cells::kGiven, face, sheet_.digit_size(grid));
    if (spot.answer.side != 0) answer(pen, i, spot.answer);
  }

  // The givens are bold, so that readers find the digits that they had to fill in.
  void answer(Pen& pen, std::uint64_t i, const Square& grid) const {
    const BookPuzzle& entry = puzzles_[i];
    const double size = sheet_.digit_size(grid);
    pen.lines(grid);
    pen.digits(grid, entry.solution, entry.puzzle, Pen::Cells::kGiven, pen.faces().bold, size);
    pen.digits(grid, entry.solution, entry.puzzle, Pen::Cells::kEmpty, pen.faces().regular, size);
  }

  std::span<const BookPuzzle> puzzles_;
  const Design& design_;
  const Sheet& sheet_;
};

Status print_pdf(const Pages& pages, const Design& design, const Sheet& sheet, const Faces& faces,
                 BookOutput& output) {
  Sink sink(output);
  const Owned<cairo_surface_t> surface(cairo_pdf_surface_create_for_stream(
      Sink::write, &sink, design.paper.width, design.paper.height));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE,
                                 design.title.empty() ? "Sudoku" : design.title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "dokumill");
  // Set an empty date. Without this call, Cairo would write the time of the run.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  {
    Pen pen(surface.get(), faces);
    for (std::uint64_t page = 0; page < sheet.pages(); ++page) {
      pages.draw(pen, page);
      cairo_show_page(pen.context());
      Status status = sink.status(cairo_status(pen.context()));
      if (status.ok()) status = output.finish_page(page + 1, sheet.pages());
      if (!status.ok()) return sink.close(std::move(status));
    }
  }
  cairo_surface_finish(surface.get());
  return sink.finish(cairo_surface_status(surface.get()));
}

Status print_svg(const Pages& pages, const Design& design, const Sheet& sheet, const Faces& faces,
                 BookOutput& output) {
  for (std::uint64_t page = 0; page < sheet.pages(); ++page) {
    if (Status status = output.next_file(); !status.ok()) return status;
    Sink sink(output);
    const Owned<cairo_surface_t> surface(cairo_svg_surface_create_for_stream(
        Sink::write, &sink, design.paper.width, design.paper.height));
    {
      Pen pen(surface.get(), faces);
      pages.draw(pen, page);
      cairo_show_page(pen.context());
    }
    cairo_surface_finish(surface.get());
    Status status = sink.finish(cairo_surface_status(surface.get()));
    if (status.ok()) status = output.finish_page(page + 1, sheet.pages());
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace

Status print(std::span<const BookPuzzle> puzzles, const Design& design, FileFormat format,
             BookOutput& output) {
  const Result<Sheet> sheet = Sheet::fit(design, puzzles.size());
  if (!sheet.ok()) return sheet.status();
  struct LeakCheck {
    ~LeakCheck() { free_for_leak_check(); }
  } const last;  // destroyed after all objects of Cairo
  const Result<Faces> faces = load_faces(design.title);
  if (!faces.ok()) return faces.status();
  const Pages pages(puzzles, design, *sheet);
  return format == FileFormat::kPdf ? print_pdf(pages, design, *sheet, *faces, output)
                                    : print_svg(pages, design, *sheet, *faces, output);
}

}  // namespace dokumill::book
