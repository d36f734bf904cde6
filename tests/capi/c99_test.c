/* Uses the C interface from C99, as a program outside of the project does. Prints each check that
 * fails, and then ends with status 1. */
#include <dokumill/dokumill.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define EXPECT(claim)                                                          \
  do {                                                                         \
    if (!(claim)) {                                                            \
      ++failures;                                                              \
      printf("line %d: %s (%s)\n", __LINE__, #claim, dokumill_last_message()); \
    }                                                                          \
  } while (0)

static const char puzzle_text[] =
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6";
static const char board_text[] =
    "981752643752643819463198275514867932629431758837529164348976521296315487175284396";

/* Existing programs were compiled with this layout of the structures and with these numbers, so
 * neither may change. A structure that begins with its size may get more members at its end. If a
 * claim is false, FIXED declares an array of a negative size, which does not compile. */
#define FIXED(name, claim) typedef char fixed_##name[(claim) ? 1 : -1]
#define AT(structure, member, offset) \
  FIXED(structure##_##member, offsetof(structure, member) == (offset))
#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFF /* 64-bit processors */
AT(dokumill_options, size, 0);
AT(dokumill_options, threads, 8);
AT(dokumill_options, reserved, 12);
AT(dokumill_options, engine, 16);
AT(dokumill_options, should_stop, 24);
AT(dokumill_options, context, 32);
AT(dokumill_options, box_rows, 40);
AT(dokumill_options, box_columns, 44);
FIXED(options, sizeof(dokumill_options) >= 40);
AT(dokumill_board_source, family, 8);
AT(dokumill_board_source, first_digit, 12);
AT(dokumill_board_source, seed, 16);
FIXED(board_source, sizeof(dokumill_board_source) >= 24);
AT(dokumill_constraints, fewest_clues, 8);
AT(dokumill_constraints, most_clues, 12);
AT(dokumill_constraints, minimal, 16);
AT(dokumill_constraints, symmetry, 20);
AT(dokumill_constraints, level, 24);
AT(dokumill_constraints, empty_in_each_box, 28);
AT(dokumill_constraints, any_solutions, 32);
AT(dokumill_constraints, max_tries, 36);
AT(dokumill_constraints, lowest_score, 40);
AT(dokumill_constraints, highest_score, 44);
AT(dokumill_constraints, hardest_technique, 48);
AT(dokumill_constraints, fewest_obstacles, 52);
AT(dokumill_constraints, most_obstacles, 56);
AT(dokumill_constraints, fewest_solutions, 60);
AT(dokumill_constraints, pattern, 64);
AT(dokumill_constraints, solutions, 72);
AT(dokumill_constraints, split, 76);
AT(dokumill_constraints, split_share, 80);
AT(dokumill_constraints, split_seed, 88);
FIXED(constraints, sizeof(dokumill_constraints) >= 96);
#endif
AT(dokumill_rating, er, 0);
AT(dokumill_rating, ep, 2);
AT(dokumill_rating, ed, 4);
AT(dokumill_rating, kind, 6);
AT(dokumill_rating, level, 7);
AT(dokumill_rating, hardest, 8);
AT(dokumill_rating, clues, 9);
AT(dokumill_rating, obstacles, 10);
AT(dokumill_rating, is_exact, 11);
FIXED(rating, sizeof(dokumill_rating) == 12);
AT(dokumill_rate_options, obstacles, 8);
AT(dokumill_rate_options, at_most, 12);
FIXED(rate_options, sizeof(dokumill_rate_options) >= 16);
AT(dokumill_map, is_transposed, 0);
AT(dokumill_map, rows, 1);
AT(dokumill_map, columns, 10);
AT(dokumill_map, digits, 19);
FIXED(map, sizeof(dokumill_map) == 29);
FIXED(errors, DOKUMILL_ERROR_ARGUMENT == 1 && DOKUMILL_ERROR_MALFORMED == 2 &&
                  DOKUMILL_ERROR_MEMORY == 3 && DOKUMILL_ERROR_STOPPED == 4 &&
                  DOKUMILL_ERROR_UNMET == 5 && DOKUMILL_ERROR_CALLBACK == 6 &&
                  DOKUMILL_ERROR_INTERNAL == 7);
FIXED(kinds, DOKUMILL_NONE == 0 && DOKUMILL_UNIQUE == 1 && DOKUMILL_MULTIPLE == 2 &&
                 DOKUMILL_COMPLETE == 3 && DOKUMILL_NO_ORDER == 255);
FIXED(levels, DOKUMILL_ANY_LEVEL == -1 && DOKUMILL_EASY == 0 && DOKUMILL_MEDIUM == 1 &&
                  DOKUMILL_HARD == 2 && DOKUMILL_EXPERT == 3 && DOKUMILL_EXTREME == 4);
AT(dokumill_score_result, share, 0);
AT(dokumill_score_result, order, 8);
AT(dokumill_score_result, kind, 16);
AT(dokumill_score_result, exact, 17);
AT(dokumill_score_result, cells, 18);
AT(dokumill_score_result, empty, 20);
AT(dokumill_score_result, givens, 22);
AT(dokumill_score_result, blank, 24);
AT(dokumill_score_result, rows, 26);
AT(dokumill_score_result, columns, 27);
AT(dokumill_score_result, boxes, 28);
FIXED(score_result, sizeof(dokumill_score_result) == 32);
FIXED(forms,
      DOKUMILL_NO_BOARD == 0 && DOKUMILL_PARTIAL == 1 && DOKUMILL_ROWS == 2 && DOKUMILL_LINE == 3);
FIXED(languages, DOKUMILL_NO_SENTENCES == 0 && DOKUMILL_ENGLISH == 1 && DOKUMILL_CHINESE == 2);
FIXED(families, DOKUMILL_SEQUENCE == 0 && DOKUMILL_CLASSIC == 1 && DOKUMILL_WIDE == 2 &&
                    DOKUMILL_RANDOM == 3);
FIXED(symmetries, DOKUMILL_NO_SYMMETRY == 0 && DOKUMILL_ROTATIONAL == 1 &&
                      DOKUMILL_HORIZONTAL == 2 && DOKUMILL_VERTICAL == 3 &&
                      DOKUMILL_DIAGONAL == 4 && DOKUMILL_FULL == 5);

static int stop_at_once(void* context) {
  ++*(int*)context;
  return 1;
}

static void test_answers(void) {
  uint8_t grids[2][81], solutions[2][81], kinds[2], minimal[2];
  uint64_t counts[2], first[2];
  dokumill_rating ratings[2];
  dokumill_rate_options rate_options = DOKUMILL_RATE_OPTIONS_INIT;
  dokumill_map maps[2];
  dokumill_class classes[2];
  uint32_t automorphisms[2];
  uint16_t digits[2][81];
  int64_t values[6];
  char text[81];
  EXPECT(dokumill_parse(puzzle_text, 1, grids[0]) == DOKUMILL_OK);
  memset(grids[1], 0, 81);
  EXPECT(dokumill_solve(grids[0], 2, solutions[0], kinds, NULL) == DOKUMILL_OK);
  EXPECT(dokumill_print(solutions[0], 1, '.', text) == DOKUMILL_OK);
  EXPECT(memcmp(text, board_text, 81) == 0);
  EXPECT(kinds[0] == DOKUMILL_UNIQUE && kinds[1] == DOKUMILL_MULTIPLE);
  EXPECT(dokumill_count(grids[0], 2, counts, 7, NULL) == DOKUMILL_OK);
  EXPECT(counts[0] == 1 && counts[1] == 7);
  EXPECT(dokumill_solutions(grids[0], 2, 1, solutions[0], counts, NULL) == DOKUMILL_OK);
  EXPECT(counts[0] == 1 && counts[1] == 1 && solutions[1][0] == 1 && solutions[1][80] != 0);
  EXPECT(dokumill_solutions(grids[0], 2, SIZE_MAX, solutions[0], counts, NULL) ==
         DOKUMILL_ERROR_ARGUMENT);
  EXPECT(dokumill_possible(grids[0], 2, digits[0], NULL) == DOKUMILL_OK);
  EXPECT(digits[0][0] == 1U << (solutions[0][0] - 1) && digits[1][80] == 511);
  EXPECT(dokumill_check(grids[0], 2, kinds, minimal, NULL) == DOKUMILL_OK);
  EXPECT(kinds[0] == DOKUMILL_UNIQUE && minimal[1] == 0);
  EXPECT(dokumill_check(solutions[0], 1, kinds, NULL, NULL) == DOKUMILL_OK);
  EXPECT(kinds[0] == DOKUMILL_COMPLETE);
  EXPECT(dokumill_rate(grids[0], 2, ratings, NULL, NULL) == DOKUMILL_OK);
  EXPECT(ratings[0].kind == DOKUMILL_UNIQUE && ratings[0].is_exact == 1);
  EXPECT(ratings[0].er >= ratings[0].ep && ratings[0].ep >= ratings[0].ed);
  EXPECT(ratings[0].ed >= 10 && ratings[0].clues == 25 && ratings[0].obstacles == 0);
  EXPECT(dokumill_technique_name(ratings[0].hardest) != NULL);
  EXPECT(ratings[1].kind == DOKUMILL_MULTIPLE && ratings[1].er == 0);
  EXPECT(ratings[1].hardest == 0 && ratings[1].is_exact == 0);
  rate_options.obstacles = 1;
  rate_options.at_most = 15;
  EXPECT(dokumill_rate(grids[0], 1, ratings, &rate_options, NULL) == DOKUMILL_OK);
  EXPECT(ratings[0].is_exact == 0 && ratings[0].er > 15);
  EXPECT(dokumill_features(grids[0], 2, "clues,depth,level", 3, values, NULL) == DOKUMILL_OK);
  EXPECT(values[0] == 25 && values[1] == 0 && values[2] >= 1 && values[3] == DOKUMILL_MISSING);
  EXPECT(values[4] == DOKUMILL_EXTREME && strcmp(dokumill_feature_name(1), "clues") == 0);
  EXPECT(dokumill_feature_name(-1) == NULL && dokumill_feature_name(1000) == NULL);
  EXPECT(dokumill_steps(grids[0], 2, solutions[0], kinds, NULL) == DOKUMILL_OK);
  EXPECT(kinds[0] == DOKUMILL_UNIQUE && solutions[0][0] == 0); /* a given cell */
  EXPECT(solutions[0][2] >= 1 && solutions[0][2] <= 56);       /* 56 cells are empty */
  EXPECT(kinds[1] == DOKUMILL_MULTIPLE && solutions[1][80] == DOKUMILL_NO_ORDER);
  EXPECT(dokumill_canonize(grids[0], 2, solutions[0], maps, automorphisms, NULL) == DOKUMILL_OK);
  EXPECT(automorphisms[1] == 3359232 && maps[0].digits[0] == 0);
  EXPECT(dokumill_solve(grids[0], 2, grids[0], NULL, NULL) == DOKUMILL_OK); /* in place */
  EXPECT(dokumill_print(grids[0], 1, '0', text) == DOKUMILL_OK);
  EXPECT(memcmp(text, board_text, 81) == 0);
  memcpy(grids[1], grids[0], 81);
  EXPECT(dokumill_first_of_equal(grids[0], 2, first, NULL) == DOKUMILL_OK);
  EXPECT(first[0] == 0 && first[1] == 0);
  EXPECT(dokumill_classes(grids[0], 2, classes, NULL) == DOKUMILL_OK);
  EXPECT(classes[0].number >= 1 && classes[0].bands[0] <= classes[0].bands[5]);
  EXPECT(classes[1].number == classes[0].number && classes[1].automorphisms == 1);
  EXPECT(dokumill_class_boards(&classes[0].number, 1, grids[1], NULL) == DOKUMILL_OK);
  EXPECT(dokumill_canonize(grids[0], 1, grids[0], NULL, NULL, NULL) == DOKUMILL_OK);
  EXPECT(memcmp(grids[0], grids[1], 81) == 0);
}

static void test_scores(void) {
  const char* const text =
      "53 Done: 98175264375264381946319827551486793262943175883752916434897652";
  const uint64_t ends[2] = {2, 2 + 68};
  uint8_t puzzle[81], grids[2][81], order[81], forms[2];
  int64_t offsets[2];
  dokumill_score_result scores[2];
  EXPECT(dokumill_parse(puzzle_text, 1, puzzle) == DOKUMILL_OK);
  EXPECT(dokumill_parse(board_text, 1, grids[0]) == DOKUMILL_OK);
  EXPECT(dokumill_steps(puzzle, 1, order, NULL, NULL) == DOKUMILL_OK);
  memset(grids[1], 99, 81);
  EXPECT(dokumill_score(puzzle, 1, grids[0], 2, NULL, order, scores, NULL) == DOKUMILL_OK);
  EXPECT(scores[0].exact == 1 && scores[0].share == 1 && scores[0].order == 1);
  EXPECT(scores[1].exact == 0 && scores[1].share == 0 && scores[1].order == 0);
  EXPECT(scores[0].kind == DOKUMILL_UNIQUE && scores[0].cells == 56 && scores[0].empty == 56);
  EXPECT(scores[1].blank == 81 && scores[1].givens == 25 && scores[1].rows == 0);
  EXPECT(dokumill_read_answers(text, ends, 2, grids[0], forms, offsets, NULL) == DOKUMILL_OK);
  EXPECT(forms[0] == DOKUMILL_NO_BOARD && offsets[0] == -1 && grids[0][0] == 0);
  EXPECT(forms[1] == DOKUMILL_PARTIAL && offsets[1] == 7 && grids[1][1] == 8);
}

static void test_mixtures(void) {
  uint8_t puzzles[20][81], mixed[20][81], numbers[20];
  const dokumill_constraints* parts[2] = {NULL, NULL};
  uint64_t shares[2] = {30000000, 70000000};
  size_t made = 0, i, second = 0;
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  constraints.fewest_clues = constraints.most_clues = 30;
  constraints.split = DOKUMILL_TRAIN;
  constraints.split_share = 50000000;
  constraints.split_seed = 4;
  parts[1] = &constraints;
  EXPECT(dokumill_puzzles(&constraints, 1, 0, 20, puzzles[0], NULL, NULL, NULL, NULL) ==
         DOKUMILL_OK);
  EXPECT(dokumill_mixed_puzzles(parts, shares, 2, 1, 0, 20, mixed[0], NULL, NULL, numbers, &made,
                                NULL) == DOKUMILL_OK);
  EXPECT(made == 20);
  for (i = 0; i < 20; ++i) {
    if (numbers[i] != 1) continue;
    ++second;
    EXPECT(memcmp(mixed[i], puzzles[i], 81) == 0);
  }
  EXPECT(second > 5 && second < 20);
  constraints.split = 3;
  EXPECT(dokumill_mixed_puzzles(parts, shares, 2, 1, 0, 20, mixed[0], NULL, NULL, NULL, NULL,
                                NULL) == DOKUMILL_ERROR_ARGUMENT);
  EXPECT(strcmp(dokumill_last_message(), "parts[1]: split: expected 0 to 2, got 3") == 0);
  shares[0] = 0;
  EXPECT(dokumill_mixed_puzzles(parts, shares, 1, 1, 0, 20, mixed[0], NULL, NULL, NULL, NULL,
                                NULL) == DOKUMILL_ERROR_ARGUMENT);
}

static void test_makers(void) {
  uint8_t grids[3][81], solutions[3][81], images[6][81];
  dokumill_rating ratings[3];
  size_t made = 99;
  dokumill_board_source source = DOKUMILL_BOARD_SOURCE_INIT;
  dokumill_constraints constraints = DOKUMILL_CONSTRAINTS_INIT;
  source.first_digit = 4;
  EXPECT(dokumill_boards(&source, 5, 3, grids[0], NULL) == DOKUMILL_OK);
  EXPECT(grids[0][0] == 4 && memcmp(grids[0], grids[1], 81) != 0);
  EXPECT(dokumill_augment(grids[0], NULL, 3, 2, 1, 1, images[0], NULL, NULL) == DOKUMILL_OK);
  constraints.fewest_clues = 30;
  constraints.most_clues = 32;
  EXPECT(dokumill_puzzles(&constraints, 1, 0, 3, grids[0], solutions[0], ratings, &made, NULL) ==
         DOKUMILL_OK);
  EXPECT(made == 3 && ratings[2].clues >= 30 && ratings[2].clues <= 32);
  constraints.most_clues = 31;
  constraints.fewest_clues = 30;
  constraints.symmetry = DOKUMILL_FULL; /* no puzzle has 30 or 31 clues and this symmetry */
  EXPECT(dokumill_puzzles(&constraints, 1, 0, 3, grids[0], NULL, NULL, &made, NULL) ==
         DOKUMILL_ERROR_ARGUMENT);
  EXPECT(made == 0);
  test_mixtures();
  EXPECT(dokumill_family_size(DOKUMILL_CLASSIC) == 2903040 && dokumill_family_size(5) == 0);
}

static void test_errors(void) {
  uint8_t grid[81], other[81];
  uint64_t count;
  int calls = 0;
  dokumill_options options = DOKUMILL_OPTIONS_INIT;
  EXPECT(dokumill_parse("?", 1, NULL) == DOKUMILL_ERROR_ARGUMENT);
  EXPECT(strcmp(dokumill_last_message(), "grids: a null pointer") == 0);
  memset(grid, 0, sizeof grid);
  options.threads = -1;
  EXPECT(dokumill_solve(grid, 1, other, NULL, &options) == DOKUMILL_ERROR_ARGUMENT);
  options.threads = 2;
  options.engine = "no such engine";
  EXPECT(dokumill_solve(grid, 1, other, NULL, &options) == DOKUMILL_ERROR_ARGUMENT);
  options.engine = NULL;
  options.should_stop = stop_at_once;
  options.context = &calls;
  /* The empty grid has 6.7e21 solutions. */
  EXPECT(dokumill_count(grid, 1, &count, UINT64_MAX, &options) == DOKUMILL_ERROR_STOPPED);
  EXPECT(calls == 1);
  grid[80] = 10;
  EXPECT(dokumill_solve(grid, 1, other, NULL, NULL) == DOKUMILL_ERROR_ARGUMENT);
  EXPECT(strcmp(dokumill_last_message(), "puzzles[0]: cell 80 has the value 10, expected 0 to 9") ==
         0);
  options.size = 8;
  EXPECT(dokumill_solve(grid, 1, other, NULL, &options) == DOKUMILL_ERROR_ARGUMENT);
  EXPECT(strcmp(dokumill_status_text(DOKUMILL_ERROR_STOPPED), "stopped") == 0);
}

static void test_versions(void) {
  EXPECT(dokumill_version_number() == DOKUMILL_VERSION_NUMBER);
  EXPECT(strcmp(dokumill_version_text(), DOKUMILL_VERSION_TEXT) == 0);
  EXPECT(strcmp(dokumill_kind_name(DOKUMILL_MULTIPLE), "multiple") == 0);
  EXPECT(dokumill_kind_name(4) == NULL && dokumill_level_name(-1) == NULL);
  EXPECT(dokumill_engine_name(0) != NULL && dokumill_engine_name(1000) == NULL);
}

int main(void) {
  test_answers();
  test_scores();
  test_makers();
  test_errors();
  test_versions();
  return failures == 0 ? 0 : 1;
}
