// The functions of many.hpp and score.hpp for grids of another size than 9x9 (sizes.hpp).
//
// A grid is shape.cells() bytes, row by row: 0 for an empty cell, otherwise 1 to n. An array of
// grids has one after the other, and `places for grids` means as many bytes. Results, errors,
// memory and threads are as in many.hpp. kUsage also for a shape that is not one of kShapes.
// ManyOptions::engine has no effect: the processor decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dokumill/boards.hpp"
#include "dokumill/many.hpp"
#include "dokumill/puzzles.hpp"
#include "dokumill/score.hpp"
#include "dokumill/sizes.hpp"
#include "dokumill/status.hpp"

namespace dokumill {

// Solves every puzzle. Of several solutions, this is the smallest one; without a solution, it is
// the puzzle itself. `solutions` may be the array `puzzles` itself. `solutions` and `kinds` may be
// empty.
Status solve_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<std::uint8_t> solutions, std::span<GridKind> kinds,
                  const ManyOptions& options = {});

// Counts the solutions of every puzzle, up to `limit`.
Status count_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<std::uint64_t> counts, std::uint64_t limit,
                  const ManyOptions& options = {});

// Classifies every grid. `kinds` and `minimal` may be empty.
Status check_many(Shape shape, std::span<const std::uint8_t> grids, std::span<GridKind> kinds,
                  std::span<std::uint8_t> minimal = {}, const ManyOptions& options = {});

// Finds the canonical form of every grid of 4, 6 or 8 symbols: its smallest image under the
// symmetries of the shape and renaming of the symbols. `forms` may be the array `grids` itself.
// `automorphisms` may be empty.
Status canonize_many(Shape shape, std::span<const std::uint8_t> grids,
                     std::span<std::uint8_t> forms, std::span<std::uint32_t> automorphisms = {},
                     const ManyOptions& options = {});

// Finds for every grid the number, from 0, of the first grid with the same cells. Works on the
// calling thread. Memory: about 60 bytes for each distinct grid.
Status first_of_equal(Shape shape, std::span<const std::uint8_t> grids,
                      std::span<std::uint64_t> first, const ManyOptions& options = {});

// Scores answers to puzzles as score_many() of score.hpp, without orders.
Status score_many(Shape shape, std::span<const std::uint8_t> puzzles,
                  std::span<const std::uint8_t> answers, std::span<AnswerScore> scores,
                  std::span<const std::uint8_t> solutions = {}, const ManyOptions& options = {});

// Makes the boards `start`, `start + 1`, ... of kRandom, or, for 4x4 and 6x6, of kSequence: all
// boards in increasing order of their first rows. These are the boards of generate_boards().
Status boards_many(Shape shape, const BoardSource& source, std::uint64_t start,
                   std::span<std::uint8_t> boards, const ManyOptions& options = {});

// Makes the puzzles `start`, `start + 1`, ... of a seed, those of generate_puzzles(). kUsage for
// constraints that only puzzles of 9x9 can have: all but clues, minimal, symmetry, max_tries, and
// for 4, 6 and 8 symbols split. `solutions` may be empty. `made`: as for puzzles_many().
Status puzzles_many(Shape shape, const PuzzleConstraints& constraints, std::uint64_t seed,
                    std::uint64_t start, std::span<std::uint8_t> puzzles,
                    std::span<std::uint8_t> solutions, std::size_t& made,
                    const ManyOptions& options = {});

}  // namespace dokumill
