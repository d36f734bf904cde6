/* dokumill for C: the only interface of the library with a promised binary form (ABI).
 *
 * Grids are arrays of 81 bytes in row-major order, 0 for an empty cell, else a digit 1..9. A batch
 * of N grids is one array of 81 * N bytes. The caller owns all arrays. The library reads and writes
 * them in place, and keeps no pointer to them after a call.
 *
 * Other sizes: with box_rows and box_columns of dokumill_options, grids have n * n bytes and the
 * numbers 1..n, where n is box_rows * box_columns. All arrays of grids then have n * n bytes for
 * each grid, where this header says 81. This works in dokumill_solve(), dokumill_count(),
 * dokumill_check(), dokumill_score(), dokumill_read_answers(), dokumill_canonize(),
 * dokumill_first_of_equal(), dokumill_boards(), dokumill_puzzles() and dokumill_mixed_puzzles(), with
 * the limits of docs/sizes.md. All other functions refuse it. The engine has no effect then.
 *
 * Errors: every function that can fail returns a dokumill_status, 0 for success. No function
 * prints, ends the process or throws. dokumill_last_message() has the details. After an error, the
 * results are unspecified, unless stated otherwise. The library finds these errors before it writes
 * anything: a null pointer where an array is needed; a pointer that is not aligned for its type; a
 * size that does not fit into the address space; an array of results that overlaps another array,
 * except where a function allows it. With count 0, all array pointers may be null.
 *
 * Structures that you pass to the library (dokumill_options, dokumill_rate_options,
 * dokumill_trace_options, dokumill_trace_arrays, dokumill_board_source and dokumill_constraints)
 * begin with their own size in bytes, so that later versions can add members at the end. Set them
 * with the _INIT macros. A null pointer to such a structure stands for the defaults. A structure of
 * a later version works with this library if the members that this library does not know are 0. The
 * structures of results have no member for their size, and never change.
 *
 * Thread safety: all functions can be called from any number of threads at the same time. A call
 * may use several threads, see dokumill_options. In a process that was forked from one with
 * threads, a call uses the calling thread only. The same holds inside a parallel region of OpenMP,
 * unless OpenMP allows nested regions (omp_set_max_active_levels() or OMP_MAX_ACTIVE_LEVELS). The
 * library of the Python wheel does not use OpenMP, and has neither limit.
 *
 * ABI: the soname is libdokumill.so.1. Under one soname, functions, constants and members can be
 * added, but the existing ones never change. docs/compatibility.md has the rules.
 */
#ifndef DOKUMILL_DOKUMILL_H
#define DOKUMILL_DOKUMILL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DOKUMILL_API __attribute__((visibility("default")))
#else
#define DOKUMILL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version at compile time. A program that needs a library at least as new as this header can
 * compare dokumill_version_number() with DOKUMILL_VERSION_NUMBER. */
#define DOKUMILL_VERSION_MAJOR 0
#define DOKUMILL_VERSION_MINOR 3
#define DOKUMILL_VERSION_PATCH 0
#define DOKUMILL_VERSION_NUMBER \
  (DOKUMILL_VERSION_MAJOR * 1000000 + DOKUMILL_VERSION_MINOR * 1000 + DOKUMILL_VERSION_PATCH)
#define DOKUMILL_VERSION_TEXT "0.3.0"

/* The version of the library that the program runs with. */
DOKUMILL_API int32_t dokumill_version_number(void);
DOKUMILL_API const char* dokumill_version_text(void);

typedef enum dokumill_status {
  DOKUMILL_OK = 0,
  DOKUMILL_ERROR_ARGUMENT = 1,  /* an invalid argument, option or cell value */
  DOKUMILL_ERROR_MALFORMED = 2, /* a text is not 81 cells for each grid */
  DOKUMILL_ERROR_MEMORY = 3,    /* memory ran out */
  DOKUMILL_ERROR_STOPPED = 4,   /* should_stop returned a value other than 0 */
  DOKUMILL_ERROR_UNMET = 5,     /* no puzzle met the constraints within the allowed tries */
  DOKUMILL_ERROR_CALLBACK = 6,  /* a function of the caller threw a C++ exception */
  DOKUMILL_ERROR_INTERNAL = 7   /* a defect of the library */
} dokumill_status;

