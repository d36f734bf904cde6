// @ts-check
// Bar charts as plain SVG. For screen readers, an aria-label has all numbers as text.
import { element, shape } from './elements.js';

const kWidth = 360;
const kHeight = 96;
// If there is no room for a label below every bar, only every second bar has a label, or every
// third, and so on. A bar wider than kCount also has its count above it.
const kLabel = 17;    // the minimum width of a label
const kLetter = 7.5;  // the width of a letter
const kCount = 48;

// `bars` is a list of [label, count].
export function barChart(title, bars) {
  const width = kWidth / bars.length;
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const every = Math.ceil(Math.max(kLabel, ...bars.map(([label]) => kLetter * String(label).length)) / width);
  const svg = shape('svg', {
    viewBox: `0 0 ${kWidth} ${kHeight + 36}`, class: 'chart', role: 'img',
    'aria-label': `${title}: ${bars.filter(([, count]) => count).map(([label, count]) => `${label}: ${count}`).join(', ')}`,
  });
  bars.forEach(([label, count], index) => {
    const height = count ? Math.max(1, (count / most) * kHeight) : 0;
    const x = index * width;
    const middle = { x: x + width / 2, 'text-anchor': 'middle' };
    const group = shape('g', {}, shape('title', {}, `${label}: ${count.toLocaleString()}`),
      shape('rect', { x: x + 1, y: kHeight + 16 - height, width: width - 2, height, rx: 1 }));
    if (index % every === 0) group.append(shape('text', { ...middle, y: kHeight + 31 }, label));
    if (width > kCount) group.append(shape('text', { ...middle, y: kHeight + 11 - height }, count.toLocaleString()));
    svg.append(group);
  });
  svg.append(shape('line', { x1: 0, x2: kWidth, y1: kHeight + 16.5, y2: kHeight + 16.5 }));
  return element('figure', '', element('figcaption', '', title), svg);
}
