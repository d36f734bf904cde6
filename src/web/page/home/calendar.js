// @ts-check
// The calendar of the puzzles of the days: one month, with a tick on each solved day. One day has
// the Tab stop, and the arrow keys go to the others.
import { dailyOf } from '../game/daily.js';
import { button, element } from '../shared/elements.js';
import { t } from '../shared/strings.js';

const kSteps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const kMonday = new Date(2024, 0, 1);

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
    const head = element('div', 'month');
    const [back, next] = [['‹', 'calendar.back', -1], ['›', 'calendar.next', 1]].map(([sign, label, by]) => {
      const made = button(sign, () => this.#turn(month, Number(by)), 'plain icon');
      made.setAttribute('aria-label', t(label));
      made.dataset.by = by;
      return made;
    });
    next.disabled = isSameMonth(month, today);
    const name = element('h3', '', month.toLocaleDateString(language(), { year: 'numeric', month: 'long' }));
    name.setAttribute('aria-live', 'polite');
    head.append(back, name, next);

    const table = element('table');
    const names = element('tr');
    for (let i = 0; i < 7; ++i) {
      const cell = element('th', '', dayAfter(kMonday, i).toLocaleDateString(language(), { weekday: 'narrow' }));
      cell.setAttribute('abbr', dayAfter(kMonday, i).toLocaleDateString(language(), { weekday: 'long' }));
      names.append(cell);
    }
    table.append(names);
    const first = dayAfter(month, -((month.getDay() + 6) % 7));
    for (let week = 0; week < 6; ++week) {
      const row = element('tr');
      for (let i = 0; i < 7; ++i) {
        const date = dayAfter(first, 7 * week + i);
        const cell = element('td');
        if (isSameMonth(date, month)) cell.append(this.#day(date));
        row.append(cell);
      }
      table.append(row);
    }
    table.addEventListener('keydown', (event) => this.#onKey(event));
    this.#root.replaceChildren(head, table);
    const days = [...table.querySelectorAll('button:enabled')];
    const stop = days.find((day) => day.dataset.day === focusedDay) ?? days.at(-1);
    if (stop) stop.tabIndex = 0;
    if (focusedDay) stop?.focus();
  }
  #day(date) {
    const { today, solved, begun, onDay } = this.#state;
    const { day, level } = dailyOf(date);
    const isSolved = solved.has(day);
    const isBegun = !isSolved && begun.has(day);
    const made = button('', () => onDay(date), `day${isSolved ? ' solved' : ''}${isBegun ? ' begun' : ''}`);
    made.append(element('span', '', date.getDate()));
    const words = [date.toLocaleDateString(language(), { day: 'numeric', month: 'long' }), t(`level.${level}`)];
    if (isSolved) words.push(t('calendar.solved'));
    if (isBegun) words.push(t('calendar.begun'));
    made.setAttribute('aria-label', words.join(', '));
    made.title = words.slice(1).join(', ');
    made.dataset.day = day;
    made.tabIndex = -1;
    made.disabled = day > dailyOf(today).day;
    if (day === dailyOf(today).day) made.setAttribute('aria-current', 'date');
    return made;
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