/* A short fixed text for a status, never null. */
DOKUMILL_API const char* dokumill_status_text(int status);

/* The reason why the last failed call of this thread failed; "" if no call of this thread has
 * failed. The text has at most 511 bytes, and stays until another call of this thread fails. */
DOKUMILL_API const char* dokumill_last_message(void);

typedef struct dokumill_options {
  size_t size; /* sizeof(dokumill_options) */
  /* 0: the calling thread begins alone. If more than about 10 ms of work are left, the call uses as
   * many threads as the process may use. 1 to 4096: at most this many threads. */
  int32_t threads;
  int32_t reserved;   /* 0 */
  const char* engine; /* null: "auto", the best engine; the results do not depend on the engine */
  /* Null, or a function that returns a value other than 0 to stop the call. Only the thread that
   * made the call runs it, for the first time after about 10 ms, and then up to 100 times a second.
   * It may call this library. It must not leave by longjmp. */
  int (*should_stop)(void* context);
  void* context; /* passed to should_stop */
  /* Since version 0.4: the boxes of another size than 9x9, such as 2 and 3 for 6x6. Both 0: 9x9. */
  int32_t box_rows;
  int32_t box_columns;
} dokumill_options;
#define DOKUMILL_OPTIONS_INIT \
  { sizeof(dokumill_options), 0, 0, NULL, NULL, NULL, 0, 0 }

/* The kind of a grid. */
enum {
  DOKUMILL_NONE = 0,     /* no solution; also if two equal givens are in one house */
  DOKUMILL_UNIQUE = 1,   /* one solution */
  DOKUMILL_MULTIPLE = 2, /* several solutions */
  DOKUMILL_COMPLETE = 3  /* a valid full board; dokumill_solve() reports DOKUMILL_UNIQUE */
};

/* Solves `count` puzzles. `solutions`: 81 * count bytes, or null. It may be the array `puzzles`
 * itself. If a puzzle has several solutions, the lexicographically smallest one is written. For a
 * puzzle without a solution, the puzzle itself is written. `kinds`: `count` bytes, or null. Each
 * byte becomes DOKUMILL_NONE, DOKUMILL_UNIQUE or DOKUMILL_MULTIPLE. */
DOKUMILL_API int dokumill_solve(const uint8_t* puzzles, size_t count, uint8_t* solutions,
                                uint8_t* kinds, const dokumill_options* options);

/* Counts the solutions of each puzzle, up to `limit`. */
DOKUMILL_API int dokumill_count(const uint8_t* puzzles, size_t count, uint64_t* counts,
                                uint64_t limit, const dokumill_options* options);

/* Lists the `limit` smallest solutions of each puzzle, in increasing order. `solutions`: 81 * limit
 * bytes for each puzzle; the places after its last solution become 0. `counts`: the number of
 * solutions that were written for each puzzle. */
DOKUMILL_API int dokumill_solutions(const uint8_t* puzzles, size_t count, size_t limit,
                                    uint8_t* solutions, uint64_t* counts,
                                    const dokumill_options* options);

/* Finds the digits that occur in any solution of each puzzle. `digits`: 81 * count sets of digits;
 * bit d - 1 of a set stands for the digit d of a cell. Without a solution, all are 0. */
DOKUMILL_API int dokumill_possible(const uint8_t* puzzles, size_t count, uint16_t* digits,
                                   const dokumill_options* options);

/* Classifies each grid. `minimal`: `count` bytes, or null. Each byte becomes 1 for a minimal
 * puzzle, else 0. A minimal puzzle has one solution, and several solutions if any clue is
 * removed. */
DOKUMILL_API int dokumill_check(const uint8_t* grids, size_t count, uint8_t* kinds,
                                uint8_t* minimal, const dokumill_options* options);

