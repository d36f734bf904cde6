#include "cli/command_table.hpp"

namespace dokumill::cli {
namespace {

// Sets of commands, for FlagRow::commands.
enum : unsigned {
  kClassic = bit_of(Command::kRoot),
  kSolve = bit_of(Command::kSolve),
  kCheck = bit_of(Command::kCheck),
  kRate = bit_of(Command::kRate),
  kCanon = bit_of(Command::kCanon),
  kDedupe = bit_of(Command::kDedupe),
  kSplit = bit_of(Command::kSplit),
  kConvert = bit_of(Command::kConvert),
  kAugment = bit_of(Command::kAugment),
  kSample = bit_of(Command::kSample),
  kShuffle = bit_of(Command::kShuffle),
  kSteps = bit_of(Command::kSteps),
  kExport = bit_of(Command::kExport),
  kBook = bit_of(Command::kBook),
  kMerge = bit_of(Command::kMerge),
  kBoards = bit_of(Command::kGenerateBoards),
  kPuzzles = bit_of(Command::kGeneratePuzzles),
  kPlay = bit_of(Command::kPlay),
  kBench = bit_of(Command::kBench),
  kRecords = kSolve | kCheck | kRate | kCanon | kDedupe | kSplit | kConvert | kAugment | kSample |
             kShuffle | kSteps | kExport | kBook,
  kGenerates = kBoards | kPuzzles,
  kHasPieces =
      kSolve | kCheck | kRate | kCanon | kSplit | kConvert | kAugment | kSteps | kGenerates,
  kWritesOne = (kRecords & ~kSplit & ~kExport) | kGenerates,
  kReads = kClassic | kRecords,
  kBatch = kReads | kMerge | kGenerates | kBench,
  kEvery = kBatch | kPlay,
  kUsesEngine = kClassic | kSolve | kCheck | kRate | kSteps | kExport | kBook | kPuzzles | kBench
};

// The section of flags that a command accepts, although these flags have no effect on the command.
// So a script can pass these flags to every command.
constexpr std::string_view kHidden;

constexpr FlagRow kFlags[] = {
    // The classic commands.
    {"-c", "N", kClassic, kWhatSection, "write N boards (1 to 1000000) to sudoku.txt"},
    {"-s", "PATH", kClassic, kWhatSection, "solve the puzzles in PATH into sudoku.txt"},
    {"-n", "N", kClassic, kWhatSection,
     "write N puzzles (1 to 10000) to sudoku.txt; needs -m or -r"},
    {"-m", "M", kClassic, kWhatSection, "for -n: difficulty 1 (easy), 2 (medium) or 3 (hard)"},
    {"-r", "A~B", kClassic, kWhatSection,
     "for -n: A to B empty cells (20 <= A <= B <= 55), at least two of them in every box"},
    {"-u", "", kClassic, kWhatSection, "for -r: only puzzles with one solution"},
    {"--seed", "S", kClassic, kWhatSection,
     "for -n: seed, 0 to 2^64 - 1; the same seed makes the same puzzles (default: a new seed, "
     "which is printed)"},

    {"--first-digit", "D", kClassic, kWhatSection, "for -c: top-left digit, 1 to 9 (default 1)"},

    // What to make.
    {"-n,--number", "N", kBoards, kWhatSection, "number of boards (required)"},
    {"-n,--number", "N", kPuzzles, kWhatSection, "number of puzzles (required)"},
    {"--family", "NAME", kBoards, kWhatSection,
     "classic: 2,903,040 boards whose rows are shifts of one row; wide: 135,444,234,240 "
     "rearrangements and relabellings of one board; random: 2^64 - 1 boards for each seed, drawn "
     "from all complete boards, which are equally likely. Default: classic, followed by wide"},
    {"--first-digit", "D", kBoards, kWhatSection,
     "top-left digit, 1 to 9 (default 1); not with --family random"},
    {"--clues", "A..B", kPuzzles, kWhatSection,
     "A to B clues (17 <= A <= B <= 81), or one number; puzzles with fewer than 22 clues are rare "
     "(default: clues are removed until every clue left is needed)"},
    {"--minimal", "", kPuzzles, kWhatSection,
     "only minimal puzzles, in which every clue is needed for a single solution. You need this "
     "flag only with --clues, --symmetry or --difficulty: without them, all puzzles are minimal"},
    {"--symmetry", "NAME", kPuzzles, kWhatSection,
     "symmetry of the clue pattern: none (default), rotational (by 180 degrees), horizontal, "
     "vertical, diagonal, or full (all eight symmetries of the square)"},
    {"--difficulty", "LEVEL", kPuzzles, kWhatSection,
     "easy (ER up to 1.5), medium (1.6 to 2.5), hard (2.6 to 4.4), expert (4.5 to 7.4) or extreme "
     "(from 7.5): the level of the hardest step"},
    {"--rating", "A..B", kPuzzles, kWhatSection,
     "rating of Sudoku Explainer 1.2.1 (ER), like 7.0..7.2 or 7.1"},
    {"--technique", "NAME", kPuzzles, kWhatSection,
     "the hardest technique that the puzzle needs, by Sudoku Explainer 1.2.1, like swordfish"},
    {"--obstacles", "A..B", kPuzzles, kWhatSection,
     "A to B obstacles (0 <= A <= B <= 64), or one number. An obstacle is an unbroken run "
     "of steps that are no singles. Csv, jsonl and parquet then have the column obstacles"},
    {"--unbiased", "", kPuzzles, kWhatSection,
     "minimal puzzles with weights that correct the bias (see above); csv, jsonl and parquet "
     "output has the column weight"},
    {"--seed", "S", kBoards, kWhatSection, "seed of --family random, 0 to 2^64 - 1 (default 0)"},
    {"--seed", "S", kPuzzles, kWhatSection, "seed, 0 to 2^64 - 1 (default 0)"},
    {"--start", "K", kBoards, kWhatSection, "number of the first board (default 0)"},
    {"--start", "K", kPuzzles, kWhatSection, "number of the first puzzle (default 0)"},
    {"--max-tries", "T", kPuzzles, kWhatSection,
     "tries for each puzzle, 1 to 2^31 (default 10000)"},

    // What to do with each record.
    {"--unique", "", kSolve, kWhatSection,
     "a puzzle with several solutions is a problem, too: it is reported, and the exit status is 1"},
    {"--count", "LIMIT", kSolve, kWhatSection,
     "write the number of solutions, at most LIMIT (1 to 2^63 - 1), instead of a board; '?' for a "
     "malformed record"},
    {"--each", "", kCheck, kWhatSection,
     "write the class of each record, one word per line; the totals go to stderr"},
    {"--duplicates", "", kCheck, kWhatSection, "count records that equal an earlier record"},
    {"--minimal", "", kCheck, kWhatSection,
     "count minimal puzzles: those that have several solutions if any one clue is removed"},
    {"--at-most", "X", kRate, kWhatSection,
     "stop before a step above X (1.0 to 12.0), and write a lower bound; most puzzles take 0.1 ms "
     "or less, but the hardest known ones take about 0.25 s each, which X below 9.5 avoids"},
    {"--obstacles", "", kRate, kWhatSection,
     "add the field obstacles: the number of unbroken runs of steps that are no singles (takes "
     "a third longer)"},
    {"--scale", "NAME", kRate, kWhatSection,
     "se121, which has no effect: since version 0.3 there is no other scale"},
    {"--solution-column", "NAME", kCheck, kWhatSection,
     "csv: also check the solutions in this column, and print three more totals: right, wrong, and "
     "'second' (a solution of the puzzle, but not the smallest one)"},
    {"--solution-column", "NAME", kCanon, kWhatSection,
     "csv: also transform the solutions in this column (columns with a known name such as solution "
     "are always transformed)"},
    {"--symmetry", "", kDedupe, kWhatSection,
     "compare puzzles up to symmetry: rotation, reflection, swaps of rows, columns, bands and "
     "stacks, relabelling"},
    {"--train", "FILE", kSplit, kWhatSection,
     "file for the training records and all malformed records (required)"},
    {"--test", "FILE", kSplit, kWhatSection, "file for the test records (required)"},
    {"--share", "SHARE", kSplit, kWhatSection,
     "share of the puzzles that go to the test file (more exactly, of the classes of equivalent "
     "puzzles), for example 10%, 0.5% or 0.1 (default 10%)"},
    {"--seed", "S", kSplit, kWhatSection,
     "seed, 0 to 2^64 - 1 (default 0); another seed gives another split"},
    {"--times", "K", kAugment, kWhatSection,
     "number of images of each record, 1 to 1000000 (required)"},
    {"--include-original", "", kAugment, kWhatSection,
     "write each record itself before its images"},
    {"--solution-column", "NAME", kAugment, kWhatSection,
     "csv: the column of the solutions (default: the first column named solution, solutions or "
     "answer)"},
    {"--seed", "S", kAugment, kWhatSection,
     "seed, 0 to 2^64 - 1 (default 0); another seed gives other images"},
    {"-n,--number", "N", kSample, kWhatSection,
     "choose exactly N records, 1 to 2^63; if the input has fewer, choose all and print a warning"},
    {"--share", "SHARE", kSample, kWhatSection,
     "choose each record with this probability, for example 10%, 0.5% or 0.1"},
    {"--seed", "S", kSample, kWhatSection,
     "seed, 0 to 2^64 - 1 (default 0); another seed chooses other records"},
    {"--seed", "S", kShuffle, kWhatSection,
     "seed, 0 to 2^64 - 1 (default 0); another seed gives another order"},
    {"--sentences", "LANGUAGE", kSteps, kWhatSection,
     "also explain each step in sentences, in English (en) or Chinese (zh)"},
    {"--layout", "NAME", kExport, kWhatSection,
     "files of DIR: hrm (NumPy arrays for HRM and TRM) or rrn (csv for recurrent relational "
     "networks) (required)"},
    {"--augment", "K", kExport, kWhatSection,
     "number of random images to write after each train puzzle, 0 to 1000000 (default 0)"},
    {"--share", "SHARE", kExport, kWhatSection,
     "share of equivalence classes in the test set, for example 10%, 0.5% or 0.1; with rrn, the "
     "validation set gets the same share (default 10%)"},
    {"--solution-column", "NAME", kExport, kWhatSection,
     "csv: the column of the solutions (default: the first column named solution, solutions or "
     "answer)"},
    {"--seed", "S", kExport, kWhatSection,
     "seed, 0 to 2^64 - 1 (default 0); another seed gives another split and other images"},
    {"--title", "TEXT", kBook, kWhatSection, "title at the head of the pages (default: none)"},
    {"--per-page", "COUNT", kBook, kWhatSection,
     "puzzles on a page: 1, 2, 4, 6 or 9 (default 4, or 2 with --large-print)"},
    {"--answers", "WHERE", kBook, kWhatSection,
     "back (on the last pages), beside (next to each puzzle) or none (default back)"},
    {"--paper", "NAME", kBook, kWhatSection,
     "a4, a5 or letter for loose sheets, 6x9 or 8.5x11 (inches) for a bound book (default a4)"},
    {"--large-print", "", kBook, kWhatSection,
     "print bold digits of at least 18 points, also in the answers"},
    {"--strict", "", kRecords, kWhatSection,
     "stop at the first malformed record: exit status 2, no output file"},
    {"--malformed-ok", "", kRecords | kMerge, kWhatSection,
     "exit with status 0, not 1, if malformed records are the only problem (for schedulers that "
     "repeat a task until it succeeds)"},

    // The page and the benchmark.
    {"--port", "P", kPlay, kWhatSection, "port, 1 to 65535; 0: any free port (default 8109)"},
    {"--listen", "ADDRESS", kPlay, kWhatSection,
     "numeric address of this machine, such as 0.0.0.0, so that browsers on other machines can get "
     "the page; default: only this machine"},
    {"--no-open", "", kPlay, kWhatSection, "only print the address; open no browser"},
    {"--lang", "LANGUAGE", kPlay, kWhatSection,
     "first language of the page, en or zh (default: the browser's)"},
    {"--save", "FILE", kPlay, kWhatSection,
     "write the page to FILE and serve nothing; a browser opens FILE"},
    {"--only", "NAMES", kBench, kWhatSection,
     "measure only these workloads, separated by commas; the table of bench has their names"},
    {"--seconds", "N", kBench, kWhatSection,
     "how long the whole run may take, 1 to 3600 seconds; it takes longer if three samples of each "
     "workload need longer (default: the time to make the inputs, plus at most 15 seconds)"},
    {"--baseline", "FILE", kBench, kWhatSection, "compare with the JSON of an earlier run"},
    {"--fail-under", "RATIO", kBench, kWhatSection,
     "exit with status 1 if a workload has less than RATIO of the speed of the baseline, for "
     "example 0.9 or 90%. Both the median and the best sample must be that slow"},
    {"--in-turn", "", kBench, kWhatSection,
     "not for users: scripts/bench.sh starts two versions of bench with it, which then measure in "
     "turn"},

    {"--from", "FORMAT", kRecords, kInputSection,
     "input format: auto, line, grid, csv, jsonl or npy (default auto)"},
    {"--files-from", "LIST", kRecords, kInputSection,
     "read the names of further inputs from the file LIST, one name per line; '-' is standard "
     "input"},
    {"--files-from", "LIST", kMerge, kInputSection,
     "read the names of further reports from the file LIST, one name per line; '-' is standard "
     "input"},
    {"--column", "NAME", kRecords, kInputSection,
     "the column with the puzzles. In csv: its name or its number from 1 (default: a column with a "
     "known name, such as puzzle or quizzes). In the line format: 2 if the puzzle is the second "
     "word of each line (default: found from the first lines)"},
    {"--no-header", "", kRecords, kInputSection,
     "the input is csv without a header line. If several columns have puzzles, choose one with "
     "--column and its number"},
    {"--delimiter", "CHAR", kRecords, kInputSection,
     "csv: the separator of the fields, one of , ; | : or tab (default: found from the header)"},
    {"--no-mmap", "", kReads, kInputSection,
     "do not map the input into memory (mmap), but read it piece by piece"},
    {"--no-mmap", "", kEvery & ~kReads, kHidden, ""},

    {"-o,--output", "FILE", kWritesOne & ~kBook, kOutputSection,
     "output file (default: standard output)"},
    {"-o,--output", "FILE", kBook, kOutputSection,
     "output file (default: standard output); with --to svg, the new folder"},
    {"-o,--output", "FILE", kMerge, kOutputSection,
     "join the outputs of the pieces into FILE; '-' is standard output (default: merge only the "
     "reports)"},
    {"--train", "FILE", kMerge, kOutputSection,
     "join the train files of pieces of 'split' into FILE; requires --test"},
    {"--test", "FILE", kMerge, kOutputSection,
     "join the test files of pieces of 'split' into FILE"},
    {"--to", "FORMAT", kSolve, kOutputSection,
     "line, grid, csv, jsonl, npy, parquet, or 'same' (the format of the input). Default: the "
     "format that FILE ends in, such as .csv. If FILE has no such ending: 'same', but line if the "
     "input is npy. --count cannot write grid or npy"},
    {"--to", "FORMAT", kCanon | kDedupe | kSplit | kConvert | kSample | kShuffle, kOutputSection,
     "line, grid, csv, jsonl, npy, parquet, or 'same' (the format of the input). Default: the "
     "format that FILE ends in, such as .csv. If FILE has no such ending: 'same', but line if the "
     "input is npy"},
    {"--to", "FORMAT", kBoards, kOutputSection,
     "grid, line, jsonl, npy or parquet (default: by the extension of FILE, otherwise grid)"},
    {"--to", "FORMAT", kPuzzles, kOutputSection,
     "line, grid, csv, jsonl, npy or parquet (default: by the extension of FILE, otherwise line); "
     "csv, jsonl and parquet have the columns puzzle, solution, and those of rate"},
    {"--to", "FORMAT", kRate, kOutputSection,
     "line (tabs between the fields), csv, jsonl or parquet (default: by the extension of FILE, "
     "otherwise line)"},
    {"--to", "FORMAT", kSteps, kOutputSection,
     "jsonl, or npy: an array with the order in which the cells are filled (default: npy if FILE "
     "ends in .npy, otherwise jsonl)"},
    {"--to", "FORMAT", kBook, kOutputSection,
     "pdf, or svg: a folder with one file for each page (default pdf)"},
    {"--to", "FORMAT", kAugment, kOutputSection,
     "csv, jsonl or parquet (default: by the extension of FILE, otherwise csv)"},
    {"--keep-columns", "", kSolve, kOutputSection,
     "csv: keep the input's columns and add 'solution' (with --count: 'count')"},
    {"--empty", "CHAR", kConvert | kPuzzles, kOutputSection,
     "character for an empty cell: '0' (default), '.', 'x' or 'X'; also '*', '_' or '-', but not "
     "with --to grid"},
    {"--keep-columns", "", kConvert, kOutputSection, "csv: keep all columns of the input"},
    {"--solution-column", "NAME", kConvert, kOutputSection,
     "csv: also copy this column of solutions to the output, as the column solution"},
    {"--keep-columns", "", kRate, kOutputSection,
     "csv: keep the input's columns and add the columns of the rating"},
    {"--solution-column", "NAME", kSolve, kOutputSection,
     "csv: name of the solution column (default solution); with --keep-columns, an existing column "
     "of this name is replaced"},
    {"--compress", "KIND[:LEVEL]", kCheck | kSteps, kOutputSection,
     "compress the output: gzip (level 1 to 12), zstd (level 1 to 19) or none; LEVEL is 1 by "
     "default. Without this flag, FILE.gz is compressed with gzip and FILE.zst with zstd"},
    {"--compress", "KIND[:LEVEL]", (kRecords & ~kCheck & ~kSteps & ~kExport & ~kBook) | kGenerates,
     kOutputSection,
     "compress the output: gzip (level 1 to 12), zstd (level 1 to 19) or none; LEVEL is 1 by "
     "default. Without this flag, FILE.gz is compressed with gzip, FILE.zst with zstd, and the "
     "pages inside a Parquet file with zstd"},
    {"--continue", "", kBoards, kOutputSection,
     "the output is for the end of an earlier file, as in: dokumill ... --continue >> FILE. So "
     "grid output begins with a blank line. -o does not append: with -o FILE, FILE must not exist"},
    {"--continue", "", kPuzzles, kOutputSection,
     "the output is for the end of an earlier file, as in: dokumill ... --continue >> FILE. So csv "
     "has no header, and grid output begins with a blank line. -o does not append: with -o FILE, "
     "FILE must not exist"},
    {"--report", "FILE", kRecords | kGenerates, kOutputSection,
     "write a report as JSON, also when the job fails"},
    {"--report", "FILE", kMerge, kOutputSection,
     "write one report for the whole job as JSON; '-' is standard output"},
    {"--json", "FILE", kBench, kOutputSection,
     "write all samples as JSON; '-' is standard output, and the table then goes to stderr"},
    {"--no-clobber", "", kBatch, kOutputSection, "do not replace an existing output or report"},
    {"--no-clobber", "", kPlay, kHidden, ""},
    {"--fsync", "", kBatch, kOutputSection, "flush the output to disk before exiting"},
    {"--fsync", "", kPlay, kHidden, ""},

    {"-j,--threads", "T", kBatch & ~kMerge, kRunSection,
     "threads, 0 to 1024; 0 (default): one per available CPU"},
    {"--piece", "K/N", kHasPieces, kRunSection,
     "do only piece K, from 1 to N, of a job that is divided into N pieces; 'merge' joins the "
     "outputs of the pieces, and needs the --report of each"},
    {"-j,--threads", "T", kMerge | kPlay, kHidden, ""},
    {"--memory", "SIZE", kCheck, kRunSection,
     "memory limit of --duplicates, at least 64K, for example 512M or 2GB; the rest spills to a "
     "temporary file (default 1G)"},
    {"--memory", "SIZE", kDedupe, kRunSection,
     "memory limit, at least 64K, for example 512M or 2GB; the rest spills to a temporary file "
     "(default 1G)"},
    {"--memory", "SIZE", kShuffle, kRunSection,
     "memory limit, at least 64K, for example 512M or 2GB; if the records need more, all go to a "
     "temporary file (default 1G)"},
    {"--memory", "SIZE", kSplit, kHidden, ""},
    {"--engine", "NAME", kUsesEngine, kRunSection,
     "solver engine; --version lists them (default auto)"},
    {"--engine", "NAME", kEvery & ~kUsesEngine, kHidden, ""},
    {"--progress", "WHEN", kBatch, kRunSection,
     "auto (default), always or never. auto shows the progress after half a second, if stderr is a "
     "terminal and no records go to a terminal"},
    {"-q,--quiet", "", kEvery, kRunSection,
     "print no progress and no totals; warnings and errors are still printed"},
};

}  // namespace

std::span<const FlagRow> all_flags() {
  return kFlags;
}

}  // namespace dokumill::cli
