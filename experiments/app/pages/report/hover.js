// What a curve is, wherever it is pointed at: the nearest curve, not the nearest marker.
import { element } from '../common/dom.js';
import { setting } from './text.js';
import { swatch } from './swatch.js';

const reach = 26; // pixels

let box;
function show(content, x, y) {
  if (!box) document.body.append((box = element('div', { class: 'hover', role: 'tooltip' })));
  box.replaceChildren(...content);
  box.hidden = false;
  const { offsetWidth: w, offsetHeight: h } = box;
  const left = x + 18 + w > innerWidth - 8 ? x - w - 14 : x + 18;
  const top = y + 18 + h > innerHeight - 8 ? y - h - 14 : y + 18;
  box.style.left = `${Math.max(8, left) + scrollX}px`;
  box.style.top = `${Math.max(8, top) + scrollY}px`;
}
export const hide = () => box && (box.hidden = true);

function distance([px, py], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = dx || dy ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy))) : 0;
  return { away: Math.hypot(px - ax - along * dx, py - ay - along * dy), along };
}

// The curve and its point that are nearest to a pixel.
function nearest(curves, at) {
  let best = { away: reach };
  curves.forEach((points, series) => {
    for (let i = 0; i < points.length; ++i) {
      const { away, along } = distance(at, points[i], points[Math.min(i + 1, points.length - 1)]);
      if (away < best.away - 0.01) best = { away, series, point: along > 0.5 ? i + 1 : i };
    }
  });
  return best.series === undefined ? null : best;
}

// The pixels of each curve; a step of a profile is two lines.
function pixelsOf(chart, built) {
  return built.hover.map((h, series) => {
    const out = [];
    for (const item of built.option.series[series].data) {
      const value = Array.isArray(item) ? item : item.value;
      if (value[1] === null) continue;
      const [x, y] = chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, value);
      if (h.step && out.length) out.push([x, out[out.length - 1][1]]);
      out.push([x, y]);
    }
    return out;
  });
}

function settingsOf(variant) {
  const rows = variant.description.map(([k, v, swept]) => element('tr', { class: swept ? 'swept' : '' }, element('th', {}, k), element('td', {}, setting(v))));
  return rows.length ? element('table', {}, ...rows) : null;
}

export function curveCard(h, point, theme) {
  const variant = h.at ? h.at(point) : h.variant;
  return [
    element('div', { class: 'hover-head' }, variant ? swatch(variant.style, theme) : null, h.name ?? variant.label),
    ...h.lines(point).map((l) => element('div', {}, l)),
    variant && !h.name ? settingsOf(variant) : null,
  ].filter(Boolean);
}

// Follows the pointer over a chart; `built()` is what it shows now.
export function follow(chart, node, built, theme) {
  let lit = null;
  let pixels = null;
  const light = (series) => {
    if (series === lit) return;
    if (lit !== null) chart.dispatchAction({ type: 'downplay', seriesIndex: lit });
    if (series !== null) chart.dispatchAction({ type: 'highlight', seriesIndex: series });
    lit = series;
  };
  const leave = () => {
    hide();
    light(null);
  };
  const move = (event) => {
    const now = built();
    if (!now || now.empty) return;
    const box = node.getBoundingClientRect();
    const at = [event.clientX - box.left, event.clientY - box.top];
    if (now.cells) {
      const [i, j] = chart.convertFromPixel({ xAxisIndex: 0, yAxisIndex: 0 }, at).map(Math.round);
      const cell = chart.containPixel('grid', at) && now.cells.find((c) => c.at[0] === i && c.at[1] === j);
      if (!cell) return hide();
      return show([element('div', { class: 'hover-head' }, cell.head), ...cell.lines.map((l) => element('div', {}, l))], event.clientX, event.clientY);
    }
    pixels ??= pixelsOf(chart, now);
    const found = nearest(pixels, at);
    if (!found) return leave();
    light(found.series);
    show(curveCard(now.hover[found.series], found.point, theme()), event.clientX, event.clientY);
  };
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerdown', move);
  node.addEventListener('pointerleave', leave);
  return () => {
    pixels = null;
    leave();
  };
}