enum {
  DOKUMILL_EASY = 0,   /* ER up to 1.5 */
  DOKUMILL_MEDIUM = 1, /* 1.6 to 2.5 */
  DOKUMILL_HARD = 2,   /* 2.6 to 4.4 */
  DOKUMILL_EXPERT = 3, /* 4.5 to 7.4 */
  DOKUMILL_EXTREME = 4 /* 7.5 and more */
};

/* The rating that Sudoku Explainer 1.2.1 gives a puzzle. If `kind` is DOKUMILL_NONE or
 * DOKUMILL_MULTIPLE, all members except `kind` and `clues` are 0. The scores `er`, `ep` and `ed`
 * are in tenths, and 0 for a full board. */
typedef struct dokumill_rating {
  uint16_t er;       /* the score of the hardest step */
  uint16_t ep;       /* the highest score of the steps up to the first one that places a digit */
  uint16_t ed;       /* the score of the first step */
  uint8_t kind;      /* DOKUMILL_NONE .. DOKUMILL_COMPLETE */
  uint8_t level;     /* of `er`: DOKUMILL_EASY .. DOKUMILL_EXTREME */
  uint8_t hardest;   /* the hardest technique; see dokumill_technique_name() */
  uint8_t clues;     /* 0..81 */
  uint8_t obstacles; /* if dokumill_rate_options asked for them, else 0: the number of unbroken runs
                      * of steps that are no singles */
  /* 0: the rating ended above `at_most`, or reached the limit of work. The scores and the level are
   * then lower bounds, and `hardest` has no meaning if at_most was reached. */
  uint8_t is_exact;
} dokumill_rating;

typedef struct dokumill_rate_options {
  size_t size;       /* sizeof(dokumill_rate_options) */
  int32_t obstacles; /* 1: count the obstacles, which takes a third longer */
  int32_t at_most; /* 10 to 120: end a rating before the first step with a score above this one, in
                      * tenths; 0: no limit */
} dokumill_rate_options;
#define DOKUMILL_RATE_OPTIONS_INIT \
  { sizeof(dokumill_rate_options), 0, 0 }

/* Rates each puzzle. Most puzzles take less than 0.1 ms, but each of the hardest takes up to some
 * seconds; `at_most` avoids this. */
DOKUMILL_API int dokumill_rate(const uint8_t* puzzles, size_t count, dokumill_rating* ratings,
                               const dokumill_rate_options* rate_options,
                               const dokumill_options* options);

/* Computes features of each grid (docs/features.md). `columns`: the names of `column_count`
 * features, separated by commas, such as "clues,er,depth". `values`: column_count * count numbers;
 * column i of grid k goes to values[i * count + k]. Scores are in tenths. The feature `outcome`
 * becomes DOKUMILL_NONE .. DOKUMILL_COMPLETE, `level` DOKUMILL_EASY .. DOKUMILL_EXTREME, `hardest`
 * the number of a technique, `symmetry` the place of the word in the list of docs/features.md, from
 * 0, `backdoors` the number of sets, and `backdoor_cells` the rows and columns of the cells: 1234
 * for r1c2 r3c4, 0 for no cell. A grid that does not have a feature gets DOKUMILL_MISSING. */
enum { DOKUMILL_MISSING = -1 };
DOKUMILL_API int dokumill_features(const uint8_t* grids, size_t count, const char* columns,
                                   size_t column_count, int64_t* values,
                                   const dokumill_options* options);

/* Finds the order in which the cells are filled if a puzzle is solved by the steps that
 * dokumill_rate() rates. `orders`: 81 * count bytes. The k-th cell that is filled gets the value k,
 * from 1, and a given cell gets 0. If a puzzle does not have exactly one solution, all its cells
 * get DOKUMILL_NO_ORDER. `kinds`: `count` bytes, or null. Each byte becomes a value from
 * DOKUMILL_NONE to DOKUMILL_COMPLETE. A later minor version may add techniques, which can change an
 * order. */
