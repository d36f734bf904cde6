// The row of dokumill book. optional/book_pages.cpp runs it in the program with Cairo, and
// optional/book_missing.cpp in every other program.
#include "book/sheet.hpp"
#include "cli/commands/optional/optional.hpp"
#include "cli/table/shared_flags.hpp"

namespace dokumill::cli {
namespace {

constexpr auto kBookFlags = flag_list(
    FlagRow{"--title", "TEXT", kWhatSection, "title at the head of the pages (default: none)"},
    FlagRow{"--per-page", "COUNT", kWhatSection,
            "puzzles on a page: 1, 2, 4, 6 or 9 (default 4, or 2 with --large-print)",
            [] { return names_of_rows(book::kGroupings); }},
    FlagRow{"--answers", "WHERE", kWhatSection,
            "back (on the last pages), beside (next to each puzzle) or none (default back)",
            [] { return Names(book::kAnswersNames.begin(), book::kAnswersNames.end()); }},
    FlagRow{"--paper", "NAME", kWhatSection,
            "a4, a5 or letter for loose sheets, 6x9 or 8.5x11 (inches) for a bound book (default "
            "a4)",
            [] { return names_of_rows(book::kPapers); }},
    FlagRow{"--large-print", "", kWhatSection,
            "print bold digits of at least 18 points, also in the answers"},
    kRecordFlags,
    FlagRow{"-o,--output", "FILE", kOutputSection,
            "output file (default: standard output); with --to svg, the new folder"},
    FlagRow{"--to", "FORMAT", kOutputSection,
            "pdf, or svg: a folder with one file for each page (default pdf)",
            [] {
              return Names{"pdf", "svg"};
            }},
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
        "--paper 6x9 and 8.5x11 (inches) are for bound books: the inner margin grows with the "
        "number of pages. The other papers are for loose sheets.",
    .examples =
        "dokumill book puzzles.txt -o book.pdf\n"
        "dokumill book hard.csv --title 'Hard nuts' --paper 6x9 -o nuts.pdf\n"
        "dokumill book easy.txt --large-print --answers none -o large.pdf",
    .main_flags = "--output --title --per-page --answers --paper --large-print --to",
    .flags = kBookFlags,
    .run = run_book,
};

}  // namespace dokumill::cli
