/* Makes a thousand puzzles, and solves them in one call, in place and on as many threads as help.
 *
 *   cc solve_many.c -o solve_many $(pkg-config --cflags --libs dokumill) && ./solve_many
 */
#include <dokumill/dokumill.h>
#include <stdio.h>

enum { COUNT = 1000 };

static uint8_t grids[81 * COUNT]; /* 0 is an empty cell */
static uint8_t kinds[COUNT];

static int failed(const char* what) {
  fprintf(stderr, "%s: %s\n", what, dokumill_last_message());
  return 1;
}

int main(void) {
  dokumill_options options = DOKUMILL_OPTIONS_INIT; /* its size, and the defaults */
  char text[82] = {0};
  int unique = 0;
  options.threads = 2;
  if (dokumill_puzzles(NULL, 7, 0, COUNT, grids, NULL, NULL, NULL, &options) != DOKUMILL_OK) {
    return failed("making puzzles");
  }
  if (dokumill_print(grids, 1, '.', text) != DOKUMILL_OK) return failed("printing");
  printf("%.81s\n", text);
  if (dokumill_solve(grids, COUNT, grids, kinds, &options) != DOKUMILL_OK) return failed("solving");
  for (int i = 0; i < COUNT; ++i) unique += kinds[i] == DOKUMILL_UNIQUE;
  if (dokumill_print(grids, 1, '.', text) != DOKUMILL_OK) return failed("printing");
  printf("%.81s\n%d of %d have one solution\n", text, unique, COUNT);
  return 0;
}