enum { DOKUMILL_NO_ORDER = 255 };
DOKUMILL_API int dokumill_steps(const uint8_t* puzzles, size_t count, uint8_t* orders,
                                uint8_t* kinds, const dokumill_options* options);

/* How good an answer to a puzzle is. The target is the solution with which an answer is compared: the
 * answer itself if it is exact; else the solution of the puzzle. If the puzzle has several
 * solutions, the target is the given one, or without one the lexicographically smallest. If it has
 * none, no cell is right. A value of an answer that is not 1 to 9 is no digit. */
typedef struct dokumill_score_result {
  double share; /* cells / empty; if `empty` is 0: 1 if the answer is exact, else 0 */
  /* The share of the cells with a value of 1 to 254 in the order of the puzzle that come before the
   * first wrong cell: cells whose value is lower than that of all wrong cells. NaN without an order,
   * or if no cell has such a value. If then `empty` is 0 and there is an order: as `share`. */
  double order;
  uint8_t kind;    /* of the puzzle, DOKUMILL_NONE .. DOKUMILL_COMPLETE */
  uint8_t exact;   /* 1: a complete valid board that has all givens; else 0 */
  uint16_t cells;  /* the number of empty cells of the puzzle that have the digit of the target */
  uint16_t empty;  /* the number of empty cells of the puzzle */
  uint16_t givens; /* the number of givens that the answer changes or leaves out */
  uint16_t blank;  /* the number of cells of the answer without a digit */
  uint8_t rows;    /* the numbers of rows, columns and boxes of the answer with a repeated digit */
  uint8_t columns;
  uint8_t boxes;
  uint8_t unused[3]; /* unspecified */
} dokumill_score_result;

/* Scores `count` answers to puzzles. `puzzle_count`: `count`, or 1 if all are answers to one puzzle.
 * The values of answers can be any. `solutions`: 81 * puzzle_count bytes, or null, because the
 * puzzles are solved in any case. A given solution must be one of its puzzle, but is ignored if the
 * puzzle has none. `orders`: 81 * puzzle_count bytes as from dokumill_steps(), or null. */
DOKUMILL_API int dokumill_score(const uint8_t* puzzles, size_t puzzle_count, const uint8_t* answers,
                                size_t count, const uint8_t* solutions, const uint8_t* orders,
                                dokumill_score_result* scores, const dokumill_options* options);

/* How a text has the board that was read. */
enum {
  DOKUMILL_NO_BOARD = 0, /* no board was found: the grid is empty */
  DOKUMILL_PARTIAL = 1,  /* rows or cells are missing */
  DOKUMILL_ROWS = 2,     /* all 81 cells, with separators */
  DOKUMILL_LINE = 3      /* 81 characters in a row */
};

/* Reads the boards that free texts, as language models write them, give as their answers
 * (docs/python.md has the rules). All texts are in one array: text i begins where the one before ends
 * (the first one at text), and ends before text + ends[i]. Every text is accepted. `grids`: 81 *
 * count bytes. `forms` (may be null): DOKUMILL_NO_BOARD .. DOKUMILL_LINE for each text. `offsets` (may
 * be null): the byte of each text where its board begins, or -1. */
DOKUMILL_API int dokumill_read_answers(const char* text, const uint64_t* ends, size_t count,
                                       uint8_t* grids, uint8_t* forms, int64_t* offsets,
                                       const dokumill_options* options);

enum { DOKUMILL_NO_SENTENCES = 0, DOKUMILL_ENGLISH = 1, DOKUMILL_CHINESE = 2 };

/* Explains how people solve a puzzle: calls use(step, context) for each step that dokumill_rate()
 * rates, in their order. `step` is a JSON object in UTF-8 with a terminating zero, as the command
 * `steps` writes it (docs/datasets.md). The library frees it after the call of `use`. `language`:
 * with DOKUMILL_ENGLISH and DOKUMILL_CHINESE, the object has the step as sentences, too, in its
 * member `text`. If `use` returns a value other than 0, that step is the last one, and the result
 * is still DOKUMILL_OK. `use` runs on the thread of the caller, and may call this library. It must
 * not leave by longjmp. A full board has no steps. For a puzzle that does not have exactly one
 * solution, the result is DOKUMILL_ERROR_ARGUMENT. */
