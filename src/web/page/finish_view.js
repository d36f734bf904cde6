// @ts-check
// The dialog at the end of a game: time, hints, comparison with earlier games, and the result as
// text.
import { formatTime } from './clock.js';
import { byId, facts, openDialog } from './elements.js';
import { linkOf } from './link.js';
import { copied } from './share.js';
import { t } from './strings.js';
import { titleOf } from './summary.js';

const hintsOf = ({ hints }) => (hints ? t('finish.penalty', { n: hints, seconds: 5 * hints }) : t('finish.no-hints'));

export function showFinish({ game, place, comparison }) {
  byId('finish-time').textContent = formatTime(game.elapsed);
  byId('finish-message').textContent = '';
  const rows = [[t('finish.level'), titleOf(game)], [t('finish.hints'), hintsOf(game)]];
  if (game.hints) rows.push([t('finish.played'), formatTime(game.clock.played)]);
  if (game.errors.length) rows.push([t('finish.mistakes'), game.errors.length]);
  if (comparison?.games) {
    const difference = game.elapsed - comparison.average;
    rows.push([t('finish.average', { n: comparison.games }), formatTime(comparison.average),
      t(difference < 0 ? 'finish.faster' : 'finish.slower', { time: formatTime(Math.abs(difference)) })]);
  }
  if (place) rows.push([t('times.best'), t('finish.place', { place })]);
  if (comparison) rows.push([t('finish.streak'), t('finish.days', { n: comparison.streak })]);
  byId('finish-list').replaceChildren(...facts(rows));
  openDialog('finish-dialog');
}

// Copies the result as text, with the link to the puzzle.
export async function shareResult({ game }) {
  const text = t('finish.result', { level: titleOf(game), time: formatTime(game.elapsed), hints: hintsOf(game), link: linkOf(game.puzzle) });
  byId('finish-message').textContent = t(await copied(text) ? 'share.copied' : 'finish.copy', { text });
}
