// Hands puzzles that are searched in cell order to the CellOrderPool, and records their solutions.
//
// Cell order finds the smallest solution of a puzzle first. If a puzzle only seems to have several
// solutions (order_choice-inl.hpp), a second solution ends its search. If the puzzle is known to
// have several solutions, the first solution ends its search.

namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE {

// Queues the nodes of the lanes in the CellOrderPool. Whenever the queue is full, runs the pool
// until it has taken all nodes of the queue.
inline void LaneSearch::start_cell_order(const Block& source, const LaneVector& puzzle,
                                         const LaneVector& budget, LaneMask lanes) {
  while (lanes != 0 && !is_stopped_) {
    lanes = cell_order_.enqueue(source, puzzle, budget, lanes);
    if (cell_order_.is_full()) search_cell_order(false);
  }
}

// Runs the CellOrderPool until no node is waiting. If `to_end` is set, runs it until it is empty.
inline void LaneSearch::search_cell_order(bool to_end) {
  while (cell_order_.count_waiting() != 0 || (to_end && !cell_order_.is_empty())) {
    const CellOrderPool::Ended ended = cell_order_.round(work_);
    LaneMask over = note_cell_order(ended.solved);
    const LaneMask next = (ended.solved | ended.dead) & ~over;
    if (next != 0) over |= cell_order_.resume(next);
    if (const LaneMask spent = ended.spent & ~over; spent != 0) leave_cell_order(spent);
    over |= ended.spent;
    if (over != 0) cell_order_.leave(over);
    if (work_.sweeps >= look_at_) {
      work_.guesses += cell_order_.take_guesses();
      look_for_stop();
    }
    if (is_stopped_) break;
  }
  work_.guesses += cell_order_.take_guesses();
}

// Records the solutions of the lanes. Returns the lanes whose puzzles are done.
inline LaneMask LaneSearch::note_cell_order(LaneMask solved) {
  LaneMask boards = 0, over = 0;
  for (LaneMask rest = solved; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint32_t puzzle = get(cell_order_.puzzle(), lane);
    GridKind& solutions = results_[puzzle].solutions;
    if (solutions == GridKind::kUnsolvable) {
      solutions = GridKind::kUnique;
      boards |= one_lane(lane);
      continue;
    }
    over |= one_lane(lane);
    if (solutions == GridKind::kUnique) {
      solutions = GridKind::kMultiple;
      continue;
    }
    boards |= one_lane(lane);
    // If an earlier board of this puzzle waits in boards_, write it now. The new board is written
    // later and overwrites the earlier one.
    if (boards_.has(puzzle)) write_boards();
  }
  if (boards != 0) note_boards(cell_order_.node(), cell_order_.puzzle(), boards);
  return over;
}

// For lanes whose budgets are spent, decides how their puzzles continue. If it is certain that the
// puzzle of a lane has several solutions, the host finds its smallest solution. Otherwise the
// puzzle is searched again, on trios.
inline void LaneSearch::leave_cell_order(LaneMask lanes) {
  write_boards();
  for (; lanes != 0 && !is_stopped_; lanes &= lanes - 1) {
    const std::uint32_t puzzle = get(cell_order_.puzzle(), first_lane(lanes));
    SolveResult& result = results_[puzzle];
    if (result.solutions == GridKind::kMultiple) {
      is_stopped_ = !host_->solve(host_->context, puzzles_[puzzle], result);
    } else {
      result.solutions = GridKind::kUnsolvable;
      again_[again_count_++] = static_cast<std::uint16_t>(puzzle);
    }
  }
}

}  // namespace dokumill::solver::lanes::DOKUMILL_LANES_NAMESPACE