DOKUMILL_API int dokumill_explain(const uint8_t* puzzle, int32_t language,
                                  int (*use)(const char* step, void* context), void* context,
                                  const dokumill_options* options);

/* What dokumill_traces() found. The program frees it with dokumill_traces_free(). */
typedef struct dokumill_trace_list dokumill_trace_list;

typedef struct dokumill_trace_options {
  size_t size;      /* sizeof(dokumill_trace_options) */
  int32_t removed;  /* 1: also the candidates that steps remove */
  int32_t language; /* DOKUMILL_NO_SENTENCES .. DOKUMILL_CHINESE */
} dokumill_trace_options;
#define DOKUMILL_TRACE_OPTIONS_INIT \
  { sizeof(dokumill_trace_options), 0, DOKUMILL_NO_SENTENCES }

typedef struct dokumill_trace_sizes {
  uint64_t steps;      /* of all puzzles */
  uint64_t removed;    /* pairs of a step and a cell that loses candidates; 0 without `removed` */
  uint64_t texts;      /* `steps`; 0 without a language */
  uint64_t text_bytes; /* of all texts */
} dokumill_trace_sizes;

/* The arrays that dokumill_traces_read() fills. Each may be null. */
typedef struct dokumill_trace_arrays {
  size_t size;         /* sizeof(dokumill_trace_arrays) */
  uint8_t* kinds;      /* `count`: DOKUMILL_NONE .. DOKUMILL_COMPLETE */
  uint64_t* offsets;   /* `count` + 1: puzzle i has the steps offsets[i] to offsets[i + 1] - 1 */
  uint8_t* cells;      /* of each step: the cell that it fills, or DOKUMILL_NO_CELL */
  uint8_t* digits;     /* of each step: the digit 1..9; 0 with DOKUMILL_NO_CELL */
  uint8_t* techniques; /* of each step; see dokumill_technique_name() */
  uint16_t* scores;    /* of each step, in tenths */
  uint8_t* boards;     /* of each step: 81 bytes, the board before it */
  /* `removed` items, ordered by step and then by cell: the step, the cell, and the digits that the
   * cell loses, bit d - 1 for the digit d. */
  uint64_t* removed_steps;
  uint8_t* removed_cells;
  uint16_t* removed_digits;
  uint64_t* text_offsets; /* `texts` + 1 */
  char* texts; /* UTF-8: step s has the bytes text_offsets[s] to text_offsets[s + 1] - 1 */
} dokumill_trace_arrays;
#define DOKUMILL_TRACE_ARRAYS_INIT                                                             \
  {                                                                                            \
    sizeof(dokumill_trace_arrays), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL, NULL                                                                             \
  }

/* Finds how each puzzle is solved by the steps that dokumill_rate() rates. A puzzle that does not
 * have exactly one solution has no steps, and neither has a full board. `traces` receives what was
 * found, or null after an error. `sizes` may be null. A text is the sentences of a step, with a
 * line end between two of them. Memory: about 500 bytes for each puzzle, 8 bytes for each removed
 * item, and the texts. */
enum { DOKUMILL_NO_CELL = 255 };
DOKUMILL_API int dokumill_traces(const uint8_t* puzzles, size_t count,
                                 const dokumill_trace_options* trace_options,
                                 dokumill_trace_list** traces, dokumill_trace_sizes* sizes,
                                 const dokumill_options* options);

/* Copies traces into arrays of the program. Can be called again, also by several threads. */
DOKUMILL_API int dokumill_traces_read(const dokumill_trace_list* traces,
                                      const dokumill_trace_arrays* arrays);

/* Does nothing for a null pointer. */
DOKUMILL_API void dokumill_traces_free(dokumill_trace_list* traces);

