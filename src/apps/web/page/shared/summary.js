// @ts-check
// The name of a game's level, and one line about the game.
import { formatTime } from '../game/clock.js';
import { t } from './strings.js';

const dateOf = (day) => new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'short' });

export function titleOf({ source, level, score, daily = null }) {
  if (source === 'edit') return t('editor.title');
  const levelName = level ? t(`level.${level}`) : t('level.own');
  const name = daily ? t('daily.of', { date: dateOf(daily), level: levelName }) : levelName;
  return score === null ? name : t('board.about', { level: name, score: Number(score).toFixed(1) });
}

// For example "7:05 · 12 of 51 cells filled".
export const progressOf = ({ elapsed, progress }) => t('games.progress', { time: formatTime(elapsed), ...progress });

// For example "Hard, 7:05, 12 of 51 cells filled".
export const summaryOf = ({ source, level, elapsed, progress }) =>
  t('resume.what', { level: titleOf({ source, level, score: null }), time: formatTime(elapsed), ...progress });
