#include "apps/book/drawing/pages.hpp"

#include "apps/book/drawing/front_matter.hpp"
#include "apps/book/drawing/hint_text.hpp"
#include "base/text/format.hpp"

namespace dokumill::book {
namespace {

class PageDrawer {
 public:
  PageDrawer(Pen& pen, const Contents& contents, std::uint64_t page)
      : pen_(pen),
        contents_(contents),
        sheet_(contents.plan.sheet()),
        faces_(contents.faces),
        words_(contents.words),
        page_(page),
        plan_(contents.plan.pages()[page]) {}

  void draw() {
    switch (plan_.kind) {
      case PageKind::kPuzzles:
        puzzles();
        break;
      case PageKind::kHints:
        hints();
        break;
      case PageKind::kAnswers:
        answers();
        break;
      default:
        draw_front_matter(pen_, contents_, page_);
    }
    if (plan_.kind == PageKind::kTitle || plan_.kind == PageKind::kImprint) return;
    pen_.text(faces_.digits(Weight::kRegular), format_text("{}", page_ + 1), sheet_.foot_size(),
              Align::kMiddle, sheet_.middle(page_), sheet_.foot_line(), sheet_.width());
  }

 private:
  const BookPuzzle& entry(std::uint64_t i) const { return contents_.book.puzzles[i]; }
  std::uint64_t first() const { return plan_.first; }
  std::uint64_t end() const { return first() + plan_.count; }

  void heading(const std::string& words) {
    draw_heading(pen_, contents_, page_, faces_.words(Weight::kBold), words);
  }

  // A section begins with its name. The pages after it have a smaller running title.
  void puzzle_head() {
    const std::string& title = contents_.design.title;
    const std::string& section = contents_.book.sections[plan_.section].name;
    const bool has_sections = contents_.design.sections != Sections::kNone;
    if (has_sections && !plan_.is_first) {
      const std::string& words = title.empty() ? section : title;
      const double size = std::max(sheet_.least_head_size(), sheet_.text_size());
      pen_.text(faces_.of(words, Weight::kRegular), words, size, Align::kMiddle,
                sheet_.middle(page_), sheet_.head_line(), sheet_.width());
      return;
    }
    const std::string& words = has_sections ? section : title;
    if (words.empty()) return;
    draw_heading(pen_, contents_, page_, faces_.of(words, Weight::kBold), words);
  }

  void puzzles() {
    puzzle_head();
    for (std::uint64_t i = first(); i < end(); ++i) puzzle(i);
  }

  void puzzle(std::uint64_t i) {
    const Spot spot = sheet_.puzzle_spot(page_, i - first());
    const Square& grid = spot.grid;
    const double line = Sheet::label_line(grid);
    pen_.text(faces_.words(Weight::kBold), words_.number(i + 1), sheet_.label_size(), Align::kLeft,
              grid.x, line, grid.side / 2);
    const Face& words = faces_.words(Weight::kRegular);
    if (entry(i).puzzle != entry(i).solution) {  // a full board has no level
      pen_.text(words, words_.level(entry(i).level), sheet_.label_size(), Align::kRight,
                grid.x + grid.side, line, grid.side / 2);
    }
    pen_.lines(grid);
    const Weight weight = contents_.design.is_large_print ? Weight::kBold : Weight::kRegular;
    pen_.digits(grid, entry(i).puzzle, entry(i).puzzle, Pen::Cells::kGiven, faces_.digits(weight),
                sheet_.digit_size(grid));
    if (spot.answer.side != 0) answer(i, spot.answer);
    if (contents_.design.answers != Answers::kBack) return;
    pen_.text(words, words_.answer_on_page(contents_.plan.page_of_answer(i) + 1),
              sheet_.note_size(), Align::kRight, grid.x + grid.side, sheet_.note_line(grid),
              grid.side);
  }

  void hints() {
    heading(words_.hints());
    double y = sheet_.body_top();
    for (std::uint64_t i = first(); i < end(); ++i) {
      const std::string& hint = entry(i).hint;
      draw_hint(pen_, faces_, sheet_, page_, i + 1, hint, y);
      y += hint_height(faces_, sheet_, hint);
    }
  }

  void answers() {
    heading(words_.answers());
    for (std::uint64_t i = first(); i < end(); ++i) {
      const Square grid = sheet_.answer_spot(page_, i - first());
      pen_.text(faces_.words(Weight::kBold), words_.number(i + 1), sheet_.answer_label_size(),
                Align::kLeft, grid.x, Sheet::label_line(grid), grid.side);
      answer(i, grid);
    }
  }

  void answer(std::uint64_t i, const Square& grid) {
    draw_answer(pen_, faces_, sheet_, entry(i).puzzle, entry(i).solution, grid);
  }

  Pen& pen_;
  const Contents& contents_;
  const Sheet& sheet_;
  const Faces& faces_;
  const Words& words_;
  std::uint64_t page_;
  const PlannedPage& plan_;
};

}  // namespace

void draw_page(Pen& pen, const Contents& contents, std::uint64_t page) {
  PageDrawer(pen, contents, page).draw();
}

std::string name_of_row(const Contents& contents, const ContentsRow& row) {
  switch (row.kind) {
    case PageKind::kHowToPlay:
      return contents.words.how_to_play();
    case PageKind::kHints:
      return contents.words.hints();
    case PageKind::kAnswers:
      return contents.words.answers();
    default: {
      const std::string& name = contents.book.sections[row.section].name;
      return name.empty() ? contents.words.puzzles() : name;
    }
  }
}

void draw_answer(Pen& pen, const Faces& faces, const Sheet& sheet, const Grid& puzzle,
                 const Grid& solution, const Square& grid) {
  const double size = sheet.digit_size(grid);
  pen.lines(grid);
  pen.digits(grid, solution, puzzle, Pen::Cells::kGiven, faces.digits(Weight::kBold), size);
  pen.digits(grid, solution, puzzle, Pen::Cells::kEmpty, faces.digits(Weight::kRegular), size);
}

void draw_heading(Pen& pen, const Contents& contents, std::uint64_t page, const Face& face,
                  const std::string& words) {
  const Sheet& sheet = contents.plan.sheet();
  pen.text(face, words, sheet.head_size(), Align::kMiddle, sheet.middle(page), sheet.head_line(),
           sheet.width());
}

}  // namespace dokumill::book