/* Maps a grid to its canonical form. Cell (r, c) of the form is digits[d]. Here, d is the value of
 * cell (rows[r], columns[c]) of the grid, or of its transpose if is_transposed is 1. */
typedef struct dokumill_map {
  uint8_t is_transposed;
  uint8_t rows[9];
  uint8_t columns[9];
  uint8_t digits[10];
} dokumill_map;

/* Finds the minimal unavoidable sets of each board with at most `most_cells` cells (4 to 16). For a
 * puzzle with one solution, these are the sets of the solution; any other grid has none. counts[i *
 * (most_cells + 1) + n] is the number of sets of grid i with n cells. `sets` (may be null) receives
 * 81 bytes for each set, 1 for its cells and 0 for all others: the sets of grid 0, the smallest
 * first, then those of grid 1, and so on. It has room for `room` sets. `total` (may be null) receives
 * the number of all sets. If `sets` is not null and `total` is more than `room`, the call fails with
 * DOKUMILL_ERROR_ARGUMENT, but `counts` and `total` are filled in. */
DOKUMILL_API int dokumill_unavoidable(const uint8_t* grids, size_t count, int32_t most_cells,
                                      uint32_t* counts, uint8_t* sets, size_t room, size_t* total,
                                      const dokumill_options* options);

/* Finds the canonical form of each grid: its lexicographically smallest image under symmetries and
 * relabellings of the digits. `forms` may be the array `grids` itself. `maps`: `count` maps, or
 * null. `automorphisms`: `count` numbers, or null. Each is the number of symmetries that map the
 * grid to itself, together with a suitable relabelling: 1 or more. */
DOKUMILL_API int dokumill_canonize(const uint8_t* grids, size_t count, uint8_t* forms,
                                   dokumill_map* maps, uint32_t* automorphisms,
                                   const dokumill_options* options);

/* The class of a complete board: all boards that are equal to it up to symmetries and relabellings.
 * There are 5,472,730,538 classes, numbered from 1 in the lexicographic order of their canonical
 * forms. docs/canon.md has the details. */
typedef struct dokumill_class {
  uint64_t number; /* 0: the grid is not a complete board, and the other members are 0 */
  /* The numbers, 1..416, of the three bands of the canonical form, and then of its stacks. */
  uint16_t bands[6];
  uint32_t automorphisms; /* as in dokumill_canonize() */
} dokumill_class;

/* Finds the class of each board, in about 1 ms. */
DOKUMILL_API int dokumill_classes(const uint8_t* boards, size_t count, dokumill_class* classes,
                                  const dokumill_options* options);

/* Makes the canonical form of each of the classes with these numbers. */
DOKUMILL_API int dokumill_class_boards(const uint64_t* numbers, size_t count, uint8_t* boards,
                                       const dokumill_options* options);

/* Finds, for each grid, the number (from 0) of the first grid with the same cells. To compare up to
 * symmetry, pass canonical forms. Uses one thread. */
DOKUMILL_API int dokumill_first_of_equal(const uint8_t* grids, size_t count, uint64_t* first,
                                         const dokumill_options* options);

/* Makes `times` (1 to 1000000) random images of each puzzle. The images of puzzle i begin at
 * images + 81 * i * times. `solutions`: 81 * count bytes, the solution of each puzzle. Set both
 * `solutions` and `solution_images`, or set both to null. The random map that makes an image of a
 * puzzle is also applied to its solution. The result has the same place in `solution_images` as the
 * image has in `images`. `first_number`: the number of the first puzzle; the next puzzles have the
 * numbers after it. The images of a puzzle depend only on `seed`, on its number and on its cells.
 * The command `augment` numbers its records from 1. */
DOKUMILL_API int dokumill_augment(const uint8_t* puzzles, const uint8_t* solutions, size_t count,
                                  uint64_t times, uint64_t seed, uint64_t first_number,
                                  uint8_t* images, uint8_t* solution_images,
                                  const dokumill_options* options);

