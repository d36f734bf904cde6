// Tests of the calls of the page. Each call is a function that takes a text and returns a text.
#include "apps/web/calls/calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "apps/web/calls/board_judge.hpp"
#include "apps/web/calls/small_board.hpp"
#include "dokumill/explainer.hpp"
#include "engine/puzzles/hard_puzzles.hpp"
#include "support/test_size.hpp"

namespace dokumill::web {
namespace {

using nlohmann::json;

// Wikipedia's example, by W. Toman (2007).
constexpr const char* kPuzzle =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
constexpr const char* kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

class WebApi : public ::testing::Test {
 protected:
  json check(const std::string& puzzle, const std::string& board, std::string_view error = {}) {
    return read(answer_check(boards(puzzle, board), solver), error);
  }
  json hint(const std::string& puzzle, const std::string& board, std::string_view error = {}) {
    return read(answer_hint(boards(puzzle, board), solver), error);
  }
  json import(const std::string& text, std::string_view error = {}) {
    return read(answer_import(json{{"text", text}}.dump(), solver), error);
  }
  json new_puzzle(const std::string& body, std::string_view error = {}) {
    return read(answer_new(body, solver), error);
  }

  json hint_with_notes(const std::string& puzzle, const std::string& notes,
                       std::string_view error = {}) {
    const json body{{"puzzle", puzzle}, {"board", puzzle}, {"notes", notes}};
    return read(answer_hint(body.dump(), solver), error);
  }

  static std::string boards(const std::string& puzzle, const std::string& board) {
    return json{{"puzzle", puzzle}, {"board", board}}.dump();
  }
  // The answer, after a check of its error: the code `error`, or none.
  static json read(const Answer& answer, std::string_view error) {
    const json body = json::parse(answer);
    EXPECT_EQ(body.contains("error"), !error.empty()) << answer;
    if (!error.empty()) {
      EXPECT_EQ(body["error"]["code"], error) << answer;
      EXPECT_FALSE(body["error"]["message"].get<std::string>().empty());
    }
    return body;
  }

