// @ts-check
// Prints puzzles in black on white: the current puzzle and new puzzles of its level, 1 to 9 per
// page, numbered, and with the answers on the last pages. `dokumill book` prints whole books.
import * as api from '../engine/api.js';
import { columnOf, geometryOf, kNine, rowOf } from '../game/geometry.js';
import { byId, element, openDialog, shape } from '../shared/elements.js';
import { t } from '../shared/strings.js';
import { titleOf } from '../shared/summary.js';
import { Walk } from '../hints/walk.js';

const kAnswersPerPage = 16;

// A sheet is { puzzle, digits, level, score }, and has `answer` if the answers are printed.

// The lines of a board after each `rows` rows and `columns` columns.
function linesOf(size, rows, columns) {
  const places = [...Array(size + 1).keys()];
  const down = places.filter((at) => at % columns === 0).map((at) => `M${at * 20} 0v${size * 20}`);
  return [...down, ...places.filter((at) => at % rows === 0).map((at) => `M0 ${at * 20}h${size * 20}`)].join('');
}

// A board under its caption, each cell 20 wide. A drawing fits its place on every paper; lengths in
// container units do not, because Firefox takes them from the page when it prints.
function paperBoard(caption, givens, digits) {
  const { cells, size, boxRows, boxColumns } = geometryOf(givens);
  const digitAt = (cell, at) => shape('text', { class: `digit ${givens[at] !== '0' ? 'given' : ''}`, x: columnOf(cell) * 20 + 10, y: rowOf(cell) * 20 + 15, 'data-cell': cell }, digits[at]);
  return shape('svg', { viewBox: `-2 -16 ${size * 20 + 4} ${size * 20 + 18}` }, shape('text', { class: 'caption', x: 0, y: -5 }, caption),
    shape('path', { class: 'thin', d: linesOf(size, 1, 1) }), shape('path', { class: 'thick', d: linesOf(size, boxRows, boxColumns) }),
    ...cells.map((cell, at) => (digits[at] === '0' ? '' : digitAt(cell, at))));
}

// Makes pages of boards. `boards`: a list of [caption, givens, digits]. `title`: the heading of the
// first page.
function pagesOf(boards, perPage, title = '') {
  const pages = [];
  for (let i = 0; i < boards.length; i += perPage) {
    const figures = boards.slice(i, i + perPage).map((board) => element('figure', '', paperBoard(...board)));
    pages.push(element('section', 'page', title !== '' && i === 0 && element('h2', '', title), element('div', `boards per-${perPage}`, ...figures)));
  }
  return pages;
}

function lay(sheets, perPage) {
  const isList = sheets.length > 1;
  const pages = pagesOf(sheets.map((sheet, i) => [isList ? `${i + 1}. ${titleOf(sheet)}` : titleOf(sheet), sheet.puzzle, sheet.digits]), perPage);
  if (sheets.some(({ answer }) => answer)) {
    pages.push(...pagesOf(sheets.map(({ puzzle, answer }, i) => [isList ? `${i + 1}` : '', puzzle, answer]), kAnswersPerPage, t('print.solutions')));
  }
  if (pages.length > 1) pages.forEach((page, i) => page.append(element('p', 'folio', `${i + 1} / ${pages.length}`)));
  byId('sheets').replaceChildren(...pages);
}

// The solver is for 9x9.
const hasAnswers = ({ geometry }) => geometry === kNine;
const sheetOf = (game, hasDigits) => ({ level: game.level, score: game.score, puzzle: game.puzzle, digits: hasDigits ? game.board : game.puzzle });

// Returns the solved board. If the puzzle has several solutions, the board has only the digits that
// all solutions have in common.
async function answerOf(puzzle) {
  const walk = new Walk(puzzle, await api.solution(puzzle));
  walk.go(walk.steps.length);
  return walk.position.digits.join('');
}

async function print(play) {
  const { game } = play;
  const count = byId('print-count').valueAsNumber;
  const sheets = [sheetOf(game, byId('print-digits').checked)];
  byId('print-message').textContent = '';
  try {
    while (sheets.length < count) {
      const { puzzle, level, score = null } = await api.newPuzzle(game.level ?? 'medium');
      sheets.push({ puzzle, level, score, digits: puzzle });
    }
    if (byId('print-answers').checked && hasAnswers(game)) for (const sheet of sheets) sheet.answer = await answerOf(sheet.puzzle);
  } catch (error) {
    byId('print-message').textContent = t(api.failureKey(error), error);
    return;
  }
  // The player may have closed the dialog meanwhile.
  if (!byId('print-dialog').open) return;
  lay(sheets, Number(byId('print-per-page').value));
  byId('print-dialog').close();
  window.print();
}

let isMaking = false;  // true while pages are made; further clicks then do nothing

export function setUpPrint(play) {
  byId('open-print').addEventListener('click', () => {
    byId('print-answers').disabled = !hasAnswers(play.game);
    openDialog('print-dialog');
  });
  byId('print-go').addEventListener('click', async () => {
    if (isMaking || !byId('print-form').reportValidity()) return;
    isMaking = true;
    await print(play);
    isMaking = false;
  });
  byId('print-form').addEventListener('submit', (event) => {
    event.preventDefault();
    byId('print-go').click();
  });
  // The browser's own print command prints the current puzzle.
  window.addEventListener('beforeprint', () => {
    if (play.game && byId('sheets').childElementCount === 0) lay([sheetOf(play.game, true)], 1);
  });
  window.addEventListener('afterprint', () => byId('sheets').replaceChildren());
}
