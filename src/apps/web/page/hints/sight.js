// @ts-check
// Scrolls the page so that the marked cells of the board are in sight. A sheet at the bottom of the
// window may hide a part of it.
const kMargin = 12;  // px

const kMarked = '.pattern, .removed, .lit, .marked';

// `sheet`: an element that covers the bottom of the window, or that stands beside the board.
export function bringIntoSight(board, sheet) {
  const marked = [...board.querySelectorAll(kMarked)].map((cell) => cell.getBoundingClientRect());
  if (marked.length === 0) return;
  const frame = board.getBoundingClientRect();
  const over = sheet.getBoundingClientRect();
  const isBeside = over.left >= frame.right || over.right <= frame.left;
  const bottom = (isBeside ? window.innerHeight : Math.min(window.innerHeight, over.top)) - kMargin;
  // The whole board if there is room for it, otherwise the marked cells, from the first one on.
  const isRoom = frame.height + kMargin <= bottom;
  const from = isRoom ? frame.top : Math.min(...marked.map(({ top }) => top));
  const to = isRoom ? frame.bottom : Math.max(...marked.map((rect) => rect.bottom));
  const by = from < kMargin || to - from > bottom - kMargin ? from - kMargin : Math.max(0, to - bottom);
  const isSeen = Math.min(...marked.map(({ top }) => top)) >= 0 && Math.max(...marked.map((rect) => rect.bottom)) <= bottom + kMargin;
  if (!isSeen && by) window.scrollBy({ top: by, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
}