  Solver solver = Solver::create().value();
};

std::string with(std::string board, std::size_t cell, char digit) {
  board[cell] = digit;
  return board;
}

TEST_F(WebApi, APuzzleOfATechniqueHasItAsItsHardestStep) {
  const json made = new_puzzle(R"({"level":"xy-wing","seed":"1"})");
  Rater rater;
  const Rating rating = rater.rate(parse_grid(made["puzzle"].get<std::string>()).value());
  EXPECT_EQ(rating.hardest, Technique::kXyWing);
  EXPECT_EQ(made["score"], rating.score / 10.0);
  EXPECT_EQ(new_puzzle(R"({"level":"xy-wing","seed":"1"})"), made);
  new_puzzle(R"({"level":"xy-wing"})", "bad_request");
  new_puzzle(R"({"level":"full house two","seed":"1"})", "bad_request");
}

TEST_F(WebApi, ABoardIsUnfinishedWrongOrSolved) {
  EXPECT_EQ(check(kPuzzle, kSolution),
            json::parse(R"({"verdict":"solved","empty":0,"conflicts":[],"mistakes":[]})"));
  const json begin = check(kPuzzle, kPuzzle);
  EXPECT_EQ(begin["verdict"], "unfinished");
  EXPECT_EQ(begin["empty"], 51);
  EXPECT_EQ(begin["mistakes"], json::array());
  // A 4 where the solution has another digit, in a row that has a 4 already.
  const json wrong = check(kPuzzle, with(kSolution, 3, '4'));
  EXPECT_EQ(wrong["verdict"], "wrong");
  EXPECT_EQ(wrong["mistakes"], json::array({3}));
  EXPECT_EQ(wrong["conflicts"], json::array({2, 3, 22, 66}));
  // This digit breaks no rule yet, but the solution has another digit in this cell.
  const json early = check(kPuzzle, with(kPuzzle, 2, '1'));
  EXPECT_EQ(early["verdict"], "unfinished");
  EXPECT_EQ(early["conflicts"], json::array());
  EXPECT_EQ(early["mistakes"], json::array({2}));
}

// Case 108: any valid completion counts as solved, but correct rows and boxes alone do not.
TEST_F(WebApi, AnyCompletionOfAPuzzleWithSeveralIsSolved) {
  // If the cells of this rectangle are empty, its two digits can be exchanged. So there are two
  // solutions.
  constexpr std::size_t a = 3, b = 4, c = 30, d = 31;
  std::string puzzle = kSolution;
  ASSERT_TRUE(puzzle[a] == puzzle[d] && puzzle[b] == puzzle[c]);
  std::string second = puzzle;
  std::swap(second[a], second[b]);
  std::swap(second[c], second[d]);
  for (const std::size_t cell : {a, b, c, d}) puzzle[cell] = '0';
  EXPECT_EQ(check(puzzle, kSolution)["verdict"], "solved");
  EXPECT_EQ(check(puzzle, second)["verdict"], "solved");
  EXPECT_EQ(check(puzzle, second)["mistakes"], json::array());
  // Either digit is right in the first cell. The first cell determines the other three.
  EXPECT_EQ(check(puzzle, with(puzzle, a, kSolution[a]))["mistakes"], json::array());
  EXPECT_EQ(check(puzzle, with(puzzle, a, kSolution[b]))["mistakes"], json::array());
  const std::string mixed = with(with(puzzle, a, kSolution[a]), d, kSolution[b]);
  EXPECT_EQ(check(puzzle, mixed)["mistakes"], json::array({d}));
  const json fill = hint(puzzle, with(puzzle, a, kSolution[b]));
  EXPECT_EQ(fill["kind"], "fill");
  EXPECT_EQ(fill["placement"], json({{"cell", b}, {"digit", kSolution[a] - '0'}}));
  // Exchanging the first two rows keeps all rules. Exchanging two cells of one row and box then
  // breaks only columns.
  std::string rows_only = kSolution;
  std::swap_ranges(rows_only.begin(), rows_only.begin() + 9, rows_only.begin() + 9);
  EXPECT_EQ(check(std::string(81, '0'), rows_only)["verdict"], "solved");
  std::swap(rows_only[0], rows_only[1]);
  EXPECT_EQ(check(std::string(81, '0'), rows_only)["verdict"], "wrong");
}

TEST_F(WebApi, BoardsThatCannotBeJudged) {
  check(kPuzzle, with(kPuzzle, 0, '0'), "givens");
  hint(kPuzzle, with(kPuzzle, 0, '6'), "givens");
  const std::string twice = "55" + std::string(79, '0');
  check(twice, twice, "no_solution");
  hint(twice, twice, "no_solution");
}

TEST_F(WebApi, HintsNameTheFirstWrongCellAndTheEnd) {
  EXPECT_EQ(hint(kPuzzle, kSolution), json({{"kind", "complete"}}));
  EXPECT_EQ(hint(kPuzzle, with(with(kPuzzle, 40, '0'), 3, '2')),
            json::parse(R"({"kind":"wrong","cells":[3]})"));
}

// Solves puzzles with hints only.
TEST_F(WebApi, HintsLeadToTheEndAndRemoveNoDigitOfTheSolution) {
  int with_eliminations = 0;
  for (int p = 0; p < 20; ++p) {
    const Grid grid = puzzles::hard_puzzles()[static_cast<std::size_t>(p)];
    const std::string puzzle = to_line(grid);
    const Grid solution = solver.solve(grid).solution;
    std::string board = puzzle;
    for (;;) {
      const json reported = hint(puzzle, board);
      if (reported["kind"] == "complete") break;
      ASSERT_EQ(reported["kind"], "steps") << reported;
      const json& steps = reported["steps"];
      for (const json& step : steps) {
        EXPECT_EQ(step.contains("place"), &step == &steps.back());
        EXPECT_EQ(step["text"]["en"].size(), step["text"]["zh"].size());
        EXPECT_NE(step["text"]["en"], step["text"]["zh"]);
        EXPECT_NE(step["names"]["en"], step["names"]["zh"]);
        for (const json& gone : step.value("remove", json::array()))
          EXPECT_NE(solution.cells[gone[0].get<std::size_t>()], gone[1].get<int>());
      }
      with_eliminations += steps.size() > 1 ? 1 : 0;
      const auto cell = reported["placement"]["cell"].get<std::size_t>();
      const int digit = reported["placement"]["digit"].get<int>();
      EXPECT_EQ(steps.back()["place"], json({cell, digit}));
      ASSERT_EQ(board[cell], '0');
      board[cell] = static_cast<char>('0' + digit);
    }
    EXPECT_EQ(board, to_line(solution));
  }
  EXPECT_GT(with_eliminations, 25);
}

// The candidates of each cell as text, such as "123,,9" and so on.
std::string notes_text(const std::array<std::uint16_t, kCells>& masks) {
  std::string text;
  for (std::size_t cell = 0; cell < masks.size(); ++cell) {
    if (cell != 0) text += ',';
    for (int digit = 1; digit <= 9; ++digit) {
      if ((masks[cell] >> (digit - 1) & 1) != 0) text += static_cast<char>('0' + digit);
    }
  }
  return text;
}

TEST_F(WebApi, HintsSkipTheStepsThatTheNotesAlreadyContain) {
  std::size_t skipped = 0;
  for (std::size_t p = 0; p < 10; ++p) {
    if (!testing::is_tested(p)) continue;
    const std::string puzzle = to_line(puzzles::hard_puzzles()[p]);
    std::string board = puzzle;
    for (json all = hint(puzzle, board); all["kind"] == "steps"; all = hint(puzzle, board)) {
      const auto with_notes = [&](const std::array<std::uint16_t, kCells>& notes) {
        return hint_with_notes(board, notes_text(notes));
      };
      std::array<std::uint16_t, kCells> notes{};
      EXPECT_EQ(with_notes(notes), all) << "without notes";
      for (std::size_t cell = 0; cell < notes.size(); ++cell) {
        if (board[cell] != '0') continue;
        unsigned open = 0x3FE;
        for (const std::uint8_t peer : kPeerCells[cell]) open &= ~(1U << (board[peer] - '0'));
        notes[cell] = static_cast<std::uint16_t>(open >> 1);
      }
      EXPECT_EQ(with_notes(notes), all) << "with all candidates";
      // Makes the eliminations of one step after the other. They may include all eliminations of a
      // later step, so that an answer may skip several steps.
      for (json left = all; left["steps"].size() > 1; ++skipped) {
        for (const json& gone : left["steps"][0]["remove"]) {
          std::uint16_t& mask = notes[gone[0].get<std::size_t>()];
          mask = static_cast<std::uint16_t>(mask & ~(1 << (gone[1].get<int>() - 1)));
        }
        const std::size_t before = left["steps"].size();
        left = with_notes(notes);
        ASSERT_LT(left["steps"].size(), before);
        EXPECT_EQ(left["steps"].back(), all["steps"].back());
        EXPECT_EQ(left["placement"], all["placement"]);
      }
      board[all["placement"]["cell"].get<std::size_t>()] =
          static_cast<char>('0' + all["placement"]["digit"].get<int>());
    }
  }
  EXPECT_GT(skipped, 50U);
}

TEST_F(WebApi, NotesThatAreNotEightyOneGroups) {
  const std::string commas(80, ',');
  EXPECT_EQ(hint_with_notes(kPuzzle, commas)["kind"], "steps");
  EXPECT_EQ(hint_with_notes(kPuzzle, "123456789" + commas + "1")["kind"], "steps");
  for (const std::string& notes :
       {std::string(), commas.substr(1), commas + ",", "0" + commas, "21" + commas, "11" + commas,
        "x" + commas, commas + "1x", commas + " ", std::string(200, '1'),
        commas + std::string(1, '\0')})
    hint_with_notes(kPuzzle, notes, "bad_request");
  const json body{{"puzzle", kPuzzle}, {"board", kPuzzle}, {"notes", commas}};
  read(answer_check(body.dump(), solver), "bad_request");  // check has no notes
  read(answer_hint(json{{"puzzle", kPuzzle}, {"board", kPuzzle}, {"notes", 1}}.dump(), solver),
       "bad_request");
}

TEST_F(WebApi, HintsHaveOnlyTheStepsThatTheDigitNeeds) {
  std::size_t reported = 0;
  std::size_t all = 0;
  for (int p = 0; p < 40; ++p) {
    const std::string puzzle = to_line(puzzles::hard_puzzles()[static_cast<std::size_t>(p)]);
    reported += hint(puzzle, puzzle)["steps"].size();
    Explainer().explain(parse_grid(puzzle).value(), [&](const Step& step) {
      ++all;
      return !step.placement;
    });
  }
  EXPECT_LT(reported, all);
}

TEST_F(WebApi, EveryFormatIsImported) {
  const std::string line = kPuzzle;
  std::string dots = line;
  std::string rows, spaced, framed, drawn;
  for (std::size_t i = 0; i < 81; ++i) {
    if (dots[i] == '0') dots[i] = '.';
    if (i % 27 == 0) framed += "+-------+-------+-------+\n", drawn += "┌───┬───┬───┐\n";
    if (i % 9 == 0) framed += "| ", drawn += "│";
    rows += dots[i], spaced += line[i], spaced += ' ';
    framed += std::string(1, dots[i]) + (i % 3 == 2 ? " | " : " ");
    drawn += std::string(1, dots[i]) + (i % 3 == 2 ? "│" : "");
    if (i % 9 == 8) rows += '\n', spaced += '\n', framed += '\n', drawn += '\n';
  }
  framed += "+-------+-------+-------+\n";
  const std::string plain_frame =
      "53. | .7. | ...\n6.. | 195 | ...\n.98 | ... | .6.\n----+-----+----\n8.. | .6. | ..3\n"
      "4.. | 8.3 | ..1\n7.. | .2. | ..6\n----+-----+----\n.6. | ... | 28.\n... | 419 | ..5\n"
      "... | .8. | .79";
  for (const std::string& text :
       {line, dots, line + "\n" + std::string(81, '0'), rows, spaced, framed, drawn, plain_frame,
        "# a game\n\n" + line + " remark", "id,quiz\n7," + line + "\n", "\xEF\xBB\xBF" + line}) {
    const json reported = import(text);
    EXPECT_EQ(reported["puzzle"], line) << text;
    EXPECT_EQ(reported["verdict"], "unique");
    EXPECT_EQ(reported["clues"], 30);
    EXPECT_EQ(reported["level"], "easy");
    EXPECT_TRUE(reported["score"].is_number());
    EXPECT_EQ(reported["conflicts"], json::array());
  }
}

// The layouts of other programs and of people. tests/unit/formats has all of them.
TEST_F(WebApi, EveryLayoutIsImported) {
  const std::string line = kPuzzle;
  const auto rows = [&line](const std::string& empty, const std::string& between,
                            const std::string& line_end) {
    std::string text;
    for (std::size_t i = 0; i < 81; ++i) {
      text += line[i] == '0' ? empty : std::string(1, line[i]);
      text += i % 9 == 8 ? line_end : between;
    }
    return text;
  };
  std::string wide, list, candidates, asked = line;
  for (std::size_t i = 0; i < 81; ++i) {
    wide += "\xEF\xBC" + std::string(1, static_cast<char>(0x90 + line[i] - '0'));
    list += (i == 0 ? "" : ",") + std::string(1, line[i]);
    candidates += (line[i] == '0' ? "123456789" : std::string(1, line[i])) + " ";
    if (i % 9 == 8) candidates += '\n';
    if (asked[i] == '0') asked[i] = '?';
  }
  std::string bracket_rows = "[";
  for (std::size_t i = 0; i < 81; ++i) {
    bracket_rows += (i % 9 != 0 ? "," : i == 0 ? "[" : "],[") + std::string(1, line[i]);
  }
  bracket_rows += "]]";
  // A cell with one candidate has this digit, in the frame of HoDoKu.
  std::string framed = ".---------------.---------------.---------------.\n";
  for (std::size_t i = 0; i < 81; ++i) {
    if (i % 9 == 0) framed += "| ";
    std::string cell = line[i] == '0' ? "12346" : std::string(1, line[i]);
    cell.resize(6, ' ');
    framed += cell + (i % 9 == 8 ? "|\n" : i % 3 == 2 ? "| " : "");
    if (i == 26 || i == 53) framed += ":---------------+---------------+---------------:\n";
  }
  framed += "'---------------'---------------'---------------'\n";
  const std::string link = "https://sudokupad.app/classic5NlQ19j9mGca3OIN1bWGk2m41TjS79";
  for (const std::string& text :
       {rows("", "\t", "\n"), rows("", ",", "\r\n"), rows("", ";", "\r"), rows(" ", "", "\n"),
        rows(" ", "", "\n\n"), rows("0", "\xC2\xA0", "\n"), wide, list, "[" + list + "]",
        bracket_rows, "\"" + line + "\"", asked, candidates, framed,
        "https://www.sudokuwiki.org/sudoku.htm?bd=" + line, "Try this:\n" + link + "\nIt is easy.",
        "Try " + link + " now."}) {
    const json reported = import(text);
    EXPECT_EQ(reported["puzzle"], line) << text;
    EXPECT_EQ(reported["has_more"], false) << text;
  }
  EXPECT_EQ(import(line + "\n" + std::string(81, '.'))["has_more"], true);
}

TEST_F(WebApi, ImportsClassifyThePuzzle) {
  EXPECT_EQ(import(std::string(81, '.'))["verdict"], "several");
  EXPECT_FALSE(import(std::string(81, '.')).contains("level"));
  const json twice = import("5...5" + std::string(76, '.'));
  EXPECT_EQ(twice["verdict"], "contradiction");
  EXPECT_EQ(twice["conflicts"], json::array({0, 4}));
  EXPECT_EQ(import("12345678." + std::string(8, '.') + "9" + std::string(63, '.'))["verdict"],
            "none");
}

TEST_F(WebApi, TextsWithoutAPuzzle) {
  const json bad = import("# two\n12345678Q" + std::string(72, '.'), "malformed");
  EXPECT_EQ(bad["error"]["code"], "malformed");
  EXPECT_TRUE(bad["error"]["message"].get<std::string>().starts_with("2:9: ")) << bad;
  const std::string cells(81, '.');
  const std::string no_column = import("a,b\n" + cells + ",2\n", "malformed")["error"]["message"];
  EXPECT_TRUE(no_column.starts_with("1: ")) << no_column;
  for (const std::string& text :
       {std::string(), std::string("\n\n"), std::string(82, '1'), std::string(80, '.'),
        std::string("a,b\n1,2\n"), std::string("+---+\n"), std::string(10'000, '|'),
        std::string("5"), std::string(81, 'Q'), std::string(81, ' '), std::string(5000, '1')})
    import(text, "malformed");
}

TEST_F(WebApi, WhatIsWrongWithATextHasACode) {
  const auto reason = [this](const std::string& text) {
    return import(text, "malformed")["error"].value("reason", json());
  };
  const std::string line = kPuzzle;
  EXPECT_EQ(reason(line.substr(1)), (json{{"code", "cell_count"}, {"found", "80"}, {"line", "1"}}));
  EXPECT_EQ(reason("x"), (json{{"code", "cells"}, {"n", "0"}}));
  EXPECT_EQ(reason("https://sudokupad.app/k7qc98e00u"),
            (json{{"code", "link_elsewhere"}, {"line", "1"}}));
  EXPECT_EQ(reason("Try:\nhttps://f-puzzles.com/?id=yhkyz63b\n"),
            (json{{"code", "link_elsewhere"}, {"line", "2"}}));
  EXPECT_EQ(reason("puzzle\n4.30021E+78\n"),
            (json{{"code", "rounded"}, {"number", "4.30021E+78"}}));
  EXPECT_EQ(reason("a,b\n" + line + "," + line + "\n"), (json{{"code", "columns"}}));
  std::string rows;
  for (std::size_t i = 0; i < 72; i += 9) rows += line.substr(i, 9) + "\n";
  EXPECT_EQ(reason(rows), (json{{"code", "rows_left"}, {"found", "8"}, {"line", "1"}}));
  EXPECT_EQ(reason(rows + line.substr(73) + "\n"),
            (json{{"code", "row_cells"}, {"row", "9"}, {"found", "8"}, {"line", "9"}}));
}

TEST_F(WebApi, OnlyWholeFramesAreRead) {
  const std::string row = "|1..|...|...|\n";
  std::string board = "+---+\n";
  for (int i = 0; i < 8; ++i) board += row;
  import(board, "malformed");
  EXPECT_EQ(import(board + row)["clues"], 9);
  EXPECT_EQ(import(board + "|1..|...|...|")["clues"], 9);
  for (const char* last : {"|1..|...|..|\n", "|1..|...|..A|\n", "|1..|...|..+|\n"})
    import(board + last, "malformed");
  import("\xE2\x94\x80", "malformed");
}

TEST_F(WebApi, NewPuzzlesHaveTheirLevelAndTheSeedMakesThemAgain) {
  for (const char* level : {"easy", "medium", "hard", "expert", "extreme"}) {
    const json first = new_puzzle(json{{"level", level}, {"seed", "5"}}.dump());
    EXPECT_EQ(first["level"], level);
    const Grid puzzle = parse_grid(first["puzzle"].get<std::string>()).value();
    EXPECT_EQ(solver.solve(puzzle).solutions, GridKind::kUnique);
    const int score = Rater().rate(puzzle).score;
    EXPECT_EQ(name_of(level_of(score)), level);
    EXPECT_DOUBLE_EQ(first["score"].get<double>(), score / 10.0);
    EXPECT_EQ(first["clues"], count_clues(puzzle));
    EXPECT_EQ(new_puzzle(json{{"level", level}, {"seed", "5"}}.dump()), first);
    const json other = new_puzzle(json{{"level", level}, {"seed", "18446744073709551615"}}.dump());
    EXPECT_NE(other["puzzle"], first["puzzle"]);
  }
}

// Solves small puzzles with hints only. After a wrong one, the next hint would name its cell.
TEST_F(WebApi, SmallBoardsAreMadeJudgedAndSolvedByHints) {
  for (const auto& [level, n] : {std::pair("4x4", 4), std::pair("6x6", 6)}) {
    for (int seed = 0; seed < 40; ++seed) {
      const std::string body = json{{"level", level}, {"seed", std::to_string(seed)}}.dump();
      const json made = new_puzzle(body);
      EXPECT_EQ(new_puzzle(body), made);
      const std::string puzzle = made["puzzle"];
      ASSERT_EQ(puzzle.size(), static_cast<std::size_t>(n * n));
      EXPECT_EQ(import(puzzle)["verdict"], "unique");
      std::string board = puzzle;
      for (auto open = std::count(board.begin(), board.end(), '0'); open > 0; --open) {
        const json reported = hint(puzzle, board);
        ASSERT_EQ(reported["kind"], "steps") << puzzle;
        const int cell = reported["placement"]["cell"];
        const auto index = static_cast<std::size_t>(cell / 9 * n + cell % 9);
        ASSERT_EQ(board[index], '0');
        EXPECT_EQ(puzzle[puzzle.size() - 1 - index], '0') << "symmetry";
        board[index] = static_cast<char>('0' + reported["placement"]["digit"].get<int>());
        const json wrong = check(puzzle, with(board, index, board[index] == '1' ? '2' : '1'));
        EXPECT_EQ(wrong["mistakes"], json::array({cell}));
      }
      EXPECT_EQ(check(puzzle, board)["verdict"], "solved");
      EXPECT_EQ(hint(puzzle, board)["kind"], "complete");
    }
  }
}

TEST(SmallBoards, TheEasiestSingleIsFound) {
  const auto single = [](std::string_view rows) {
    const auto [board, shape] = parse_small_board(rows).value();
    return sentences(find_single(board, shape).value()).front();
  };
  EXPECT_EQ(single("123. ...1 3... 2..."),
            "Full house: r1c4 is the last empty cell of row 1, so r1c4 is 4.");
  EXPECT_EQ(single("1... ..2. .... ...."),
            "Hidden single in a box: in box 1, 2 fits only in r1c2.");
  EXPECT_EQ(single("...234 ...... .1.... ...... ..1... ......"),
            "Hidden single in a line: in row 1, 1 fits only in r1c1.");
  EXPECT_EQ(single("...12. ...... 3..... 4..... 5..... ......"),
            "Naked single: r1c1 can only be 6.");
  EXPECT_FALSE(find_single(Grid{}, Shape{2, 2}));
}

TEST_F(WebApi, SmallTextsAndWhatIsWrongWithThem) {
  EXPECT_EQ(import("12 34\n..2.\n _1__ \n0000")["puzzle"], "1234002001000000");
  EXPECT_EQ(import(std::string(16, '.'))["verdict"], "several");
  EXPECT_EQ(import("11" + std::string(14, '0'))["conflicts"], json::array({0, 1}));
  EXPECT_EQ(import("1230000400000000")["verdict"], "none");
  EXPECT_EQ(hint(std::string(36, '0'), std::string(36, '0'))["kind"], "fill");
  import("5" + std::string(15, '0'), "malformed");
  import(std::string(17, '0'), "malformed");
  const std::string empty(16, '0');
  check(empty, std::string(36, '0'), "bad_request");
  check(empty, with(empty, 0, '5'), "bad_request");
  check(with(empty, 0, '1'), empty, "givens");
  EXPECT_EQ(check(empty, "22" + std::string(14, '0'))["conflicts"], json::array({0, 1}));
}

TEST_F(WebApi, InvalidBodies) {
  const std::string p = kPuzzle;
  const std::string deep(200, '[');
  const auto with_board = [&p](const std::string& board) {
    return R"({"puzzle":")" + p + R"(","board":)" + board + "}";
  };
  const std::string same = "\"" + p + "\"";
  std::vector<std::string> bodies = {deep, std::string(16'000, '{'), with_board(same) + " x",
                                     with_board(same) + '\0'};
  for (const char* body :
       {"", " ", "{", "[]", "null", "1", "\"text\"", "{}", "{'puzzle':1}", "// remark\n{}"})
    bodies.emplace_back(body);
  for (const std::string& puzzle : {same, deep + std::string(200, ']')})
    bodies.push_back(R"({"puzzle":)" + puzzle + "}");
  for (const std::string& board :
       {same + R"(,"more":1)", same + R"(,"board":)" + same, same + ",", "[" + same + "]",
        "\"" + p + "1\"", "\"" + p.substr(1) + "\"", "\"" + with(p, 2, '.') + "\"",
        "\"" + p.substr(1) + R"(\u0000")"})
    bodies.push_back(with_board(board));
  for (const char* board :
       {"1e999", "NaN", "Infinity", "12", "true", "null", "\"\xFF\"", R"("\ud800")"})
    bodies.push_back(with_board(board));
  for (const std::string& body : bodies) {
    std::string output;
    for (const char* call : {"check", "hint", "import"})
      read(answer_call(call, body, {}, solver, output), "bad_request");
  }
  for (const char* body :
       {R"({"level":"Easy"})", R"({"level":""})", R"({"level":1})", R"({"level":"easy","seed":5})",
        R"({"level":"easy","seed":"-1"})", R"({"level":"easy","seed":""})",
        R"({"level":"easy","seed":"5x"})", R"({"level":"easy","seed":"18446744073709551616"})",
        R"({"level":"easy"})", R"({"seed":"5"})"}) {
    new_puzzle(body, "bad_request");
  }
}

TEST_F(WebApi, AnUnknownCallIsAnError) {
  std::string output = "old";
  read(answer_call("newer", "{}", {}, solver, output), "bad_request");
  EXPECT_EQ(output, "");
}

TEST(WebJson, AnswersAreUtf8WhateverAFileIsCalled) {
  const Answer answer = error_answer("x", "\xFF");
  EXPECT_TRUE(json::accept(answer)) << answer;
}

}  // namespace
}  // namespace dokumill::web
