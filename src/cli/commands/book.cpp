// The row of dokumill book. optional/book_pages.cpp runs it in the program with Cairo, and
// optional/book_missing.cpp in every other program.
#include "apps/book/layout/design.hpp"
#include "cli/commands/optional/optional.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kBookFlags = flag_list(
    FlagRow{"--title", "TEXT", kWhatSection, "title at the head of the pages (default: none)"},
    FlagRow{"--per-page", "COUNT", kWhatSection,
            "puzzles on a page: 1, 2, 4, 6 or 9 (default 4; with --large-print 2, or 1 on small "
            "paper)",
            [] { return names_of_rows(book::kGroupings); }},
    FlagRow{"--answers", "WHERE", kWhatSection,
            "back (on the last pages), beside (next to each puzzle) or none (default back)",
            [] { return Names(book::kAnswersNames.begin(), book::kAnswersNames.end()); }},
    FlagRow{"--answers-per-page", "N", kWhatSection,
            "answers on a page at the back, 1 to 30 (default: by the size of the page)"},
    FlagRow{"--paper", "PAPER", kWhatSection,
            "loose: a4, a5, letter; bound: 5x8, 6x9, 8.5x11 and more (inches), or any size such as "
            "170x240mm or 7x9in (default a4)",
            [] { return names_of_rows(book::kPapers); }},
    FlagRow{"--large-print", "", kWhatSection,
            "bold digits of at least 18 points, and larger text"},
    FlagRow{"--lang", "LANGUAGE", kWhatSection,
            "language of the pages: en, zh (Chinese; default en)",
            [] { return Names(book::kLanguageNames.begin(), book::kLanguageNames.end()); }},
    FlagRow{"--font", "TEXT", kWhatSection,
            "font family for all text and digits (default: DejaVu Sans, and for characters that it "
            "lacks another font without serifs)"},
    FlagRow{"--front-matter", "", kWhatSection, "add a title page, imprint, rules and contents"},
    FlagRow{"--author", "TEXT", kWhatSection,
            "author, for the title page, the imprint, the cover and the properties of the PDF"},
    FlagRow{"--copyright", "TEXT", kWhatSection,
            "text for the imprint, such as 'Copyright 2026 N. N.'; needs --front-matter"},
    FlagRow{
        "--sections", "NAME", kWhatSection,
        "begin a section, on a new page, for each 'level', or for each value of this column of csv "
        "or member of jsonl"},
    FlagRow{
        "--shuffle", "S", kWhatSection,
        "seed to shuffle the puzzles, inside of their sections (default: the order of the input)"},
    FlagRow{"--hints", "", kWhatSection,
            "before the answers, describe the hardest step of each puzzle in one sentence"},
    kRecordFlags, kHiddenSizeFlags,
    FlagRow{"-o,--output", "FILE", kOutputSection,
            "output file (default: standard output); with --to svg, the new folder"},
    FlagRow{"--to", "FORMAT", kOutputSection,
            "pdf, svg (a file for each page) or cover (default pdf)",
            [] { return Names(book::kFormatNames.begin(), book::kFormatNames.end()); }},
    kReportFlags, kEngineFlag, kMessageFlags);

}  // namespace

extern constinit const CommandRow book_command = {
    .name = "book",
    .operand = "INPUT",
    .usage = "book [INPUT...] [-o OUTPUT] [FLAGS]",
    .summary = "Print puzzles as a book, with answers",
    .about =
        "Makes a PDF to print, with those puzzles of INPUT that have one solution. The pages "
        "have page numbers, each puzzle has its number and level, and the answers are on the "
        "last pages. With --to svg, OUTPUT is a new folder, with one SVG file for each page.\n"
        "Records that are malformed, or have no solution or several, are reported and left out, "
        "and the exit status is 1. A book has at most 100,000 puzzles, numbered from 1.\n"
        "The papers a4, a5 and letter are for loose sheets. All others are for bound books: the "
        "inner margin grows with the number of pages, up to 828 pages, and the report has the "
        "width of the spine. --to cover draws a template of the cover for the book that the same "
        "flags make: back, spine and front, with lines that show where it is trimmed.",
    .examples =
        "dokumill book puzzles.txt -o book.pdf\n"
        "dokumill book hard.csv --title 'Hard nuts' --paper 6x9 -o nuts.pdf\n"
        "dokumill book easy.txt --large-print --answers none -o large.pdf\n"
        "dokumill book all.txt --front-matter --sections level -o levels.pdf\n"
        "dokumill book hard.csv --title Nuts --paper 6x9 --to cover -o cover.pdf",
    .main_flags =
        "--output --title --per-page --answers --paper --large-print --lang --front-matter "
        "--sections --to",
    .flags = kBookFlags,
    .run = run_book,
};

}  // namespace dokumill::cli
