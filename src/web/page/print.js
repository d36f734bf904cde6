// @ts-check
// Prints puzzles in black on white: the current puzzle and new ones of its level, 1 to 6 per page.
import * as api from './api.js';
import { stillBoard } from './board.js';
import { byId, element, openDialog } from './elements.js';
import { t } from './strings.js';

function page(sheets, perPage) {
  const made = element('section', `page per-${perPage}`);
  for (const { puzzle, digits, level, score } of sheets) {
    const figure = element('figure');
    const title = level ? t('board.about', { level: t(`level.${level}`), score: Number(score).toFixed(1) }) : t('level.own');
    figure.append(element('figcaption', '', title), stillBoard(puzzle, digits));
    made.append(figure);
  }
  return made;
}

function lay(sheets, perPage) {
  const pages = [];
  for (let i = 0; i < sheets.length; i += perPage) pages.push(page(sheets.slice(i, i + perPage), perPage));
  byId('sheets').replaceChildren(...pages);
}

const sheetOf = (game, hasDigits) => ({ ...game, puzzle: game.puzzle, digits: hasDigits ? game.board : game.puzzle });

async function print(play) {
  const { game } = play;
  const count = byId('print-count').valueAsNumber;
  const sheets = [sheetOf(game, byId('print-digits').checked)];
  byId('print-message').textContent = '';
  try {
    while (sheets.length < count) sheets.push(await api.newPuzzle(game.level ?? 'medium'));
  } catch (error) {
    byId('print-message').textContent = t(api.failureKey(error), error);
    return;
  }
  lay(sheets, Number(byId('print-per-page').value));
  byId('print-dialog').close();
  window.print();
}

export function setUpPrint(play) {
  byId('open-print').addEventListener('click', () => openDialog('print-dialog'));
  byId('print-go').addEventListener('click', () => byId('print-form').reportValidity() && print(play));
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
