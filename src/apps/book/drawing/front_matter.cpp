#include "apps/book/drawing/front_matter.hpp"

#include <algorithm>
#include <array>

#include "apps/book/drawing/paragraph.hpp"
#include "base/text/format.hpp"
#include "dokumill/rating.hpp"

namespace dokumill::book {
namespace {

constexpr std::size_t kMostTitleLines = 4;
constexpr double kMostTitleSize = 36;
constexpr double kLeastTitleSize = 14;

// The example of the rules: a puzzle of `generate puzzles`, and its solution.
constexpr std::string_view kExample =
    "704608005008000060026157904830000000019004820040900000005001203463000008000490600";
constexpr std::string_view kExampleSolution =
    "794628315158349762326157984832516479519734826647982531975861243463275198281493657";

Grid grid_of(std::string_view digits) {
  Grid grid;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    grid.cells[i] = static_cast<std::uint8_t>(digits[i] - '0');
  }
  return grid;
}

// The size of the texts of the title page, other than the title.
double title_text_size(const Sheet& sheet) {
  return 1.4 * sheet.text_size();
}

class FrontDrawer {
 public:
  FrontDrawer(Pen& pen, const Contents& contents, std::uint64_t page)
      : pen_(pen),
        contents_(contents),
        design_(contents.design),
        sheet_(contents.plan.sheet()),
        faces_(contents.faces),
        words_(contents.words),
        page_(page) {}

  void title() {
    const std::string words = design_.title.empty() ? words_.sudoku() : design_.title;
    const Face& face = faces_.of(words, Weight::kBold);
    const auto [lines, size] = lines_of_title(face, words, kMostTitleSize, sheet_.width());
    double y = sheet_.top() + sheet_.height() / 4;
    for (const std::string& line : lines) {
      middle(face, line, size, y += leading_of(size));
    }
    const double small = title_text_size(sheet_);
    y += small;
    const std::string count = words_.puzzle_count(contents_.book.puzzles.size());
    middle(faces_.words(Weight::kRegular), count, small, y += leading_of(small));
    if (design_.author.empty()) return;
    pen_.paragraph(faces_.of(design_.author, Weight::kBold), design_.author, small, Align::kMiddle,
                   sheet_.middle(page_), sheet_.top() + sheet_.height() * 0.7, sheet_.width());
  }

  // The imprint stands at the foot of its page, as in most books.
  void imprint() {
    const double size = sheet_.text_size();
    struct Part {
      std::string text;
      Weight weight;
    };
    const std::array parts{
        Part{design_.title, Weight::kBold}, Part{design_.author, Weight::kRegular},
        Part{design_.copyright, Weight::kRegular},
        Part{words_.one_solution(contents_.book.puzzles.size()), Weight::kRegular}};
    double height = 0;
    const auto each = [&](const auto& take) {
      for (const Part& part : parts) {
        if (!part.text.empty()) take(part, faces_.of(part.text, part.weight));
      }
    };
    each([&](const Part& part, const Face& face) {
      const auto lines = break_lines(face, part.text, size, sheet_.width()).size();
      height += (static_cast<double>(lines) + 0.5) * leading_of(size);
    });
    double y = sheet_.top() + sheet_.height() - height;
    each([&](const Part& part, const Face& face) {
      y = pen_.paragraph(face, part.text, size, Align::kLeft, left(), y, sheet_.width()) +
          0.5 * leading_of(size);
    });
  }

  // The page has the first of these layouts that fits, in the largest size.
  void how_to_play() {
    draw_heading(pen_, contents_, page_, faces_.words(Weight::kBold), words_.how_to_play());
    constexpr std::array kLayouts{Layout{true, true, true}, Layout{false, true, true},
                                  Layout{false, false, true}, Layout{false, true, false},
                                  Layout{false, false, false}};
    const double usual = sheet_.text_size() * (design_.is_large_print ? 1 : 1.1);
    const double least = 0.7 * usual;
    for (const Layout& layout : kLayouts) {
      for (double size = usual; size >= least; size -= 0.5) {
        if (rules(size, layout, nullptr) > sheet_.top() + sheet_.height()) continue;
        rules(size, layout, &pen_);
        return;
      }
    }
    rules(least, kLayouts.back(), &pen_);
  }

