#include "cli/command_table.hpp"

#include <algorithm>

namespace dokumill::cli {
namespace {

constexpr CommandRow kCommands[] = {
    {Command::kRoot, "", "", "COMMAND [FLAGS] | -c N | -s PATH | -n N",
     "Solve, check, rate and generate Sudoku puzzles by the million",
     "Solve, check, rate and generate Sudoku puzzles by the million.\n"
     "'dokumill COMMAND -h' prints the most used flags of a command, and 'dokumill COMMAND --help' "
     "prints all of them.",
     "dokumill solve puzzles.txt -o solved.txt\n"
     "dokumill generate puzzles -n 1000 -o new.txt\n"
     "dokumill -c 1000000          # a million boards in sudoku.txt\n"
     "dokumill -s puzzles.txt      # their solutions in sudoku.txt\n"
     "dokumill -n 100 -m 2         # 100 puzzles of medium difficulty\n"
     "dokumill -n 100 -r 40~50 -u  # with 40 to 50 empty cells, one solution each",
     "", run_classic},
    {Command::kSolve, "solve", "INPUT", "solve [INPUT...] [-o OUTPUT] [FLAGS]",
     "Solve every record, in order",
     "Writes one record for every record of INPUT, in order: the solution, or the puzzle itself if "
     "it has no solution. Of several solutions, it writes the smallest, comparing them as numbers "
     "with 81 digits. INPUT is a file, or standard input if it is '-' or missing. Several inputs "
     "are read in order as one.",
     "dokumill solve puzzles.txt -o solved.txt\n"
     "zcat puzzles.txt.gz | dokumill solve --to line > solved.txt\n"
     "dokumill solve kaggle.csv --keep-columns --solution-column solved -o s.csv\n"
     "dokumill solve open.txt --count 1000   # number of solutions, at most 1000",
     "--output --from --to --keep-columns --unique --threads", run_solve},
    {Command::kCheck, "check", "INPUT", "check [INPUT...] [-o OUTPUT] [FLAGS]",
     "Classify every record and find duplicates",
     "Classifies every record of INPUT and prints the totals: complete (a full valid board), "
     "unique (one solution), multiple (several), none (no solution) or malformed.",
     "dokumill check puzzles.txt\n"
     "dokumill check --duplicates --each puzzles.csv -o classes.txt\n"
     "dokumill check --solution-column solution --minimal kaggle.csv",
     "--output --each --duplicates --minimal --solution-column --from --threads", run_check},
    {Command::kRate, "rate", "INPUT", "rate [INPUT...] [-o OUTPUT] [FLAGS]",
     "Rate how hard every puzzle is for people",
     "Writes the rating of every record of INPUT, with tabs between the fields: er, ep, ed, level, "
     "clues, hardest. The first three are the ratings of Sudoku Explainer 1.2.1: er is the score "
     "of "
     "the hardest step, ep is the score of the hardest step up to the first placed digit, and ed "
     "is "
     "the score of the first step. The level is easy (er up to 1.5), medium (1.6 to 2.5), hard "
     "(2.6 "
     "to 4.4), expert (4.5 to 7.4) or extreme; for a full board, it is 'complete'. 'hardest' is "
     "the "
     "technique of the hardest step.\n"
     "A '+' after er marks a lower bound: the rating ended above --at-most, or took more work than "
     "any known puzzle. In csv, jsonl and Parquet, the last column 'exact' is then 0, else 1.\n"
     "A record that does not have exactly one solution gets no rating: its first field is "
     "multiple, none or malformed, and all others are '-'. In csv, jsonl and Parquet, the column "
     "'level' has multiple, none or malformed, and all others are empty.",
     "dokumill rate puzzles.txt\n"
     "dokumill rate --at-most 8.0 puzzles.txt\n"
     "dokumill rate kaggle.csv --keep-columns -o rated.csv --report levels.json",
     "--output --to --at-most --obstacles --keep-columns --from --threads", run_rate},
    {Command::kCanon, "canon", "INPUT", "canon [INPUT...] [-o OUTPUT] [FLAGS]",
     "Write the canonical form of every record",
     "Writes the canonical form of every record of INPUT, in order: the smallest of all grids that "
     "are equivalent to it. Two grids are equivalent if these changes turn one into the other: "
     "swaps of bands (of three rows), of rows inside a band, of stacks (of three columns) and of "
     "columns inside a stack, transposition, and new names for the digits. csv keeps its columns, "
     "and a column of solutions is transformed in the same way.",
     "dokumill canon puzzles.txt -o forms.txt\n"
     "dokumill canon kaggle.csv --to line | sort -u | wc -l   # number of classes",
     "--output --to --from --threads", run_canon},
    {Command::kDedupe, "dedupe", "INPUT", "dedupe [INPUT...] [-o OUTPUT] [FLAGS]",
     "Remove records that equal an earlier record",
     "Writes the records of INPUT, in order, without those that equal an earlier record: the same "
     "81 cells or, with --symmetry, an equivalent puzzle. csv keeps its columns, and lines keep "
     "their text.\n"
     "Records that do not fit into --memory go to a temporary file in TMPDIR or /var/tmp. A record "
     "takes 52 to 56 bytes there, plus its text. If there are more than about 50 million distinct "
     "records with --memory 64M (a billion with 1G), it takes 48 bytes more.",
     "dokumill dedupe puzzles.txt -o distinct.txt\n"
     "dokumill dedupe --symmetry kaggle.csv -o classes.csv\n"
     "dokumill dedupe --memory 8G a.txt b.csv --to line -o all.txt",
     "--output --symmetry --memory --from --threads", run_dedupe},
    {Command::kSplit, "split", "INPUT", "split [INPUT...] --train FILE --test FILE [FLAGS]",
     "Split into train and test files that share no puzzle",
     "Writes every record of INPUT to one of two files, in order. Equivalent puzzles go to the "
     "same file, so no test puzzle is a rotated, reflected, rearranged or relabelled train "
     "puzzle.\n"
     "Which file a record goes to depends only on its canonical form, the seed and the share. So "
     "if you split another input with the same seed and share, its puzzles go to the same side as "
     "the equivalent puzzles of the first input. If you split again with a larger share, the test "
     "file keeps its puzzles and gets more. csv keeps its columns, and lines keep their text. "
     "split keeps no records in memory and has no --memory limit.",
     "dokumill split kaggle.csv --train train.csv --test test.csv\n"
     "dokumill split puzzles.txt --train a.txt --test b.txt --share 0.5% --seed 7",
     "--train --test --share --seed --from --threads", run_split},
    {Command::kConvert, "convert", "INPUT", "convert [INPUT...] [-o OUTPUT] [FLAGS]",
     "Write records in another format",
     "Writes the records of INPUT, unchanged and in order, in another format. csv output has the "
     "column puzzle; --solution-column adds the column solution, and --keep-columns keeps all "
     "columns of csv input. Nothing is solved or checked.\n"
     "--empty selects the character for an empty cell, for programs that read only '.' or only "
     "'0'.",
     "dokumill convert kaggle.csv --to line -o puzzles.txt\n"
     "dokumill convert puzzles.txt --empty . | other-solver\n"
     "dokumill convert table.csv --solution-column answer -o pairs.csv",
     "--output --to --empty --keep-columns --solution-column --from --threads", run_convert},
    {Command::kAugment, "augment", "INPUT", "augment [INPUT...] --times K [-o OUTPUT] [FLAGS]",
     "Write random equivalents of every record",
     "Writes K random images (equivalent puzzles) of every record of INPUT as csv with the columns "
     "id and puzzle. An image has its digits renamed and its bands, stacks, rows and columns "
     "swapped, and may be transposed; all 1,218,998,108,160 such changes are equally likely. A "
     "solution column of csv input is changed in the same way and written as the column solution.\n"
     "id is the number of the record, from 1. The images of a record depend only on the seed, on "
     "the record and on its id. With a larger K, the first images stay the same. Augment after "
     "'split', so that no image of a test puzzle is trained on.",
     "dokumill augment train.csv --times 10 -o augmented.csv\n"
     "dokumill augment puzzles.txt --times 3 --include-original --seed 7",
     "--times --output --seed --include-original --solution-column --from --threads", run_augment},
    {Command::kSample, "sample", "INPUT",
     "sample [INPUT...] -n N | --share SHARE [-o OUTPUT] [FLAGS]", "Choose records at random",
     "Writes N records of INPUT, chosen uniformly at random without replacement, or each record "
     "with the probability SHARE. The records keep their order, csv keeps its columns, and lines "
     "keep their text.\n"
     "The choice depends only on the seed and on the position of each record in INPUT. A smaller N "
     "or SHARE chooses a subset of what a larger one chooses.\n"
     "With -n, the command keeps 16 bytes of memory for each of the N records, and up to 8 MiB of "
     "their text. More text goes to a nameless temporary file in TMPDIR or /var/tmp. With --share, "
     "it keeps no records.",
     "dokumill sample kaggle.csv -n 1000 -o some.csv\n"
     "zcat all.txt.gz | dokumill sample --share 1% --seed 7 > some.txt",
     "--number --share --output --seed --from --threads", run_sample},
    {Command::kShuffle, "shuffle", "INPUT", "shuffle [INPUT...] [-o OUTPUT] [FLAGS]",
     "Write the records in random order",
     "Writes the records of INPUT in random order. All orders are equally likely. csv keeps its "
     "header and its columns, and lines keep their text.\n"
     "The order depends only on the seed and on the number of records. If the records exceed the "
     "memory limit, all of them go to a nameless temporary file in TMPDIR or /var/tmp. The file "
     "has their text and 12 bytes more for each record.",
     "dokumill shuffle kaggle.csv -o shuffled.csv\n"
     "dokumill shuffle all.txt --seed 7 --memory 8G -o all.txt",
     "--output --seed --memory --from --threads", run_shuffle},
    {Command::kSteps, "steps", "INPUT", "steps [INPUT...] [-o OUTPUT] [FLAGS]",
     "Write how to solve every puzzle, step by step",
     "Writes one JSON object per line, for every record of INPUT: the puzzle, its solution, "
     "ratings and level, and the steps in which people solve it. Each step has its technique, the "
     "digit that it places or the candidates that it removes, and its pattern or its chains with "
     "their reasons. Cells are numbers from 0 to 80, row by row.\n"
     "--to npy writes 81 numbers per record instead, one for each cell: 0 if it is given, 1 if it "
     "is filled first, 2 if it is filled next, and so on. All are 255 if the record does not have "
     "exactly one solution.\n"
     "A full board, or a record without exactly one solution, has no steps. Instead, its field "
     "'status' is complete, multiple, none or malformed.",
     "dokumill steps puzzles.txt -o steps.jsonl.gz\n"
     "dokumill steps --sentences en puzzles.txt | head -n 1",
     "--output --to --sentences --from --threads", run_steps},
    {Command::kExport, "export", "INPUT", "export [INPUT...] --layout NAME DIR [FLAGS]",
     "Write a folder that training programs load",
     "Writes the puzzles of INPUT that have one solution, with their solutions, into the new "
     "folder DIR (the last operand). --layout hrm writes NumPy arrays in train/ and test/, for the "
     "programs that train HRM (Hierarchical Reasoning Model) and TRM (Tiny Recursive Model). "
     "--layout rrn writes train.csv, valid.csv and test.csv, for recurrent relational networks.\n"
     "Equivalent puzzles are in the same set, as with 'split'. The command solves every puzzle. If "
     "the input has a column of solutions, it also checks that column. Puzzles that have no "
     "solution, several solutions, or a wrong solution in that column are reported and left out, "
     "and the exit status is 1.\n"
     "DIR must not exist yet, or must be an empty folder. It stays missing or empty until all its "
     "files are complete.",
     "dokumill export kaggle.csv --layout hrm --augment 100 data/sudoku\n"
     "dokumill export puzzles.npy --layout rrn --share 5% --seed 7 rrn-data",
     "--layout --augment --share --seed --from --threads", run_export},
    {Command::kBook, "book", "INPUT", "book [INPUT...] [-o OUTPUT] [FLAGS]",
     "Print puzzles as a book, with answers",
     "Makes a PDF to print, with those puzzles of INPUT that have one solution. The pages have "
     "page numbers, each puzzle has its number and level, and the answers are on the last pages. "
     "With --to svg, OUTPUT is a new folder, with one SVG file for each page.\n"
     "Records that are malformed, or have no solution or several, are reported and left out, and "
     "the exit status is 1. A book has at most 100,000 puzzles, numbered from 1.\n"
     "--paper 6x9 and 8.5x11 (inches) are for bound books: the inner margin grows with the number "
     "of pages. The other papers are for loose sheets.",
     "dokumill book puzzles.txt -o book.pdf\n"
     "dokumill book hard.csv --title 'Hard nuts' --paper 6x9 -o nuts.pdf\n"
     "dokumill book easy.txt --large-print --answers none -o large.pdf",
     "--output --title --per-page --answers --paper --large-print --to", run_book},
    {Command::kMerge, "merge", "REPORT", "merge REPORT... [-o OUTPUT] [FLAGS]",
     "Join the pieces of a job that ran in parts",
     "Joins the outputs of all pieces of a job (--piece K/N) in order, and sums up their reports. "
     "Each REPORT is the file that --report of one piece wrote; the order of the reports does not "
     "matter. The result is the same as if one process had done the whole job. The command writes "
     "nothing unless there is exactly one report for each of the N pieces, all pieces belong to "
     "the same job, and their outputs are complete.\n"
     "-o names the joined output. Without -o, the command joins no outputs and only writes the "
     "report for --report. If a report names the output of its piece by a relative path, the "
     "command looks in the working folder, and then in the folder of that report.\n"
     "For pieces of 'split', use --train and --test instead of -o. If the job was 'check' without "
     "--each, -o writes its totals. -o rejects Parquet files; there is no need to join them, "
     "because programs read a folder of Parquet files as one table.",
     "dokumill merge part.*.json -o solved.txt --report solved.json\n"
     "find parts -name '*.json' | dokumill merge --files-from - -o all.csv",
     "--output --report --files-from --malformed-ok", run_merge},
    {Command::kGenerate, "generate", "", "generate boards|puzzles -n N [FLAGS]",
     "Generate boards or puzzles",
     "Generates complete boards ('dokumill generate boards -n N') or puzzles ('dokumill generate "
     "puzzles -n N'). Each has its own --help.",
     "dokumill generate boards -n 1000000 -o boards.txt\n"
     "dokumill generate puzzles -n 1000000 -o puzzles.txt",
     "", run_generate},
    {Command::kGenerateBoards, "generate boards", "", "generate boards -n N [-o OUTPUT] [FLAGS]",
     "Generate complete boards",
     "Writes N complete boards. All boards of the families classic and wide are distinct. Those of "
     "--family random are drawn independently, so two of them can be equal. Board K is the same in "
     "every version, on every machine and with any number of threads. To add boards to a file that "
     "has 1000 of them, use --start 1000 --continue.",
     "dokumill generate boards -n 1000000 -o boards.txt\n"
     "dokumill generate boards -n 1000 --family random --seed 7 --to line\n"
     "dokumill generate boards --start 1000000 -n 500 --continue >> boards.txt",
     "--number --output --family --seed --start --to --threads", run_generate_boards},
    {Command::kGeneratePuzzles, "generate puzzles", "", "generate puzzles -n N [-o OUTPUT] [FLAGS]",
     "Generate puzzles with one solution each",
     "Writes N puzzles with exactly one solution each. Clues are removed from random boards, in "
     "random order, unless the puzzle would then have several solutions.\n"
     "Puzzle K depends only on the seed, on K and on the constraints. To add puzzles to a file "
     "that has 1000 of them, use --start 1000 --continue. With --difficulty, --rating, "
     "--technique, "
     "--obstacles or --unbiased, a later version may make other puzzles from the same seed.\n"
     "A puzzle that does not meet the constraints is discarded, and another one is made in its "
     "place, up to --max-tries times. If all of these tries fail, the command ends with exit "
     "status 1. Constraints that no puzzle can meet are rejected at once.\n"
     "The puzzles are no fair sample of all minimal puzzles: those with few clues are too "
     "frequent. For statistics, --unbiased gives each puzzle a weight that corrects this. For "
     "example, the mean number of clues, with these weights, estimates the mean for all minimal "
     "puzzles.",
     "dokumill generate puzzles -n 1000000 -o minimal.txt\n"
     "dokumill generate puzzles -n 10000 --unbiased -o weighted.csv\n"
     "dokumill generate puzzles -n 1000 --difficulty hard --seed 7 -o hard.csv\n"
     "dokumill generate puzzles -n 100 --technique swordfish -o fish.csv\n"
     "dokumill generate puzzles -n 1000 --clues 30..36 --symmetry full --to grid",
     "--number --output --clues --symmetry --difficulty --seed --threads", run_generate_puzzles},
    {Command::kBench, "bench", "", "bench [FLAGS]", "Measure the throughput of this machine",
     "Measures how fast dokumill is on this machine, in about half a minute. With 1, 2, 4 ... "
     "threads, it measures solving (easy, minimal and hard puzzles, and puzzles with several "
     "solutions), generating boards and puzzles, and solving a whole file. With one thread, it "
     "measures reading and printing.\n"
     "The inputs are the same on every machine. --baseline compares with an earlier run.",
     "dokumill bench\n"
     "dokumill bench --baseline yesterday.json --fail-under 0.9\n"
     "dokumill bench --json today.json",
     "--only --seconds --json --baseline --fail-under --threads", run_bench},
    {Command::kPlay, "play", "", "play [--port P] [--listen ADDRESS] [--lang en|zh]",
     "Play in the browser, with hints",
     "Serves the page with the game to browsers on this machine, prints the address and opens the "
     "page. Ctrl-C ends the server. The page is one file with everything in it, also the solver, "
     "so "
     "nothing leaves the browser. With --listen, browsers on other machines can get the page, too. "
     "With --save, the page is written to a file, which a browser opens without dokumill.",
     "dokumill play\n"
     "dokumill play --port 8080 --no-open --lang zh\n"
     "dokumill play --listen 0.0.0.0 --no-open\n"
     "dokumill play --save sudoku.html",
     "--port --listen --no-open --lang --save", run_play},
};

// row_of() uses a command as an index into the table. So the rows must be in the order of the enum
// Command.
constexpr bool is_in_order() {
  for (std::size_t row = 0; row < std::size(kCommands); ++row) {
    if (static_cast<std::size_t>(kCommands[row].command) != row) return false;
  }
  return std::size(kCommands) == kCommandCount;
}
static_assert(is_in_order(), "one row for each command, in the order of the enum");

}  // namespace

std::span<const CommandRow> all_commands() {
  return kCommands;
}

const CommandRow& row_of(Command command) {
  return kCommands[static_cast<std::size_t>(command)];
}

}  // namespace dokumill::cli
