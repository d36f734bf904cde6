bool has_one_solution(const char* line);

int main() {
  return has_one_solution(
             "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6")
             ? 0
             : 1;
}
