// @ts-check
// The dialog of statistics: solved puzzles of each level, games and times over twelve weeks, and
// the best times.
import { barChart } from '../shared/charts.js';
import { formatTime } from '../game/clock.js';
import { byId, confirmed, element, elements, facts, openDialog } from '../shared/elements.js';
import { kLevels } from '../game/game.js';
import { forgetResults, resultsIn } from '../game/results.js';
import { summaryOfTimes, weeksOf } from '../game/stats.js';
import { t } from '../shared/strings.js';
import { bestTimes, forgetTimes } from '../game/times.js';

const kMinute = 60000;  // ms
const language = () => document.documentElement.lang;
const time = (value) => (value === null ? '–' : formatTime(value));

function table(results) {
  const head = elements('th', [t('level.label'), t('stats.solved'), t('stats.average'), t('stats.recent'), t('stats.best')]);
  const rows = kLevels.map((level) => {
    const { games, best, average, recent } = summaryOfTimes(results.filter((entry) => entry.level === level));
    return element('tr', '', element('th', '', t(`level.${level}`)), ...elements('td', [games, time(average), time(recent), time(best)]));
  });
  return element('table', '', element('tr', '', ...head), ...rows);
}

function charts(results, level) {
  const day = (when) => new Date(when).toLocaleDateString(language(), { month: 'numeric', day: 'numeric' });
  const weeks = weeksOf(level ? results.filter((entry) => entry.level === level) : results, Date.now());
  return [
    barChart(t('stats.games'), weeks.map(({ start, games }) => [day(start), games])),
    barChart(t('stats.minutes'), weeks.map(({ start, average }) => [day(start), Math.round((average ?? 0) / kMinute)])),
  ];
}

function bestOf(store) {
  return Object.entries(bestTimes(store)).map(([level, list]) => {
    const rows = list.map(({ elapsed, hints, when }) =>
      [formatTime(elapsed), hints ? t('times.hints', { n: hints }) : '', new Date(when).toLocaleDateString(language())]);
    const times = list.length ? element('dl', 'facts', ...facts(rows)) : element('p', 'quiet', t('times.none'));
    return element('section', '', element('h3', '', t(`level.${level}`)), times);
  });
}

export function showTimes(store) {
  const results = resultsIn(store);
  const draw = () => byId('stats-charts').replaceChildren(...charts(results, byId('stats-level').value));
  byId('stats-table').replaceChildren(table(results));
  byId('stats-level').onchange = draw;
  draw();
  byId('times-list').replaceChildren(...bestOf(store));
  openDialog('times-dialog');
}

// Calls onChange() after the player has cleared the statistics.
export function setUpTimes(store, onChange) {
  byId('times-forget').addEventListener('click', async () => {
    if (!(await confirmed(t('times.ask'), t('times.forget')))) return;
    forgetTimes(store);
    forgetResults(store);
    showTimes(store);
    onChange();
  });
}