  void contents() {
    draw_heading(pen_, contents_, page_, faces_.words(Weight::kBold), words_.contents());
    const PlannedPage& plan = contents_.plan.pages()[page_];
    const double size = sheet_.text_size();
    double y = sheet_.body_top();
    for (std::uint32_t i = plan.first; i < plan.first + plan.count; ++i) {
      const ContentsRow& row = contents_.plan.contents()[i];
      y += contents_row_height(sheet_);
      const std::string number = format_text("{}", row.page + 1);
      const Face& digits = faces_.words(Weight::kRegular);
      const double number_width = digits.width(number, size);
      const double room = sheet_.width() - number_width - size;
      const std::string name = name_of_row(contents_, row);
      const Face& face = faces_.of(name, Weight::kRegular);
      std::string range;
      if (row.kind == PageKind::kPuzzles) {
        const Section& section = contents_.book.sections[row.section];
        range = words_.range(section.first + 1, section.first + section.count);
      }
      const double range_width = range.empty() ? 0 : size + digits.width(range, 0.85 * size);
      const double name_width = std::min(face.width(name, size), room - range_width);
      pen_.text(face, name, size, Align::kLeft, left(), y, name_width);
      if (!range.empty()) {
        pen_.text(digits, range, 0.85 * size, Align::kLeft, left() + name_width + size, y, room);
      }
      dots(left() + name_width + range_width, left() + room, y, size);
      pen_.text(digits, number, size, Align::kRight, left() + sheet_.width(), y, number_width);
    }
  }

 private:
  double left() const { return sheet_.left(page_); }

  void middle(const Face& face, const std::string& words, double size, double y) {
    pen_.text(face, words, size, Align::kMiddle, sheet_.middle(page_), y, sheet_.width());
  }

  // The dots between a name and its page are at the same places in all rows.
  void dots(double from, double to, double y, double size) {
    const Face& face = faces_.words(Weight::kRegular);
    const double step = 0.6 * size;
    std::string text;
    for (double x = left() + sheet_.width(); x > from + step; x -= step) {
      if (x < to) pen_.text(face, ".", size, Align::kRight, x, y, size);
    }
  }

  // What a page with the rules has, besides them.
  struct Layout {
    bool has_levels;
    bool has_help;  // how to begin, and the names of the cells
    bool has_example;
  };
  // Draws the page, or only measures it if `pen` is nullptr. Returns its lowest line.
  double rules(double size, const Layout& layout, Pen* pen) {
    const Face& regular = faces_.words(Weight::kRegular);
    double y = sheet_.body_top();
    const auto paragraph = [&](const Face& face, const std::string& text, double indent) {
      const double width = sheet_.width() - indent;
      const auto lines = static_cast<double>(break_lines(face, text, size, width).size());
      if (pen != nullptr) {
        pen->paragraph(face, text, size, Align::kLeft, left() + indent, y, width);
      }
      y += (lines + 0.4) * leading_of(size);
    };
    for (const std::string& rule : words_.rules()) paragraph(regular, rule, 0);
    if (layout.has_help) paragraph(regular, words_.first_steps(), 0);
    if (layout.has_help && design_.has_hints) paragraph(regular, words_.cell_names(), 0);
    if (layout.has_example) y = example(y, size, layout.has_levels, pen);
    if (!layout.has_levels) return y;
    const Face& bold = faces_.words(Weight::kBold);
    double indent = 0;
    for (const LevelInfo& info : levels()) {
      indent = std::max(indent, bold.width(words_.level(info.level), size) + size);
    }
    for (const LevelInfo& info : levels()) {
      const auto has_level = [&](const BookPuzzle& entry) { return entry.level == info.level; };
      if (std::ranges::none_of(contents_.book.puzzles, has_level)) continue;
      if (pen != nullptr) {
        pen->text(bold, words_.level(info.level), size, Align::kLeft, left(), y + leading_of(size),
                  indent);
      }
      paragraph(regular, words_.level_text(info.level), indent);
    }
    return y;
  }

