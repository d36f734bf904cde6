// @ts-check
// The calendar of the puzzles of the days: one month, with a tick on each solved day. One day has
// the Tab stop, and the arrow keys go to the others.
import { dailyOf } from '../game/daily.js';
import { button, element } from '../shared/elements.js';
import { t } from '../shared/strings.js';

const kSteps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const kMonday = new Date(2024, 0, 1);
const kWeek = [0, 1, 2, 3, 4, 5, 6];

const language = () => document.documentElement.lang;
const dayAfter = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
const monthAfter = (date, months) => new Date(date.getFullYear(), date.getMonth() + months, 1);
const isSameMonth = (a, b) => a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();

export class Calendar {
  #root;
  #state = null;
  #month = null;  // its first day; null for the month of today

  constructor(root) {
    this.#root = root;
  }
  // `solved` maps solved days ("2026-11-23") to times, and `begun` is the set of the days whose game
  // is unfinished. Calls onDay(date) when the player chooses a day.
  update(state) {
    this.#state = state;
    this.#draw();
  }

  #draw(focusedDay = '') {
    const { today } = this.#state;
    const month = this.#month ?? monthAfter(today, 0);
    const turning = (sign, label, by, disabled) =>
      button(sign, () => this.#turn(month, by), { className: 'plain icon', disabled, aria: { label: t(label) }, data: { by } });
    const name = element('h3', { aria: { live: 'polite' } }, month.toLocaleDateString(language(), { year: 'numeric', month: 'long' }));
    const head = element('div', 'month', turning('‹', 'calendar.back', -1, false), name, turning('›', 'calendar.next', 1, isSameMonth(month, today)));

    const nameOfDay = (i, weekday) => dayAfter(kMonday, i).toLocaleDateString(language(), { weekday });
    const names = kWeek.map((i) => element('th', { abbr: nameOfDay(i, 'long') }, nameOfDay(i, 'narrow')));
    const first = dayAfter(month, -((month.getDay() + 6) % 7));
    const weeks = [0, 7, 14, 21, 28, 35].map((begin) => kWeek.map((i) => dayAfter(first, begin + i))
      .map((date) => element('td', '', isSameMonth(date, month) && this.#day(date))));
    const table = element('table', { onkeydown: (event) => this.#onKey(event) }, ...[names, ...weeks].map((cells) => element('tr', '', ...cells)));
    this.#root.replaceChildren(head, table);
    const days = [...table.querySelectorAll('button:enabled')];
    const stop = days.find((day) => day.dataset.day === focusedDay) ?? days.at(-1);
    if (stop) stop.tabIndex = 0;
    if (focusedDay) stop?.focus();
  }
  #day(date) {
    const { today, solved, begun, onDay } = this.#state;
    const { day, level } = dailyOf(date);
    const state = solved.has(day) ? 'solved' : begun.has(day) ? 'begun' : '';
    const about = [t(`level.${level}`), ...(state ? [t(`calendar.${state}`)] : [])].join(', ');
    return button(element('span', '', date.getDate()), () => onDay(date), {
      className: `day ${state}`, title: about, tabIndex: -1, disabled: day > dailyOf(today).day, data: { day },
      aria: { label: `${date.toLocaleDateString(language(), { day: 'numeric', month: 'long' })}, ${about}`, ...(day === dailyOf(today).day && { current: 'date' }) },
    });
  }
  #turn(month, by) {
    this.#month = monthAfter(month, by);
    this.#draw();
    this.#root.querySelector(`[data-by="${by}"]:enabled, [data-by]:enabled`).focus();
  }
  #onKey(event) {
    const step = kSteps[event.key];
    const at = event.target.closest('.day')?.dataset.day;
    if (!step || !at) return;
    event.preventDefault();
    const [year, month, day] = at.split('-').map(Number);
    const date = new Date(year, month - 1, day + step);
    if (dailyOf(date).day > dailyOf(this.#state.today).day) return;
    this.#month = monthAfter(date, 0);
    this.#draw(dailyOf(date).day);
  }
}
