// Bar charts as plain SVG, with their numbers as text for those who do not see them.
import { element } from './elements.js';

const kHeight = 96;

function shape(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// bars: [label, count]; `width` is that of a bar.
export function barChart(title, bars, width) {
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const svg = shape('svg', {
    viewBox: `0 0 ${bars.length * width} ${kHeight + 36}`, class: 'chart', role: 'img',
    'aria-label': `${title}: ${bars.filter(([, count]) => count).map(([label, count]) => `${label}: ${count}`).join(', ')}`,
  });
  bars.forEach(([label, count], index) => {
    const height = count ? Math.max(1, (count / most) * kHeight) : 0;
    const x = index * width;
    const group = shape('g', {});
    group.append(
      shape('title', {}, `${label}: ${count.toLocaleString()}`),
      shape('rect', { x: x + 2, y: kHeight + 16 - height, width: width - 4, height, rx: 1 }),
      shape('text', { x: x + width / 2, y: kHeight + 31, 'text-anchor': 'middle' }, label));
    if (width >= 60) group.append(shape('text', { x: x + width / 2, y: kHeight + 11 - height, 'text-anchor': 'middle' }, count.toLocaleString()));
    svg.append(group);
  });
  svg.append(shape('line', { x1: 0, x2: bars.length * width, y1: kHeight + 16.5, y2: kHeight + 16.5 }));
  const figure = element('figure');
  figure.append(element('figcaption', '', title), svg);
  return figure;
}