  // The puzzle on the left, and its solution on the right. If nothing follows, they are smaller on
  // pages that have little room. Returns the place below them.
  double example(double y, double size, bool has_levels, Pen* pen) {
    const double gap = 2 * size;
    const double top = y + leading_of(size) + 4;
    const double below = 1.2 * size;
    const double usual = design_.is_large_print ? 200 : 150;
    const double least = 90;
    const double room = sheet_.top() + sheet_.height() - top - below;
    const double side =
        std::min((sheet_.width() - gap) / 2, has_levels ? usual : std::clamp(room, least, usual));
    const double bottom = top + side + below;
    if (pen == nullptr) return bottom;
    const Grid puzzle = grid_of(kExample);
    const Grid solution = grid_of(kExampleSolution);
    const double x = sheet_.middle(page_) - side - gap / 2;
    const Square one{x, top, side};
    const Square other{x + side + gap, top, side};
    const Face& bold = faces_.words(Weight::kBold);
    pen->text(bold, words_.puzzle(), size, Align::kLeft, one.x, Sheet::label_line(one), side);
    pen->text(bold, words_.answer(), size, Align::kLeft, other.x, Sheet::label_line(other), side);
    pen->lines(one);
    pen->digits(one, puzzle, puzzle, Pen::Cells::kGiven, faces_.digits(Weight::kBold),
                sheet_.digit_size(one));
    draw_answer(*pen, faces_, sheet_, puzzle, solution, other);
    return bottom;
  }

  Pen& pen_;
  const Contents& contents_;
  const Design& design_;
  const Sheet& sheet_;
  const Faces& faces_;
  const Words& words_;
  std::uint64_t page_;
};

}  // namespace

void draw_front_matter(Pen& pen, const Contents& contents, std::uint64_t page) {
  FrontDrawer drawer(pen, contents, page);
  switch (contents.plan.pages()[page].kind) {
    case PageKind::kTitle:
      return drawer.title();
    case PageKind::kImprint:
      return drawer.imprint();
    case PageKind::kHowToPlay:
      return drawer.how_to_play();
    default:
      return drawer.contents();
  }
}

TitleLines lines_of_title(const Face& face, const std::string& title, double most, double width) {
  for (double size = most;; size -= 2) {
    TitleLines found{break_lines(face, title, size, width), size};
    if (found.lines.size() <= kMostTitleLines || size <= kLeastTitleSize) return found;
  }
}

Status check_texts(const Design& design, const Faces& faces, const Sheet& sheet) {
  const double size = sheet.head_size();
  const double own = faces.of(design.title, Weight::kBold).width(design.title, size);
  if (const double fitted = size * sheet.width() / std::max(own, sheet.width());
      fitted < sheet.least_head_size()) {
    return {
        ErrorCode::kUsage,
        format_text("the title does not fit: at the head of a page it would have {:.1f} points, "
                    "and needs at least {}; use a shorter title or wider paper",
                    fitted, sheet.least_head_size())};
  }
  struct Text {
    const std::string& text;
    Weight weight;
    double size;
    std::size_t most_lines;
    std::string_view name;
  };
  const auto half_page =
      static_cast<std::size_t>(sheet.height() / 2 / leading_of(sheet.text_size()));
  for (const Text& text :
       {Text{design.author, Weight::kBold, title_text_size(sheet), 3, "author"},
        Text{design.copyright, Weight::kRegular, sheet.text_size(), half_page, "copyright text"}}) {
    const auto lines =
        break_lines(faces.of(text.text, text.weight), text.text, text.size, sheet.width()).size();
    if (lines <= text.most_lines) continue;
    return {ErrorCode::kUsage,
            format_text("the {} does not fit: it would have {} lines, and there is room for {}",
                        text.name, lines, text.most_lines)};
  }
  return {};
}

}  // namespace dokumill::book
