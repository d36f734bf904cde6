import user.sudoku;

int main(int argc, char** argv) {
  if (argc != 3 || user::header_version() == 0) return 2;
  return user::solve_file(argv[1], argv[2]) && user::count_clues(argv[1]) != 0 ? 0 : 1;
}