enum {
  DOKUMILL_SEQUENCE = 0, /* the boards of classic, then those of wide */
  DOKUMILL_CLASSIC = 1,
  DOKUMILL_WIDE = 2,
  DOKUMILL_RANDOM = 3,
  DOKUMILL_CLASSES = 4 /* board i is the canonical form of class i + 1 */
};

typedef struct dokumill_board_source {
  size_t size;         /* sizeof(dokumill_board_source) */
  int32_t family;      /* DOKUMILL_SEQUENCE .. DOKUMILL_CLASSES */
  int32_t first_digit; /* 1..9: the digit at the top left, of DOKUMILL_CLASSIC and DOKUMILL_WIDE */
  uint64_t seed;       /* only for DOKUMILL_RANDOM */
} dokumill_board_source;
#define DOKUMILL_BOARD_SOURCE_INIT \
  { sizeof(dokumill_board_source), DOKUMILL_SEQUENCE, 1, 0 }

/* The number of boards of a family; 0 if there is no such family. */
DOKUMILL_API uint64_t dokumill_family_size(int32_t family);

/* Makes the boards start, start + 1, ... */
DOKUMILL_API int dokumill_boards(const dokumill_board_source* source, uint64_t start, size_t count,
                                 uint8_t* boards, const dokumill_options* options);

/* The symmetry of the pattern of clues. */
enum {
  DOKUMILL_NO_SYMMETRY = 0,
  DOKUMILL_ROTATIONAL = 1, /* rotation by 180 degrees */
  DOKUMILL_HORIZONTAL = 2, /* top and bottom exchanged */
  DOKUMILL_VERTICAL = 3,   /* left and right exchanged */
  DOKUMILL_DIAGONAL = 4,   /* transposition */
  DOKUMILL_FULL = 5        /* all eight symmetries of the square */
};
enum { DOKUMILL_ANY_LEVEL = -1 };
enum { DOKUMILL_NO_SPLIT = 0, DOKUMILL_TRAIN = 1, DOKUMILL_TEST = 2 };

/* What a generated puzzle must have. */
typedef struct dokumill_constraints {
  size_t size; /* sizeof(dokumill_constraints) */
  /* The range of the number of clues. Both 0: no range; clues are removed until no further clue can
   * be removed. */
  int32_t fewest_clues;
  int32_t most_clues;
  int32_t minimal;           /* 1: no single clue can be removed */
  int32_t symmetry;          /* DOKUMILL_NO_SYMMETRY .. DOKUMILL_FULL */
  int32_t level;             /* DOKUMILL_ANY_LEVEL, or DOKUMILL_EASY .. DOKUMILL_EXTREME */
  int32_t empty_in_each_box; /* the least number of empty cells in every box, 0..9 */
  int32_t any_solutions;     /* 1: the puzzles may have several solutions; needs a range of clues */
  uint32_t max_tries;        /* for each puzzle, 1 to 2^31; 0: 10000 */
  /* The rating that puzzles must have. If a range of scores or a technique is set, level,
   * empty_in_each_box and any_solutions cannot be used. */
  int32_t lowest_score; /* the range of the score (ER) in tenths, 0..120; both 0: any score */
  int32_t highest_score;
  int32_t hardest_technique; /* 0: any; else 1 + n, see dokumill_technique_name(n) */
  int32_t fewest_obstacles;  /* the range of the number of obstacles, 0..64 */
  int32_t most_obstacles;    /* -1: any number */
  int32_t fewest_solutions;  /* see `solutions`; 0: the same number */
  /* Since version 0.4: 81 bytes, not 0 for each cell that has a clue; or null. With a pattern,
   * numbers of clues, symmetry, empty_in_each_box and any_solutions cannot be used. */
  const uint8_t* pattern;
  uint32_t solutions; /* how many solutions each puzzle has, at most: 1 to 1000; 0: 1 */
  /* The side of a split into train and test puzzles: a try whose puzzle is on the other side fails.
   * The command `split` with the same share and seed puts equivalent puzzles on the same side. */
  uint32_t split;       /* DOKUMILL_NO_SPLIT, DOKUMILL_TRAIN or DOKUMILL_TEST */
  uint64_t split_share; /* the share of the classes of test puzzles, in units of 10^-8 */
  uint64_t split_seed;
} dokumill_constraints;
#define DOKUMILL_CONSTRAINTS_INIT                                                                \
  {                                                                                              \
    sizeof(dokumill_constraints), 0, 0, 0, 0, DOKUMILL_ANY_LEVEL, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, \
        0, 0, 0, 0                                                                               \
  }

