// The flags that several commands share, in groups, and how a command makes its list from these
// groups and its own flags.
//
// The help shows the flags by section, so only the order of the flags of one section matters. A
// command that reads records lists:
//   its own flags, kRecordFlags, kOutputFlag, its own flags for the output, kTableFlags,
//   kReportFlags, kPieceFlag, kEngineFlag, kMessageFlags
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "cli/table/choices.hpp"
#include "cli/table/command_table.hpp"

namespace dokumill::cli {

// What to do with malformed records, and how to read the input.
inline constexpr FlagRow kMalformedOkFlag{
    "--malformed-ok", "", kWhatSection,
    "exit with status 0, not 1, if malformed records are the only problem (for schedulers that "
    "repeat a task until it succeeds)"};
inline constexpr FlagRow kNoMmapFlag{
    "--no-mmap", "", kInputSection,
    "do not map the input into memory (mmap), but read it piece by piece"};
inline constexpr std::array kRecordFlags{
    FlagRow{"--strict", "", kWhatSection,
            "stop at the first malformed record: exit status 2, no output file"},
    kMalformedOkFlag,
    FlagRow{
        "--where", "EXPR", kWhatSection,
        "leave out the records for which EXPR is not true, such as 'er >= 8.5 and clues <= 22'; "
        "names are features (see 'rate --help'), columns of csv and members of jsonl"},
    FlagRow{"--from", "FORMAT", kInputSection,
            "auto (default), any[:NAME] (any layout; NAME chooses a reading), line, grid, csv, "
            "jsonl, npy, parquet, json or a format of another program (see 'convert --help')",
            formats_or_auto},
    FlagRow{"--files-from", "LIST", kInputSection,
            "read the names of further inputs from the file LIST, one name per line; '-' is "
            "standard input"},
    FlagRow{"--column", "NAME", kInputSection,
            "the column with the puzzles. In csv: its name or its number from 1 (default: a "
            "column with a known name, such as puzzle or quizzes). In the line format: 2 if the "
            "puzzle is the second word of each line (default: found from the first lines)"},
    FlagRow{"--no-header", "", kInputSection,
            "the input is csv without a header line. If several columns have puzzles, choose one "
            "with --column and its number"},
    FlagRow{
        "--delimiter", "CHAR", kInputSection,
        "csv: the separator of the fields, one of , ; | : tab or space (default: found from the "
        "header)",
        delimiters},
    kNoMmapFlag};

// Records of another size than 9x9, for the commands that take them. The others list the same flags
// hidden, so that they can say why they refuse such records.
inline constexpr std::array kSizeFlags{
    FlagRow{"--size", "SIZE", kInputSection,
            "4, 6, 8, 9 (default), 10, 12, 15, 16, 20 or 25 numbers; 6:3x2 has boxes of 3 rows and "
            "2 columns. Without this flag, the size of lines is found where it is certain"},
    FlagRow{
        "--symbols", "SET", kInputSection,
        "with --size: 1-9A-G, 0-9A-F, A-P (of 16; other sizes alike) or numbers (default: found "
        "from the first records)"}};
inline constexpr std::array kHiddenSizeFlags{FlagRow{"--size", "SIZE", kHidden, ""},
                                             FlagRow{"--symbols", "SET", kHidden, ""}};

// The output.
inline constexpr FlagRow kOutputFlag{"-o,--output", "FILE", kOutputSection,
                                     "output file (default: standard output)"};
inline constexpr FlagRow kToFlag{
    "--to", "FORMAT", kOutputSection,
    "line, grid, csv, jsonl, npy, parquet, json, 'same' (the format of the input), or for other "
    "programs opensudoku, sdk, ksudoku, latex, sudokupad, fpuzzles, solo. Default: the format that "
    "FILE ends in, such as .csv. If FILE has no such ending: 'same', but line if the input is npy",
    formats_or_same};
inline constexpr FlagRow kEmptyFlag{
    "--empty", "CHAR", kOutputSection,
    "character for an empty cell: '0' (default), '.', 'x' or 'X'; also '*', '_' or '-', but not "
    "with --to grid",
    empty_cells};
inline constexpr FlagRow kCompressFlag{
    "--compress", "KIND[:LEVEL]", kOutputSection,
    "compress the output: gzip (level 1 to 12), zstd (level 1 to 19) or none; LEVEL is 1 by "
    "default. Without this flag, FILE.gz is compressed with gzip, FILE.zst with zstd, and the "
    "pages inside a Parquet file with zstd",
    compressions};
// The flags of a command that writes tables, Parquet among them.
inline constexpr std::array kTableFlags{
    FlagRow{"--cells", "SHAPE", kOutputSection,
            "how puzzles and solutions are written: text; groups, for csv and lines: nine groups, "
            "530070000/600195000/..., which spreadsheets, R and pandas keep, while they take 81 "
            "digits for a number; list, for jsonl, json and parquet: 81 numbers; rows: nine lists "
            "of nine; in npy, list is (N, 81) and rows (N, 9, 9)",
            cell_shapes},
    FlagRow{"--as", "PAIRS", kOutputSection,
            "other names for columns of csv, jsonl, json and parquet, such as "
            "puzzle=question,solution=answer"},
    kCompressFlag};
// The same flag of a command that writes no Parquet.
inline constexpr FlagRow kPlainCompressFlag{
    "--compress", "KIND[:LEVEL]", kOutputSection,
    "compress the output: gzip (level 1 to 12), zstd (level 1 to 19) or none; LEVEL is 1 by "
    "default. Without this flag, FILE.gz is compressed with gzip and FILE.zst with zstd",
    compressions};

// The report, how the files are put in their places, and the threads.
inline constexpr FlagRow kNoClobberFlag{"--no-clobber", "", kOutputSection,
                                        "do not replace an existing output or report"};
inline constexpr FlagRow kFsyncFlag{"--fsync", "", kOutputSection,
                                    "flush the output to disk before exiting"};
inline constexpr FlagRow kThreadsFlag{"-j,--threads", "T", kRunSection,
                                      "threads, 0 to 1024; 0 (default): one per available CPU"};
inline constexpr std::array kReportFlags{
    FlagRow{"--report", "FILE", kOutputSection, "write a report as JSON, also when the job fails"},
    kNoClobberFlag, kFsyncFlag, kThreadsFlag};

inline constexpr FlagRow kPieceFlag{
    "--piece", "K/N", kRunSection,
    "do only piece K, from 1 to N, of a job that is divided into N pieces; 'merge' joins the "
    "outputs of the pieces, and needs the --report of each"};
inline constexpr FlagRow kEngineFlag{"--engine", "NAME", kRunSection,
                                     "solver engine; --version lists them (default auto)",
                                     engine_names};

// The messages.
inline constexpr FlagRow kQuietFlag{
    "-q,--quiet", "", kRunSection,
    "print no progress and no totals; warnings and errors are still printed"};
inline constexpr std::array kMessageFlags{
    FlagRow{"--progress", "WHEN", kRunSection,
            "auto (default), always or never. auto shows the progress after half a second, if "
            "stderr is a terminal and no records go to a terminal",
            progress_modes},
    kQuietFlag};

// Every command accepts these flags. A command that does not list them accepts them without an
// effect.
inline constexpr std::array kEverywhereFlags{
    FlagRow{"--no-mmap", "", kHidden, ""}, FlagRow{"--no-clobber", "", kHidden, ""},
    FlagRow{"--fsync", "", kHidden, ""}, FlagRow{"-j,--threads", "T", kHidden, ""},
    FlagRow{"--engine", "NAME", kHidden, "", engine_names}};

constexpr std::span<const FlagRow, 1> as_group(const FlagRow& flag) {
  return std::span<const FlagRow, 1>(&flag, 1);
}
template <std::size_t kSize>
constexpr std::span<const FlagRow, kSize> as_group(const std::array<FlagRow, kSize>& group) {
  return group;
}

// Joins flags and groups of flags: flag_list(kRecordFlags, kOutputFlag).
template <class... Parts>
constexpr auto flag_list(const Parts&... parts) {
  std::array<FlagRow, (decltype(as_group(parts))::extent + ...)> list{};
  auto at = list.begin();
  ((at = std::ranges::copy(as_group(parts), at).out), ...);
  return list;
}

}  // namespace dokumill::cli
