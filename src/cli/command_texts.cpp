#include "cli/command_texts.hpp"

namespace dokumill::cli {
namespace {

// Which commands a flag belongs to.
enum : unsigned {
  kC = 1,
  kS = 2,
  kK = 4,
  kG = 8,
  kP = 16,
  kR = 32,
  kN = 64,    // canon
  kD = 128,   // dedupe
  kT = 256,   // split
  kL = 512,   // play
  kB = 1024,  // bench
  kRecords = kS | kK | kR | kN | kD | kT,
  kWritesOne = (kRecords & ~kT) | kG | kP,
  kSolves = kC | kS | kK | kR,
  kReads = kC | kRecords,
  kAll = kReads | kG | kP | kB,
  kEvery = kAll | kL,
  kUsesEngine = kSolves | kP | kL | kB
};

constexpr std::string_view kInput = "Input";
constexpr std::string_view kOutput = "Output";
constexpr std::string_view kWhat = "What to do";
constexpr std::string_view kRun = kRunGroup;
// Flags that a command accepts and that change nothing there, so that a script can give them to
// every command.
constexpr std::string_view kHidden = "";

constexpr Flag kFlags[] = {
    {"-c", "N", kC, kWhat, "write N boards (1 to 1000000) to sudoku.txt"},
    {"-s", "PATH", kC, kWhat, "solve the puzzles of PATH into sudoku.txt, grid format"},
    {"-n", "N", kC, kWhat, "make N puzzles (1 to 10000) in sudoku.txt; with -m or -r"},
    {"-m", "M", kC, kWhat, "-n: puzzles with one solution: 1 easy, 2 medium, 3 hard"},
    {"-r", "A~B", kC, kWhat,
     "-n: puzzles with A to B empty cells (20 <= A <= B <= 55), at least 2 in every box"},
    {"-u", "", kC, kWhat, "-r: puzzles with one solution (without it they may have several)"},
    {"--seed", "S", kC, kWhat,
     "-n: the same seed gives the same puzzles, 0 to 2^64 - 1 (default: another one each time, "
     "which is told)"},
    {"-n,--number", "N", kG, kWhat, "how many boards"},
    {"-n,--number", "N", kP, kWhat, "how many puzzles"},
    {"--seed", "S", kP, kWhat, "0 to 2^64 - 1 (default 0)"},
    {"--start", "K", kP, kWhat, "begin at puzzle K (default 0)"},
    {"--clues", "A..B", kP, kWhat,
     "from A to B clues (17 <= A <= B <= 81), or one number; below 25 low numbers are rarer, see "
     "docs/puzzles.md (default: remove clues until none can be removed)"},
    {"--minimal", "", kP, kWhat, "no single clue can be removed, whatever the other constraints"},
    {"--symmetry", "NAME", kP, kWhat,
     "of the pattern of clues: none, rotational, horizontal, vertical, diagonal or full (default "
     "none)"},
    {"--difficulty", "LEVEL", kP, kWhat,
     "easy, medium, hard or expert: the hardest technique that is needed"},
    {"--max-tries", "T", kP, kWhat, "tries for each puzzle, 1 to 2^31 (default 10000)"},
    {"--family", "NAME", kG, kWhat,
     "classic (2,903,040 boards), wide (135,444,234,240), random (2^64 - 1 a seed); default: "
     "classic, then wide"},
    {"--first-digit", "D", kC | kG, kWhat,
     "the top-left digit, 1 to 9 (default 1); not with --family random"},
    {"--seed", "S", kG, kWhat, "the seed of --family random, 0 to 2^64 - 1 (default 0)"},
    {"--start", "K", kG, kWhat, "begin at board K (default 0)"},
    {"--continue", "", kG | kP, kOutput,
     "write what follows an earlier part: no csv header, in grid format a blank line first; for >> "
     "or a new file, never replaces one"},
    {"--unique", "", kS, kWhat,
     "a puzzle with several solutions is a problem: reported, exit status 1"},
    {"--count", "LIMIT", kS, kWhat,
     "write the number of solutions, at most LIMIT (1 to 2^63 - 1), instead of a board; '?' for a "
     "malformed record"},
    {"--strict", "", kRecords, kWhat,
     "stop at the first malformed record: exit status 2, no output file"},
    {"--symmetry", "", kD, kWhat,
     "records are equal when bands, stacks, rows, columns, transposition and other names of the "
     "digits make them equal"},
    {"--train", "FILE", kT, kWhat, "where most records go, malformed ones too; needed"},
    {"--test", "FILE", kT, kWhat, "where the share of the classes goes; needed"},
    {"--share", "SHARE", kT, kWhat,
     "share of the equivalence classes that go to the test file, for example 10%, 0.5% or 0.1 "
     "(default 10%)"},
    {"--seed", "S", kT, kWhat, "another one is another split, 0 to 2^64 - 1 (default 0)"},
    {"--each", "", kK, kWhat, "write one word a record; the totals go to standard error"},
    {"--duplicates", "", kK, kWhat, "count records that equal an earlier one"},
    {"--minimal", "", kK, kWhat,
     "count puzzles with one solution and several without any one clue"},
    {"--solution-column", "NAME", kK, kWhat,
     "csv: judge the solutions of this column: right, second (another one of several), wrong"},
    {"--solution-column", "NAME", kS, kOutput,
     "csv: the column for the solutions; --keep-columns replaces a column of that name, or adds "
     "one (default solution, always added)"},
    {"--from", "FORMAT", kRecords, kInput, "auto, line, grid or csv (default auto)"},
    {"--column", "NAME", kRecords, kInput,
     "the column of the puzzles, by name or number; lines: the number of a word (default: a column "
     "with a known name, such as puzzle or quizzes; the first word)"},
    {"--no-mmap", "", kReads, kInput, "read the input instead of mapping it"},
    {"--no-mmap", "", kEvery & ~kReads, kHidden, ""},
    {"--only", "NAMES", kB, kWhat, "these workloads alone, with commas between them"},
    {"--seconds", "N", kB, kWhat,
     "take about N seconds in all, 1 to 3600 (default: measure for up to 15); preparing the inputs "
     "and three samples of each workload are always done"},
    {"--in-turn", "", kB, kWhat,
     "sample by sample in turn with another bench, behind standard input and output (see "
     "scripts/bench.sh)"},
    {"--baseline", "FILE", kB, kWhat, "compare with what --json wrote earlier"},
    {"--fail-under", "RATIO", kB, kWhat,
     "exit status 1 if a workload is slower than this share of the baseline, for example 0.9 or "
     "90%: the median and the best of its samples"},
    {"--json", "FILE", kB, kOutput,
     "write all samples as JSON; '-': to standard output, and the table to standard error"},
    {"-o,--output", "FILE", kWritesOne, kOutput, "where to write (default: standard output)"},
    {"--to", "FORMAT", kS, kOutput,
     "same, line, grid or csv (default: csv for a FILE that ends in .csv, else same); "
     "--count: line or csv, and line for grid input"},
    {"--to", "FORMAT", kN | kD | kT, kOutput,
     "same, line, grid or csv (default: csv for a FILE that ends in .csv, else same)"},
    {"--to", "FORMAT", kG, kOutput, "grid or line (default grid)"},
    {"--to", "FORMAT", kP, kOutput,
     "line, grid or csv (default: csv for a FILE that ends in .csv, else line); csv: "
     "puzzle,solution,clues,difficulty,score"},
    {"--to", "FORMAT", kR, kOutput,
     "line or csv (default: csv for a FILE that ends in .csv, else line: tabs between the fields)"},
    {"--keep-columns", "", kS, kOutput,
     "csv: keep the input's columns and add 'solution' (--count: 'count')"},
    {"--keep-columns", "", kR, kOutput,
     "csv: keep the input's columns and add those of the rating"},
    {"--report", "FILE", kRecords | kG | kP, kOutput,
     "write a report as JSON, with the reason when the job fails"},
    {"--fsync", "", kAll, kOutput,
     "have the output on the disk before the end (default: the system writes when it likes)"},
    {"--no-clobber", "", kAll, kOutput, "do not replace an existing output or report"},
    {"--no-clobber", "", kL, kHidden, ""},
    {"--fsync", "", kL, kHidden, ""},
    {"--memory", "SIZE", kK, kRun,
     "memory limit of --duplicates, for example 512M or 2GB, at least 64K; the rest spills to a "
     "temporary file (default 1G)"},
    {"--memory", "SIZE", kD, kRun,
     "memory limit, for example 512M or 2GB, at least 64K; the rest spills to a temporary file "
     "(default 1G)"},
    {"--memory", "SIZE", kT, kHidden, ""},
    {"--port", "P", kL, kWhat, "1 to 65535; 0 (default): any free one"},
    {"--no-open", "", kL, kWhat, "do not open the browser, only print the address"},
    {"--lang", "LANGUAGE", kL, kWhat,
     "en or zh: the page's language at first (default: as the browser wants)"},
    {"-j,--threads", "T", kEvery, kRun,
     "threads, 1 to 1024; 0 (default): all that the process may use"},
    {"--engine", "NAME", kUsesEngine, kRun,
     "the solver's engine (--version lists them; default auto)"},
    {"--engine", "NAME", kEvery & ~kUsesEngine, kHidden, ""},
    {"--progress", "WHEN", kAll, kRun,
     "auto, always or never (default auto: when stderr is a terminal that gets no records, after "
     "half a second)"},
    {"-q,--quiet", "", kEvery, kRun, "no progress and no totals; errors and problems stay"},
};

constexpr CommandText kCommands[] = {
    {Command::kRoot, "", kC, "", "COMMAND | -c N | -s PATH | -n N [FLAGS]",
     "dokumill: solves files of millions of Sudoku puzzles, makes boards and puzzles, checks "
     "files.",
     "Commands:\n"
     "  dokumill solve [INPUT] [-o OUTPUT]       one solution for every record, in order\n"
     "  dokumill check [INPUT]                   classify every record, find duplicates\n"
     "  dokumill rate [INPUT]                    how hard every record is for people\n"
     "  dokumill canon [INPUT] [-o OUTPUT]       the canonical form of every record\n"
     "  dokumill dedupe [INPUT] [-o OUTPUT]      the first of equal records\n"
     "  dokumill split [INPUT] --train FILE --test FILE  two files, no class in both\n"
     "  dokumill generate boards -n N [-o FILE]  N distinct complete boards\n"
     "  dokumill generate puzzles -n N [-o FILE] N puzzles with one solution each\n"
     "  dokumill bench                           how fast all this is on this machine\n"
     "  dokumill play                            a page to play on, in the browser\n"
     "'dokumill help COMMAND' or 'dokumill COMMAND --help' shows the flags of a command.\n\n"
     "Examples:\n"
     "  dokumill solve puzzles.txt -o solved.txt\n"
     "  dokumill -c 1000000                      a million boards in sudoku.txt\n"
     "  dokumill -s puzzles.txt                  their solutions in sudoku.txt\n"
     "  dokumill -n 100 -m 2                     100 puzzles of medium difficulty in sudoku.txt\n"
     "  dokumill -n 100 -r 40~50 -u              100 with 40 to 50 empty cells, one solution "
     "each\n\n"},
    {Command::kSolve, "solve", kS, "INPUT", "solve [INPUT] [-o OUTPUT] [FLAGS]",
     "Writes one record for every record of INPUT, in order: its solution; of several solutions "
     "the smallest; the\n"
     "puzzle itself where there is none. INPUT defaults to standard input; '-' names it.",
     "Examples:\n"
     "  dokumill solve puzzles.txt -o solved.txt\n"
     "  dokumill solve kaggle.csv --keep-columns --solution-column solved -o solved.csv\n"
     "  dokumill solve open.txt --count 1000     how many solutions, at most 1000, a line each\n"
     "  zcat puzzles.txt.gz | dokumill solve --to line > solved.txt\n\n"},
    {Command::kCheck, "check", kK, "INPUT", "check [INPUT] [-o OUTPUT] [FLAGS]",
     "Classifies every record of INPUT as complete, unique, multiple, none or malformed and prints "
     "the totals.",
     "Examples:\n"
     "  dokumill check puzzles.txt\n"
     "  dokumill check --duplicates --each puzzles.csv -o classes.txt\n"
     "  dokumill check --solution-column solution --minimal kaggle.csv\n\n"},
    {Command::kRate, "rate", kR, "INPUT", "rate [INPUT] [-o OUTPUT] [FLAGS]",
     "Writes how hard every record of INPUT is for people: score, level, clues, hardest technique, "
     "guesses, with tabs\n"
     "between them. The score is the hardest technique's on the scale of Sudoku Explainer; the "
     "guesses are those of a\n"
     "search. A record that is not unique gives multiple, none or malformed and '-' for the rest\n"
     "(csv: in the column level, with the others empty). A full board has the level complete.",
     "Examples:\n"
     "  dokumill rate puzzles.txt\n"
     "  dokumill rate kaggle.csv --keep-columns -o rated.csv --report levels.json\n\n"},
    {Command::kCanon, "canon", kN, "INPUT", "canon [INPUT] [-o OUTPUT] [FLAGS]",
     "Writes the canonical form of every record of INPUT, in order: the smallest of all grids that "
     "bands, stacks, rows,\n"
     "columns, transposition and other names of the digits make of it. csv keeps its columns, and "
     "a solution column\n"
     "(solution, solutions or answer) follows.",
     "Examples:\n"
     "  dokumill canon puzzles.txt -o forms.txt\n"
     "  dokumill canon kaggle.csv --to line | sort -u | wc -l   how many classes of puzzles\n\n"},
    {Command::kDedupe, "dedupe", kD, "INPUT", "dedupe [INPUT] [-o OUTPUT] [FLAGS]",
     "Writes the records of INPUT, in order, without those that equal an earlier one. Equal are "
     "the same 81 cells; with\n"
     "--symmetry, records that are the same puzzle turned, mirrored, rearranged or relabelled. csv "
     "keeps its columns.\n"
     "What does not fit into --memory goes to a temporary file without a name, in the folder that "
     "TMPDIR names, or\n"
     "/var/tmp: up to 60 bytes and the record's text for each record, and 48 for each further "
     "round.",
     "Examples:\n"
     "  dokumill dedupe puzzles.txt -o distinct.txt\n"
     "  dokumill dedupe --symmetry kaggle.csv -o classes.csv\n"
     "  cat a.txt b.txt | dokumill dedupe --memory 8G > all.txt\n\n"},
    {Command::kSplit, "split", kT, "INPUT", "split [INPUT] --train FILE --test FILE [FLAGS]",
     "Writes every record of INPUT to one of two files, in order, and equivalent ones to the same: "
     "no test puzzle is a\n"
     "train puzzle turned, mirrored, rearranged or relabelled. The canonical form and the seed say "
     "where a class goes:\n"
     "it is the same in every input, and a test class at one share is one at every greater share. "
     "csv keeps its columns.\n"
     "No record is kept in memory, so split has no --memory limit.",
     "Examples:\n"
     "  dokumill split kaggle.csv --train train.csv --test test.csv\n"
     "  dokumill split puzzles.txt --train a.txt --test b.txt --share 0.5% --seed 7\n\n"},
    {Command::kGenerate, "generate", 0, "", "generate boards|puzzles -n N [FLAGS]",
     "Makes boards or puzzles: dokumill generate boards -n N, dokumill generate puzzles -n N. Each "
     "has its own --help.",
     ""},
    {Command::kGenerateBoards, "generate boards", kG, "",
     "generate boards -n N [-o OUTPUT] [FLAGS]",
     "Writes N distinct complete boards. Board i is the same in every version, on every machine, "
     "with any number of\n"
     "threads. -n A, followed by --start A -n B --continue, is -n A+B.",
     "Examples:\n"
     "  dokumill generate boards -n 1000000 -o boards.txt\n"
     "  dokumill generate boards --start 1000000 -n 500 --continue >> boards.txt\n"
     "  dokumill generate boards -n 1000 --family random --seed 7 --to line\n\n"},
    {Command::kGeneratePuzzles, "generate puzzles", kP, "",
     "generate puzzles -n N [-o OUTPUT] [FLAGS]",
     "Writes N puzzles with exactly one solution each. Puzzle i depends on the seed, on i and on "
     "the constraints\n"
     "only. -n A, followed by --start A -n B --continue, is -n A+B. Clues are removed from random "
     "boards in random order\n"
     "as long as one solution is left. A puzzle that does not meet the constraints is tried again, "
     "up to --max-tries\n"
     "times; the exit status is 1 if that is not enough. Constraints that no puzzle can meet are "
     "refused.",
     "Examples:\n"
     "  dokumill generate puzzles -n 1000000 -o minimal.txt\n"
     "  dokumill generate puzzles -n 1000 --clues 30..36 --symmetry rotational --to grid\n"
     "  dokumill generate puzzles -n 1000 --difficulty hard --seed 7 -o hard.csv\n\n"},
    {Command::kPlay, "play", kL, "", "play [--port P] [--no-open] [--lang en|zh]",
     "Serves a page to play on, for browsers on this machine only, prints its address and opens it "
     "in the browser.\n"
     "Ctrl-C ends it. Nothing is fetched from the network, and nothing is sent there.",
     "Examples:\n"
     "  dokumill play\n"
     "  dokumill play --port 8080 --no-open --lang zh\n\n"},
    {Command::kBench, "bench", kB, "", "bench [FLAGS]",
     "Measures built-in workloads on this machine, in less than half a minute: solving easy, "
     "minimal and hard puzzles and\n"
     "such with several solutions, making boards and puzzles, reading and printing, a file from "
     "end to end; on 1, 2, 4 ...\n"
     "threads. The inputs are the same on every machine. --baseline compares with an earlier run "
     "by ratio: for CI.",
     "Examples:\n"
     "  dokumill bench\n"
     "  dokumill bench --json today.json\n"
     "  dokumill bench --baseline yesterday.json --fail-under 0.9\n\n"},
};

}  // namespace

std::span<const Flag> all_flags() {
  return kFlags;
}

std::span<const CommandText> all_commands() {
  return kCommands;
}

}  // namespace dokumill::cli