/* Makes the puzzles start, start + 1, ... of a seed. `solutions` (81 * count bytes) and `ratings`
 * (`count` ratings) may be null. The ratings have obstacles if the constraints do. `made` (may be
 * null) receives the number of puzzles that are filled in, also after DOKUMILL_ERROR_UNMET. After
 * DOKUMILL_ERROR_STOPPED, this number is 0. */
DOKUMILL_API int dokumill_puzzles(const dokumill_constraints* constraints, uint64_t seed,
                                  uint64_t start, size_t count, uint8_t* puzzles,
                                  uint8_t* solutions, dokumill_rating* ratings, size_t* made,
                                  const dokumill_options* options);

/* The same for a mixture of `part_count` parts, 1 to 256. A hash of the seed and i draws the part of
 * puzzle i, which is then puzzle i of this seed and of the constraints of that part. shares[p], 1 to
 * 10^8, is how often part p is drawn, in relation to the sum of all shares; the command
 * `generate puzzles --mix` uses units of 10^-8. `part_numbers` (`count` bytes, may be null) receives
 * the part of each puzzle, from 0. The ratings have obstacles if one part has a range of them. */
DOKUMILL_API int dokumill_mixed_puzzles(const dokumill_constraints* const* parts,
                                        const uint64_t* shares, size_t part_count, uint64_t seed,
                                        uint64_t start, size_t count, uint8_t* puzzles,
                                        uint8_t* solutions, dokumill_rating* ratings,
                                        uint8_t* part_numbers, size_t* made,
                                        const dokumill_options* options);

/* Makes the unbiased minimal puzzles start, start + 1, ... of a seed. Puzzle i stands for
 * weights[i] * 10^9 minimal puzzles of its board. Let f be any number that is computed from a
 * puzzle. Over many puzzles, the sum of weights[i] * f(puzzle i), divided by the sum of the
 * weights, is the mean of f over all minimal puzzles. The sum of the weights, divided by the sum of
 * the tries, is the mean number of minimal puzzles of a board, in units of 10^9. `solutions`
 * (81 * count bytes) and `tries` (`count` numbers) may be null. */
DOKUMILL_API int dokumill_unbiased_puzzles(uint64_t seed, uint64_t start, size_t count,
                                           uint8_t* puzzles, uint8_t* solutions, uint64_t* weights,
                                           uint32_t* tries, const dokumill_options* options);

/* Reads `count` grids from 81 * count characters. The digits 1-9 are givens. Each of the characters
 * 0 . * _ x X - stands for an empty cell. Any other character is DOKUMILL_ERROR_MALFORMED. */
DOKUMILL_API int dokumill_parse(const char* text, size_t count, uint8_t* grids);

/* Writes 81 * count characters, without a terminating zero. `empty`: the character for an empty
 * cell, one of 0 . * _ x X -. */
DOKUMILL_API int dokumill_print(const uint8_t* grids, size_t count, char empty, char* text);

/* Names, for example "unique", "easy", "naked pair" and "avx2". Null if the number is out of
 * range. The numbers of kinds and levels never change. A later minor version may add techniques
 * between the existing ones, which changes their numbers. So store the names of techniques. */
DOKUMILL_API const char* dokumill_kind_name(int kind);
DOKUMILL_API const char* dokumill_level_name(int level);
DOKUMILL_API const char* dokumill_technique_name(int technique);
DOKUMILL_API const char* dokumill_feature_name(int feature);
DOKUMILL_API const char* dokumill_engine_name(size_t engine); /* available engines, best first */

#ifdef __cplusplus
}
#endif

#endif
